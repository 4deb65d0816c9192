/** In pixels. */
export interface Circle {
  x: number;
  y: number;
  radius: number;
}

/** Two neighbours may push a circle to and fro: after this many steps it stays where it is. */
const MAX_STEPS = 4;

/**
 * Moves a circle the shortest way off others, so that it hides none of their figures.
 * @param others circles that stay; only their inner half must stay visible.
 * @returns the circle's centre; the same point if it hides nothing.
 */
export function moveOff(circle: Circle, others: readonly Circle[]): { x: number; y: number } {
  let { x, y } = circle;
  for (let step = 0; step < MAX_STEPS; step++) {
    const hidden = others.find((other) => Math.hypot(x - other.x, y - other.y) < circle.radius + other.radius / 2);
    if (!hidden) break;
    const distance = Math.hypot(x - hidden.x, y - hidden.y);
    const clear = circle.radius + hidden.radius / 2 + 1;
    // A circle exactly on another goes up.
    const [right, down] = distance === 0 ? [0, -1] : [(x - hidden.x) / distance, (y - hidden.y) / distance];
    x = hidden.x + right * clear;
    y = hidden.y + down * clear;
  }
  return { x, y };
}
