import { metersBetween, type Point } from '@despacho/contracts/dispatch';
import { type Spot } from '../positions/judge-fixes.ts';
import { isWithin, type Period, usableFixes } from '../trails/trail.ts';

/** A stay at a stop's place, in milliseconds since 1970. */
export interface Arrival {
  at: number;
  /** The last fix there: until when the courier certainly was there. */
  until: number;
  /** The first fix elsewhere; null if there was none soon after. */
  left: number | null;
}

/** The coordinates of a place, and the radius in meters that counts as arrival. */
export interface Door extends Point {
  radius: number;
}

const SECOND = 1000;
const MINUTE = 60 * SECOND;

/** The shortest stay: longer than traffic lights. */
const DWELL_MS = 90 * SECOND;
/** The longest time between two fixes of one stay: some trackers send none while they do not move. */
const SILENCE_MS = 10 * MINUTE;
/** How long fixes may be elsewhere within a stay: receivers drift between buildings. */
const DRIFT_MS = 90 * SECOND;
/** Meters a second from a door to the next fix: this much of the time between them was travel. */
const LEAVING_SPEED = 4;

/**
 * Jumps are found in a slot of the clock and what is around it, so that the result never depends on fixes further away.
 */
const SLOT_MS = 5 * MINUTE;
const AROUND_MS = 5 * MINUTE;

const slotOf = (at: number): number => Math.floor(at / SLOT_MS);

/** @param fixes by time. @returns those that are not jumps. */
function withoutJumps(fixes: readonly Spot[]): Spot[] {
  const slots = Map.groupBy(fixes, ({ at }) => slotOf(at));
  let [first, end] = [0, 0];
  return [...slots.keys()].flatMap((slot) => {
    const from = slot * SLOT_MS - AROUND_MS;
    const to = (slot + 1) * SLOT_MS + AROUND_MS;
    while ((fixes[first]?.at ?? from) < from) first++;
    while ((fixes[end]?.at ?? to) < to) end++;
    return usableFixes(fixes.slice(first, end)).fixes.filter(({ at }) => slotOf(at) === slot);
  });
}

/** An arrival, or a stay that may be too short for one. */
interface Stay extends Arrival {
  /** Until when the courier probably was there: the next fix, without the ride to it. */
  probable: number;
}

/** A run of fixes at a door, without the time after its last one. */
interface Run {
  first: Spot;
  last: Spot;
}

/** @returns the stay of a run that the fix `next` follows. */
function stayOf({ first, last }: Run, next: Spot | undefined): Stay {
  const seen = { at: first.at, until: last.at };
  if (!next || next.at - last.at > SILENCE_MS) return { ...seen, probable: last.at, left: null };
  const ride = (metersBetween(last, next) / LEAVING_SPEED) * SECOND;
  return { ...seen, probable: Math.max(last.at, Math.floor(next.at - ride)), left: next.at };
}

/** @param fixes by time, without jumps. @returns all stays at a door, also the short ones. */
function staysAt(door: Door, fixes: readonly Spot[]): Stay[] {
  const stays: Stay[] = [];
  let run: Run | undefined;
  /** The first fix elsewhere since the run's last one. */
  let elsewhere: Spot | undefined;
  const end = (): void => {
    if (run) stays.push(stayOf(run, elsewhere));
    [run, elsewhere] = [undefined, undefined];
  };
  for (const fix of fixes) {
    // An inaccurate fix does not say whether somebody is there.
    if ((fix.accuracy ?? 0) > door.radius) continue;
    if (metersBetween(door, fix) > door.radius) {
      if (run && !isWithin(door, door.radius, fix)) elsewhere ??= fix;
      continue;
    }
    if (run && fix.at - run.last.at > (elsewhere ? DRIFT_MS : SILENCE_MS)) end();
    run = { first: run?.first ?? fix, last: fix };
    elsewhere = undefined;
  }
  end();
  return stays;
}

/** Of each period of this many milliseconds, the first fix is used: one fix a second must not cost more than others. */
export const SAMPLE_MS = 10 * SECOND;

export const sampleOf = (at: number): number => Math.floor(at / SAMPLE_MS);

