import { carryDay } from '../platform/working-day.ts';

interface Stop {
  id: string | number;
  date?: string | undefined;
}

/**
 * Sorts stops by an order chosen earlier, within the days on which they are carried.
 * @param wanted ids. Stops not in it go last, in their own order; ids without a stop are ignored.
 * @param today the working day: what was left from earlier days is carried on it.
 */
export function inOrder<T extends Stop>(stops: readonly T[], wanted: readonly string[], today: string): T[] {
  const places = new Map(wanted.map((id, place) => [id, place]));
  const placeOf = ({ id }: T): number => places.get(String(id)) ?? wanted.length;
  const dayOf = ({ date = today }: T): string => carryDay(date, today);
  return stops.toSorted((one, other) => dayOf(one).localeCompare(dayOf(other)) || placeOf(one) - placeOf(other));
}

/** @returns the ids with one moved to another index, clamped to the list. */
export function movedTo(ids: readonly string[], id: string, to: number): string[] {
  const rest = ids.filter((each) => each !== id);
  if (rest.length === ids.length) return [...ids];
  return rest.toSpliced(Math.min(rest.length, Math.max(0, to)), 0, id);
}

/** @returns whether the stops that are in both lists follow each other in the same order. */
export function isSameOrder(one: readonly string[], other: readonly string[]): boolean {
  const [first, second] = [new Set(one), new Set(other)];
  return one.filter((id) => second.has(id)).join() === other.filter((id) => first.has(id)).join();
}

/** Whether two lists contain different stops or another order. */
export const differs = (one: readonly Pick<Stop, 'id'>[], other: readonly Pick<Stop, 'id'>[]): boolean =>
  one.length !== other.length || one.some(({ id }, place) => id !== other[place]?.id);

/**
 * @returns the wanted order, or an empty one once the stops have it, so that later changes by others are not
 * overwritten.
 */
export const pendingOrder = (wanted: readonly string[], stops: readonly Stop[], today: string): readonly string[] =>
  differs(inOrder(stops, wanted, today), stops) ? wanted : [];
