/** A point on the screen and its item. */
export interface Spot<T> {
  x: number;
  y: number;
  item: T;
}

/** A circle that spread spots must not cover. */
interface Taken {
  x: number;
  y: number;
  radius: number;
}

/** Spots closer than this many pixels are stacked. */
const NEAR = 5;

/** Distance between spread spots, and from what is already there, in pixels. */
const STEP = 11;
const GAP = 8;

/** Successive points at this angle around a centre never line up. */
const GOLDEN_ANGLE = Math.PI * (3 - Math.sqrt(5));

/**
 * Moves spots that hide each other apart, in a spiral around their place, so that each can be seen and pressed.
 * @param taken circles already drawn, such as the counted rest of a stack; spots in their middle move around them.
 */
export function spreadStacks<T>(spots: readonly Spot<T>[], taken: readonly Taken[]): Spot<T>[] {
  const stacks = Map.groupBy(spots, ({ x, y }) => `${Math.round(x / NEAR)} ${Math.round(y / NEAR)}`);
  return [...stacks.values()].flatMap((stack) => {
    const [first] = stack;
    const below = first && taken.find(({ x, y }) => Math.hypot(x - first.x, y - first.y) < NEAR);
    const clear = below ? below.radius + GAP : 0;
    if (clear === 0 && stack.length === 1) return stack;
    return stack.map(({ x, y, item }, index) => {
      const angle = index * GOLDEN_ANGLE - Math.PI / 4;
      const away = Math.sqrt(clear ** 2 + index * STEP ** 2);
      return { x: x + away * Math.cos(angle), y: y + away * Math.sin(angle), item };
    });
  });
}
