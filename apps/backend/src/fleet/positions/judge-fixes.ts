import { type FixDoubt, type FixRefusal, metersBetween, type Point } from '@despacho/contracts/dispatch';

/** A place at a time, in milliseconds since 1970. */
export interface Spot extends Point {
  at: number;
  /** Radius in meters; null if the device did not report it. */
  accuracy: number | null;
  /** Meters a second, if the device reported it. */
  speed?: number | null | undefined;
}

/** A period of work, from «Salí a ruta» to «Cierre», in milliseconds since 1970. */
export interface Span {
  from: number;
  /** Infinity while the day is not closed. */
  to: number;
}

interface Known {
  /** Stored fixes near the new ones, without doubtful ones. The newest of them is the courier's newest position. */
  stored: readonly Spot[];
  /** The newest fix that was too far from the one before it. */
  suspect: Spot | null;
  spans: readonly Span[];
  /** Why the courier can hardly be at a place; null for a plausible one. */
  placeDoubt: (place: Point) => FixDoubt | null;
}

interface Judgement {
  /** For each fix, in the given order: why it is not stored. */
  reasons: (FixRefusal | null)[];
  /** For each fix, in the given order: why it is stored and not shown. */
  doubts: (FixDoubt | null)[];
  suspect: Spot | null;
}

/** A phone that had no signal for a day sends late; older fixes are useless for dispatching. */
export const MAX_AGE_MS = 2 * 24 * 60 * 60_000;
/** Clock corrections are rounded to the minute, and measured over a slow line. */
const MAX_AHEAD_MS = 2 * 60_000;
/** Meters. A fix from a cell tower alone is worse. */
const MAX_RADIUS = 2000;
/** Meters a second: 200 km/h, above any vehicle in a city and below the usual error of a wrong fix. */
const MAX_SPEED = 56;
/** A way out of the office's area is followed while fixes come this often; a repeated wrong fix begins with a jump. */
const FOLLOWED_MS = 10 * 60_000;
/** Radius assumed for a device that reports none, in meters. */
const USUAL_RADIUS = 100;

/** Whether somebody can have moved from one spot to a later one. */
export function isReachable(from: Spot, to: Spot): boolean {
  const seconds = Math.max(1, (to.at - from.at) / 1000);
  const error = (from.accuracy ?? USUAL_RADIUS) + (to.accuracy ?? USUAL_RADIUS);
  return metersBetween(from, to) - error <= seconds * MAX_SPEED;
}

/** @returns why a fix is invalid, regardless of others. */
function faultOf({ at, lat, lng, accuracy }: Spot, spans: readonly Span[], now: number): FixRefusal | null {
  if (at > now + MAX_AHEAD_MS) return 'future';
  if (at < now - MAX_AGE_MS) return 'too_old';
  if (Math.abs(lat) > 90 || Math.abs(lng) > 180) return 'outside';
  if (lat === 0 && lng === 0) return 'no_signal';
  if (accuracy !== null && (accuracy < 0 || accuracy > MAX_RADIUS)) return 'inaccurate';
  if (spans.some(({ from, to }) => from <= at && at <= to)) return null;
  return spans.some(({ to }) => to < at) ? 'after_end' : 'before_start';
}

/**
 * Decides which of a courier's fixes are stored, and which of them are doubtful. Each is compared with the one before it
 * that is not. When two in a row are too far from that but near each other, the second is accepted: then the earlier one was
 * wrong. The same place again confirms nothing, because a device repeats an old fix exactly.
 * @param fixes in any order.
 */
export function judgeFixes(
  fixes: readonly Spot[],
  { stored, suspect, spans, placeDoubt }: Known,
  now: number,
): Judgement {
  const reasons = fixes.map((fix) => faultOf(fix, spans, now));
  const doubts = fixes.map((): FixDoubt | null => null);
  const steps = [
    // Positions stored by earlier releases may be abroad.
    ...stored.filter((spot) => placeDoubt(spot) !== 'abroad').map((spot) => ({ spot, index: -1 })),
    ...fixes.map((spot, index) => ({ spot, index })).filter(({ index }) => reasons[index] === null),
  ].toSorted((one, other) => one.spot.at - other.spot.at);
  let before: Spot | undefined;
  let doubted = suspect;
  for (const { spot, index } of steps) {
    if (index < 0) {
      before = spot;
      continue;
    }
    const follows = before !== undefined && isReachable(before, spot);
    const isFollowed = follows && before !== undefined && spot.at - before.at <= FOLLOWED_MS;
    const atPlace = placeDoubt(spot);
    const doubt = (spot.speed ?? 0) > MAX_SPEED ? 'speed' : atPlace === 'far' && isFollowed ? null : atPlace;
    if (doubt !== null) {
      doubts[index] = doubt;
    } else if (!before || follows) {
      before = spot;
    } else {
      const isConfirmed =
        doubted &&
        doubted.at > before.at &&
        doubted.at < spot.at &&
        metersBetween(doubted, spot) > 0 &&
        isReachable(doubted, spot);
      if (isConfirmed) before = spot;
      else doubts[index] = 'too_fast';
      doubted = isConfirmed ? null : spot;
    }
  }
  return { reasons, doubts, suspect: doubted };
}
