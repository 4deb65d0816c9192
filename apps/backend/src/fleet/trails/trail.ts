import { metersBetween, type Point } from '@despacho/contracts/dispatch';
import { isReachable, type Spot } from '../positions/judge-fixes.ts';

/** Fixes compared with a new one besides the longest trail: more wrong ones in a row count as a separate trail. */
const WINDOW = 16;

/** Phones send a fix each 15 to 30 seconds. The way between two fixes this far apart is not known. */
export const GAP_MS = 5 * 60_000;

/** How long a stay lasts without fixes: some trackers send none while they do not move. */
const MAX_STILL_MS = 30 * 60_000;
/** How long a stay lasts while fixes are outside: receivers drift between buildings. */
const MAX_DRIFT_MS = 90_000;

/** A stop is a stay within this radius, in meters, for at least this time: longer than traffic lights. */
const STOP = { radius: 60, minimumMs: 3 * 60_000 };

/** A period in milliseconds since 1970. */
export interface Period {
  from: number;
  to: number;
}

/** A stay at a place, the mean of its fixes. */
export type Stop = Period & Point;

/** A fix, and the trail that leads to it. */
interface Step<Fix> {
  fix: Fix;
  before: Step<Fix> | undefined;
  length: number;
}

const byTime = (one: Spot, other: Spot): number => one.at - other.at || one.lat - other.lat || one.lng - other.lng;

/**
 * Leaves out jumps: a fix that was plausible on arrival can be impossible once late fixes are known.
 * @param fixes of one courier, in any order.
 * @returns the longest trail in which each fix can be reached from the one before it, by time, and the number of others.
 */
export function usableFixes<Fix extends Spot>(fixes: readonly Fix[]): { fixes: Fix[]; leftOut: number } {
  let longest: Step<Fix> | undefined;
  const recent: Step<Fix>[] = [];
  for (const fix of fixes.toSorted(byTime)) {
    let before = longest && isReachable(longest.fix, fix) ? longest : undefined;
    if (!before)
      for (const step of recent) if (step.length >= (before?.length ?? 1) && isReachable(step.fix, fix)) before = step;
    const step = { fix, before, length: (before?.length ?? 0) + 1 };
    if (step.length >= (longest?.length ?? 0)) longest = step;
    recent.push(step);
    if (recent.length > WINDOW) recent.shift();
  }
  const usable: Fix[] = [];
  for (let step = longest; step; step = step.before) usable.push(step.fix);
  return { fixes: usable.reverse(), leftOut: fixes.length - usable.length };
}

/** @param fixes by time. @returns the periods between fixes in which the way is not known. */
export function gapsOf(fixes: readonly Pick<Spot, 'at'>[]): Period[] {
  return fixes.flatMap(({ at }, index) => {
    const from = fixes[index - 1]?.at ?? at;
    return at - from > GAP_MS ? [{ from, to: at }] : [];
  });
}

/** @returns at most so many gaps: those with the shortest known way between them are joined. */
export function joinGaps(gaps: readonly Period[], most: number): Period[] {
  if (gaps.length <= most) return [...gaps];
  const between = gaps.slice(1).map(({ from }, index) => ({ index, length: from - (gaps[index]?.to ?? from) }));
  const joined = new Set(
    between
      .toSorted((one, other) => one.length - other.length)
      .slice(0, gaps.length - most)
      .map(({ index }) => index + 1),
  );
  const kept: Period[] = [];
  for (const [index, gap] of gaps.entries()) {
    const last = kept.at(-1);
    if (last && joined.has(index)) last.to = gap.to;
    else kept.push({ ...gap });
  }
  return kept;
}

/** Whether a fix can be of somebody within the radius of a place. An inaccurate one may be up to twice as far. */
export const isWithin = (place: Point, radius: number, fix: Spot): boolean =>
  metersBetween(place, fix) <= radius + Math.min(fix.accuracy ?? 0, radius);

/** @returns the stay that begins with a fix, and the index of its last fix. */
function stayFrom(fixes: readonly Spot[], start: number, radius: number): { stop: Stop; last: number } {
  let [count, lat, lng, from, to, last] = [0, 0, 0, 0, 0, start];
  for (let index = start; ; index++) {
    const fix = fixes[index];
    if (!fix) break;
    const isInside = count === 0 || isWithin({ lat: lat / count, lng: lng / count }, radius, fix);
    if (count > 0 && fix.at - to > (isInside ? MAX_STILL_MS : MAX_DRIFT_MS)) break;
    if (!isInside) continue;
    if (count === 0) from = fix.at;
    count++;
    lat += fix.lat;
    lng += fix.lng;
    to = fix.at;
    last = index;
  }
  return { stop: { lat: lat / count, lng: lng / count, from, to }, last };
}

/**
 * @param fixes usable ones, by time.
 * @param limits radius in meters and the shortest stop.
 * @returns the stops, by time. None overlaps another.
 */
export function stopsOf(fixes: readonly Spot[], { radius, minimumMs } = STOP): Stop[] {
  const stops: Stop[] = [];
  for (let start = 0; start < fixes.length;) {
    const { stop, last } = stayFrom(fixes, start, radius);
    const isStop = stop.to - stop.from >= minimumMs;
    if (isStop) stops.push(stop);
    start = isStop ? last + 1 : start + 1;
  }
  return stops;
}
