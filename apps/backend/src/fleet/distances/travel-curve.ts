import { localOf } from '#platform/dispatch/zoned-time.ts';

/** How many meters and minutes a straight line takes: at each of `KNOTS`, and in between linearly. */
export interface TravelCurve {
  metres: readonly number[];
  minutes: readonly number[];
}

/** What an office's couriers drove in an hour band and class of straight distance. No courier is in it. */
export interface TravelCell {
  band: number;
  distanceClass: number;
  /** Number of drives from one stop to the next. */
  legs: number;
  /** Meters in a straight line, and along the trail. */
  straight: number;
  along: number;
  seconds: number;
}

/** First hours of the bands: early, morning peak, day, evening peak, night. */
const BANDS = [0, 7, 10, 16, 20] as const;

/** Straight distances in meters: where each class ends, and what stands for it in the curve. */
const CLASS_ENDS = [2000, 6000, Infinity] as const;
const KNOTS = [0, 1000, 4000, 10_000] as const;

/** A cell counts from this many legs, otherwise the whole office from so many, otherwise the defaults. */
const CELL_LEGS = 30;
const OFFICE_LEGS = 200;

/**
 * Without enough legs, by class. Road distances of random points of a city were found to be 1.2 times the straight ones
 * (Newell, 1980), and more for short trips (Giacomin and Levinson, 2015: "Road network circuity in metropolitan areas").
 * Within 10 km, TomTom's Traffic Index 2023 has 28.5 minutes for 10 km in Lima, 21 km/h. The shorter classes are assumed.
 */
const DETOUR = [1.4, 1.35, 1.3] as const;
const KMH = [15, 18, 21] as const;

/** Speed in each band relative to the day. The same source has 42 minutes for 10 km at 18:00 in Lima; the others are assumed. */
const BAND_SPEED = [1.3, 0.85, 1, 0.7, 1.15] as const;

/** @returns the hour band of an instant in an office. */
export const bandOf = (at: Date, timeZone: string): number => {
  const hour = Number(localOf(at, timeZone).time.slice(0, 2));
  return BANDS.findLastIndex((first) => hour >= first);
};

/** @returns the class of a distance in meters in a straight line. */
export const classOf = (straight: number): number => CLASS_ENDS.findIndex((end) => straight <= end);

/** @returns a cell without legs of each band and class. */
export const emptyCells = (): TravelCell[] =>
  BANDS.flatMap((_, band) =>
    CLASS_ENDS.map((__, distanceClass) => ({ band, distanceClass, legs: 0, straight: 0, along: 0, seconds: 0 })),
  );

const defaultPace = (band: number, distanceClass: number): number =>
  3.6 / ((KMH[distanceClass] ?? 1) * (BAND_SPEED[band] ?? 1));

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/**
 * @param cells of an office, in any order; some may be missing.
 * @returns what straight lines take in an hour band. Neither meters nor minutes decrease with the distance.
 */
export function curveOf(cells: readonly TravelCell[], band: number): TravelCurve {
  // The office as a whole says how far its drives are from the defaults, in whichever bands and classes they were.
  const isKnown = sum(cells.map(({ legs }) => legs)) >= OFFICE_LEGS;
  const along = sum(cells.map((cell) => cell.along));
  const expected = sum(cells.map(({ straight, distanceClass }) => straight * (DETOUR[distanceClass] ?? 1)));
  const seconds = sum(cells.map((cell) => cell.seconds));
  const usual = sum(cells.map((cell) => cell.along * defaultPace(cell.band, cell.distanceClass)));
  const [detours, paces] = isKnown ? [along / expected, seconds / usual] : [1, 1];
  const curve = { metres: [0], minutes: [0] };
  for (const distanceClass of CLASS_ENDS.keys()) {
    const cell = cells.find((each) => each.band === band && each.distanceClass === distanceClass);
    const counts = cell !== undefined && cell.legs >= CELL_LEGS;
    const detour = counts ? cell.along / cell.straight : (DETOUR[distanceClass] ?? 1) * detours;
    const pace = counts ? cell.seconds / cell.along : defaultPace(band, distanceClass) * paces;
    const metres = (KNOTS[distanceClass + 1] ?? 0) * detour;
    curve.metres.push(Math.max(curve.metres.at(-1) ?? 0, metres));
    curve.minutes.push(Math.max(curve.minutes.at(-1) ?? 0, (metres * pace) / 60));
  }
  return curve;
}

/**
 * @param values of a curve, meters or minutes.
 * @param straight meters.
 * @returns the value for a distance; beyond the last knot it grows in proportion.
 */
export function onCurve(values: readonly number[], straight: number): number {
  const last = KNOTS.length - 1;
  if (straight >= (KNOTS[last] ?? 0)) return ((values[last] ?? 0) * straight) / (KNOTS[last] ?? 1);
  let index = 1;
  while (straight >= (KNOTS[index] ?? 0)) index++;
  const [from = 0, to = 1] = [KNOTS[index - 1], KNOTS[index]];
  const [low = 0, high = 0] = [values[index - 1], values[index]];
  return low + ((high - low) * (straight - from)) / (to - from);
}
