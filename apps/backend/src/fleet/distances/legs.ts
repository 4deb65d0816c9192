import { metersBetween } from '@despacho/contracts/dispatch';
import { type Spot } from '../positions/judge-fixes.ts';
import { type Stop } from '../trails/trail.ts';
import { bandOf, classOf, emptyCells, type TravelCell } from './travel-curve.ts';

/** A drive from one stop to the next. */
export interface Leg {
  /** Its start, in milliseconds since 1970. */
  at: number;
  /** Meters in a straight line, and along the trail. */
  straight: number;
  along: number;
  seconds: number;
}

/** Phones send a fix each 15 to 30 seconds: after a longer silence the way is not known. */
const MAX_SILENCE_MS = 2 * 60_000;
/** Meters. Smaller steps are receivers that drift. */
const MIN_STEP = 30;
/** Meters in a straight line. Nearer stops, of 60 m each, are one place; farther ones are in another city. */
const STRAIGHT = { least: 200, most: 40_000 };
/** Meters a second: walking, and 90 km/h, above the 80 km/h that expressways of a city allow. */
const SPEED = { least: 1, most: 25 };
/** A courier who drives three times the straight distance went somewhere else in between. */
const MAX_DETOUR = 3;
/** Legs of one courier's day that count in a cell. */
const MAX_LEGS = 8;

/**
 * @param fixes usable ones of a courier's day, and its stops, both by time.
 * @returns the drives between stops whose way is known and plausible. What a phone invents is within these limits too.
 */
export function legsOf(fixes: readonly Spot[], stops: readonly Stop[]): Leg[] {
  return stops.flatMap((stop, index) => {
    const before = stops[index - 1];
    if (!before) return [];
    const way = fixes.filter(({ at }) => at > before.to && at < stop.from);
    const times = [before.to, ...way.map(({ at }) => at), stop.from];
    if (times.some((at, step) => at - (times[step - 1] ?? at) > MAX_SILENCE_MS)) return [];
    let [along, last] = [0, { lat: before.lat, lng: before.lng }];
    for (const fix of way) {
      const step = metersBetween(last, fix);
      if (step < MIN_STEP) continue;
      along += step;
      last = fix;
    }
    along += metersBetween(last, stop);
    const straight = metersBetween(before, stop);
    const seconds = (stop.from - before.to) / 1000;
    const isPlausible =
      straight >= STRAIGHT.least &&
      straight <= STRAIGHT.most &&
      along <= straight * MAX_DETOUR &&
      along >= seconds * SPEED.least &&
      along <= seconds * SPEED.most;
    return isPlausible ? [{ at: before.to, straight, along, seconds }] : [];
  });
}

const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((one, other) => one - other);
  const middle = sorted.length / 2;
  return ((sorted[Math.ceil(middle) - 1] ?? 0) + (sorted[Math.floor(middle)] ?? 0)) / 2;
};

/**
 * Sums the drives of an office's day. Each courier counts with at most `MAX_LEGS` of a cell, and all of its legs with their
 * median detour and pace: a phone that invents its trail changes little while most legs are of others.
 * @param couriers the legs of each.
 * @returns a cell of each band and class.
 */
export function sumLegs(couriers: readonly (readonly Leg[])[], timeZone: string): TravelCell[] {
  const placed = couriers.map((legs) =>
    legs.map((leg) => ({ ...leg, band: bandOf(new Date(leg.at), timeZone), distanceClass: classOf(leg.straight) })),
  );
  return emptyCells().map((cell) => {
    const isInside = ({ band, distanceClass }: (typeof placed)[number][number]) =>
      band === cell.band && distanceClass === cell.distanceClass;
    const legs = placed.flatMap((each) => each.filter(isInside).slice(0, MAX_LEGS));
    const straight = legs.reduce((total, leg) => total + leg.straight, 0);
    const along = straight * median(legs.map((leg) => leg.along / leg.straight));
    const seconds = along * median(legs.map((leg) => leg.seconds / leg.along));
    return { ...cell, legs: legs.length, straight, along, seconds };
  });
}