const isLong = ({ at, probable }: Stay): boolean => probable - at >= DWELL_MS;

const arrivalOf = ({ at, until, left }: Stay): Arrival => ({ at, until, left });

/**
 * @param fixes of one courier, in any order.
 * @returns the arrivals at a door, by time. They depend on the fixes alone, not on their order, and do not overlap.
 */
export const arrivalsAt = (door: Door, fixes: readonly Spot[]): Arrival[] => {
  const byTime = fixes.toSorted((one, other) => one.at - other.at);
  return staysAt(door, withoutJumps(byTime)).filter(isLong).map(arrivalOf);
};

/**
 * @param touched the times of new fixes.
 * @returns `changed`, outside of which no stay can have changed, and `needed`, the fixes that decide about them.
 */
export function affectedBy({ from, to }: Period): { changed: Period; needed: Period } {
  const slots = {
    from: slotOf(from - AROUND_MS) * SLOT_MS,
    to: (slotOf(to + AROUND_MS) + 1) * SLOT_MS,
  };
  const changed = { from: slots.from - SILENCE_MS, to: slots.to + SILENCE_MS };
  // A stay that is not stored is shorter than DWELL_MS.
  const reach = SILENCE_MS + DWELL_MS;
  return {
    changed,
    needed: {
      from: slotOf(changed.from - reach) * SLOT_MS - AROUND_MS,
      to: (slotOf(changed.to + reach) + 1) * SLOT_MS + AROUND_MS,
    },
  };
}

const meets = ({ at, until }: Arrival, { from, to }: Period): boolean => until >= from && at <= to;

/** What differs between the arrivals that are stored and those that the fixes show. */
export interface Difference {
  removed: Arrival[];
  /** New, or stored with another end. */
  put: Arrival[];
  /** Whether more than an end moved: an arrival or a departure was added or removed. */
  isNews: boolean;
}

/**
 * @param fixes of one courier, those that are needed, by `affectedBy`, in any order.
 * @returns those that are no jumps, by time, without the outermost ones, which only decide about others.
 */
export function usableIn(fixes: readonly Spot[], { needed }: ReturnType<typeof affectedBy>): Spot[] {
  const byTime = fixes.toSorted((one, other) => one.at - other.at);
  return withoutJumps(byTime).filter(({ at }) => at >= needed.from + AROUND_MS && at < needed.to - AROUND_MS);
}

/**
 * Corrects the arrivals at one door after new fixes, without reading the day.
 * @param usable by `usableIn`.
 * @param stored the arrivals there that meet `changed`.
 * @param closedAt when the visit was closed: arrivals after it do not count.
 * @returns what to change: afterwards they are what `arrivalsAt` returns for all fixes.
 */
export function correctionOf(
  door: Door,
  { usable, stored, closedAt = Infinity }: { usable: readonly Spot[]; stored: readonly Arrival[]; closedAt?: number },
  changed: Period,
): Difference {
  const wanted = staysAt(door, usable)
    .filter((stay) => meets(stay, changed))
    .map((stay): Stay => {
      // What is outside `changed` is as it was, also beyond the fixes that were read.
      const storedAt = (time: number) => stored.find(({ at, until }) => at <= time && time <= until);
      const start = stay.at < changed.from ? storedAt(stay.at) : undefined;
      const end = stay.until > changed.to ? storedAt(stay.until) : undefined;
      const until = end?.until ?? stay.until;
      const probable = Math.max(until, stay.probable);
      return { at: start?.at ?? stay.at, until, left: end ? end.left : stay.left, probable };
    })
    .filter((stay) => isLong(stay) && stay.at <= closedAt)
    .map(arrivalOf);
  const same = (one: Arrival) => (other: Arrival) => one.at === other.at;
  const removed = stored.filter((each) => !wanted.some(same(each)));
  const put = wanted.filter((each) => {
    const before = stored.find(same(each));
    return !before || before.until !== each.until || before.left !== each.left;
  });
  const isNews = removed.length > 0 || put.some((each) => stored.find(same(each))?.left !== each.left);
  return { removed, put, isNews };
}
