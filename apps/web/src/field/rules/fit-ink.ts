interface Point {
  x: number;
  y: number;
}

/** Where a sheet with ink lies on the canvas: a point of the sheet, times `scale`, plus `x` and `y`. */
export interface Fit extends Point {
  scale: number;
}

export const AS_DRAWN: Fit = { scale: 1, x: 0, y: 0 };

/** Between the ink and the edge, in CSS pixels: half the thickest line and a little more. */
const MARGIN = 6;

/** @returns the offset that keeps the ink between `from` and `to` of the sheet inside of a length. */
const inside = (from: number, to: number, length: number): number =>
  Math.max(MARGIN - from, Math.min(0, length - MARGIN - to));

/** @returns the fit with which all ink is on a canvas of a size: as it was drawn if it has room, else moved and reduced. */
export function fitInk(ink: readonly Point[], { width, height }: { width: number; height: number }): Fit {
  if (ink.length === 0) return AS_DRAWN;
  const [left, right] = [Math.min(...ink.map(({ x }) => x)), Math.max(...ink.map(({ x }) => x))];
  const [top, bottom] = [Math.min(...ink.map(({ y }) => y)), Math.max(...ink.map(({ y }) => y))];
  const room = (length: number, taken: number): number => (taken > 0 ? (length - 2 * MARGIN) / taken : 1);
  const scale = Math.min(1, room(width, right - left), room(height, bottom - top));
  return { scale, x: inside(left * scale, right * scale, width), y: inside(top * scale, bottom * scale, height) };
}

/** @returns a point of the sheet on the canvas. */
export const toCanvas = <P extends Point>(point: P, { scale, x, y }: Fit): P => ({
  ...point,
  x: point.x * scale + x,
  y: point.y * scale + y,
});

/** @returns a point of the canvas on the sheet. */
export const toSheet = <P extends Point>(point: P, { scale, x, y }: Fit): P => ({
  ...point,
  x: (point.x - x) / scale,
  y: (point.y - y) / scale,
});
