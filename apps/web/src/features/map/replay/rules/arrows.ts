/** A point in pixels of the map at a zoom. */
interface Pixel {
  x: number;
  y: number;
}

/** Pixels between two arrows, and of the sides of one. */
const EVERY = 90;
const SIDE = 6;

/** @returns arrow heads along a line, each of three points: where it leads, in regular distances. */
export function arrowsAlong(line: readonly Pixel[]): Pixel[][] {
  const arrows: Pixel[][] = [];
  let left = EVERY / 2;
  for (let index = 1; index < line.length; index++) {
    const [from, to] = [line[index - 1], line[index]];
    if (!from || !to) break;
    const length = Math.hypot(to.x - from.x, to.y - from.y);
    const [east, south] = [(to.x - from.x) / length, (to.y - from.y) / length];
    for (; left <= length; left += EVERY) {
      const tip = { x: from.x + east * left, y: from.y + south * left };
      const back = { x: tip.x - east * SIDE, y: tip.y - south * SIDE };
      arrows.push([
        { x: back.x - (south * SIDE) / 1.5, y: back.y + (east * SIDE) / 1.5 },
        tip,
        { x: back.x + (south * SIDE) / 1.5, y: back.y - (east * SIDE) / 1.5 },
      ]);
    }
    left -= length;
  }
  return arrows;
}
