import type { Position } from 'geojson';

/** Squared distance in degrees² of a point from the segment between two others. */
function strays([x = 0, y = 0]: Position, [ax = 0, ay = 0]: Position, [bx = 0, by = 0]: Position): number {
  const [dx, dy] = [bx - ax, by - ay];
  const length = dx * dx + dy * dy;
  const share = length === 0 ? 0 : Math.max(0, Math.min(1, ((x - ax) * dx + (y - ay) * dy) / length));
  return (x - ax - share * dx) ** 2 + (y - ay - share * dy) ** 2;
}

/** @returns the line with fewer points; no omitted point is further than `stray` degrees from it (Douglas–Peucker). */
export function simplify(line: readonly Position[], stray: number): Position[] {
  const first = line[0];
  const last = line.at(-1);
  if (line.length < 3 || !first || !last) return [...line];
  let farthest = 0;
  let distance = 0;
  for (let index = 1; index < line.length - 1; index += 1) {
    const here = strays(line[index] ?? first, first, last);
    if (here > distance) [farthest, distance] = [index, here];
  }
  if (distance <= stray * stray) return [first, last];
  return [...simplify(line.slice(0, farthest + 1), stray).slice(0, -1), ...simplify(line.slice(farthest), stray)];
}
