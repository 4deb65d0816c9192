/** In pixels. */
export interface Circle {
  x: number;
  y: number;
  radius: number;
  /** Within this many pixels of the middle it must not be covered; half of its radius by default. */
  figure?: number;
}

type Point = Pick<Circle, 'x' | 'y'>;

/** Two neighbours may push a circle to and fro: after this many steps, a place further away is searched. */
const MAX_STEPS = 4;

/** Pixels between the places that are tried, and how far away the last ones are. */
const STEP = 4;
const FARTHEST = 400;

/** @returns the pixels from the middle of a circle within which it must not be covered. */
export const figureRadius = ({ radius, figure }: Circle): number => figure ?? radius / 2;

const distance = (one: Point, other: Point): number => Math.hypot(one.x - other.x, one.y - other.y);

/** @returns a circle whose figure would be hidden. */
const hiddenBy = (circle: Circle, others: readonly Circle[]): Circle | undefined =>
  others.find((other) => distance(circle, other) < circle.radius + figureRadius(other));

/** @returns the place to which each hidden circle in turn pushes it; it may still hide another one there. */
function pushedOff(circle: Circle, others: readonly Circle[]): Circle {
  let { x, y } = circle;
  for (let step = 0; step < MAX_STEPS; step++) {
    const hidden = hiddenBy({ ...circle, x, y }, others);
    if (!hidden) break;
    const away = distance({ x, y }, hidden);
    const clear = circle.radius + figureRadius(hidden) + 1;
    // A circle exactly on another goes up.
    const [right, down] = away === 0 ? [0, -1] : [(x - hidden.x) / away, (y - hidden.y) / away];
    x = hidden.x + right * clear;
    y = hidden.y + down * clear;
  }
  return { ...circle, x, y };
}

/**
 * Moves a circle off others, so that it hides none of their figures.
 * @param others circles that stay; only their figures must stay visible.
 * @param reach the longest way, in pixels.
 * @returns the circle's centre; the same point if it hides nothing; undefined if there is no room within reach.
 */
export function moveWithin(circle: Circle, others: readonly Circle[], reach: number): Point | undefined {
  const pushed = pushedOff(circle, others);
  if (distance(pushed, circle) <= reach && !hiddenBy(pushed, others)) return { x: pushed.x, y: pushed.y };
  for (let away = STEP; away <= reach; away += STEP) {
    const places = Math.ceil((2 * Math.PI * away) / STEP);
    for (let place = 0; place < places; place++) {
      const angle = (2 * Math.PI * place) / places - Math.PI / 2;
      const at = { x: circle.x + away * Math.cos(angle), y: circle.y + away * Math.sin(angle) };
      if (!hiddenBy({ ...circle, ...at }, others)) return at;
    }
  }
  return undefined;
}

/** @returns the same at any distance; the same point if everything around is occupied. */
export const moveOff = (circle: Circle, others: readonly Circle[]): Point =>
  moveWithin(circle, others, FARTHEST) ?? { x: circle.x, y: circle.y };
