import { DEGREE_METERS, type Point } from '@despacho/contracts/dispatch';

/** Share of the places at each end, by latitude and by longitude, that a map is not fitted to. */
const TAIL = 0.025;

/** With fewer places, none is excluded as an outlier. */
const LEAST = 20;

/** Degrees around the middle that are always included: 5 km, more than the usual error of a place. */
const LEAST_MARGIN = 5000 / DEGREE_METERS;

interface Place extends Point {
  /** Whether it is known to be wrong, see `judgePlace`. */
  isMisplaced?: boolean;
}

/**
 * @returns the range of the middle 95 % of some numbers, extended by its own size, so that it includes the edges of a
 * city.
 */
function middleOf(values: readonly number[]): (value: number) => boolean {
  const sorted = values.toSorted((one, other) => one - other);
  const cut = sorted.length < LEAST ? 0 : Math.ceil(sorted.length * TAIL);
  const [low = 0, high = 0] = [sorted[cut], sorted.at(-1 - cut)];
  const margin = cut === 0 ? 0 : Math.max(LEAST_MARGIN, high - low);
  return (value) => value >= low - margin && value <= high + margin;
}

/**
 * Decides which places a map is fitted to.
 * @returns the places in and around the middle 95 %, without misplaced ones, and the other places.
 */
export function mainPlaces<P extends Place>(places: readonly P[]): { main: P[]; outside: P[] } {
  const trusted = places.filter(({ isMisplaced }) => !isMisplaced);
  const isLat = middleOf(trusted.map(({ lat }) => lat));
  const isLng = middleOf(trusted.map(({ lng }) => lng));
  const main: P[] = [];
  const outside: P[] = [];
  for (const place of places) (!place.isMisplaced && isLat(place.lat) && isLng(place.lng) ? main : outside).push(place);
  return { main, outside };
}
