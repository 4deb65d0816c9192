/** Pixels per arrow key press; with Shift, one. */
const STEP = 12;
const FINE_STEP = 1;

const DIRECTIONS: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** @returns pixels to the right and down; null for any other key. */
export function nudgeOf(key: string, isFine: boolean): readonly [x: number, y: number] | null {
  const direction = DIRECTIONS[key];
  if (!direction) return null;
  const step = isFine ? FINE_STEP : STEP;
  return [direction[0] * step, direction[1] * step];
}
