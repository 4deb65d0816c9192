import * as z from 'zod/mini';
import { type Point } from '../platform/distance.ts';

/** A point at a time, in whole seconds since 1970. */
export interface TimedPoint extends Point {
  at: number;
}

/** Steps of a coordinate in a degree: a metre. */
const STEPS = 100_000;

/**
 * Timed points by column, each value as its difference from the one before: seconds, and hundred-thousandths of a degree.
 * Compressed, this is an eighth of the points as objects.
 */
export const packedTrail = z.object({
  at: z.array(z.int()),
  lat: z.array(z.int()),
  lng: z.array(z.int()),
});

export type PackedTrail = z.infer<typeof packedTrail>;

/** @returns whole numbers as differences, each from the one before. */
export const differencesOf = (values: readonly number[]): number[] =>
  values.map((value, index) => value - (values[index - 1] ?? 0));

/** @returns the numbers of `differencesOf`. */
export function sumsOf(differences: readonly number[]): number[] {
  let sum = 0;
  return differences.map((difference) => (sum += difference));
}

/** A period in seconds since 1970. */
export interface Period {
  from: number;
  to: number;
}

/** @param periods by time, without overlap. @returns their ends in turn, as differences. */
export const packPeriods = (periods: readonly Period[]): number[] =>
  differencesOf(periods.flatMap(({ from, to }) => [from, to]));

/** @returns the periods of `packPeriods`. */
export function unpackPeriods(packed: readonly number[]): Period[] {
  const ends = sumsOf(packed);
  return ends.flatMap((from, index) => (index % 2 === 0 ? [{ from, to: ends[index + 1] ?? from }] : []));
}

/** @returns a coordinate to the metre. */
export const toMeter = (degrees: number): number => Math.round(degrees * STEPS) / STEPS;

/** @param points by time. */
export function packTrail(points: readonly TimedPoint[]): PackedTrail {
  return {
    at: differencesOf(points.map(({ at }) => at)),
    lat: differencesOf(points.map(({ lat }) => Math.round(lat * STEPS))),
    lng: differencesOf(points.map(({ lng }) => Math.round(lng * STEPS))),
  };
}

/** @returns the points of a packed trail, to the metre. */
export function unpackTrail({ at, lat, lng }: PackedTrail): TimedPoint[] {
  const [times, lats, lngs] = [sumsOf(at), sumsOf(lat), sumsOf(lng)];
  return times.map((time, index) => ({
    at: time,
    lat: (lats[index] ?? 0) / STEPS,
    lng: (lngs[index] ?? 0) / STEPS,
  }));
}
