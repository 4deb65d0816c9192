interface Stop {
  id: string;
}

/**
 * Puts stops in an order that was decided on earlier.
 * @param wanted ids. Stops that have come since are put last, in their own order; ids that are gone are passed over.
 */
export function inOrder<T extends Stop>(stops: readonly T[], wanted: readonly string[]): T[] {
  const places = new Map(wanted.map((id, place) => [id, place]));
  const placeOf = ({ id }: T): number => places.get(id) ?? Infinity;
  return stops.toSorted((one, other) => {
    const [first, second] = [placeOf(one), placeOf(other)];
    return first === second ? 0 : first - second;
  });
}

/** @returns the ids with one of them moved to another place; places beyond the ends count as the ends. */
export function movedTo(ids: readonly string[], id: string, to: number): string[] {
  const rest = ids.filter((each) => each !== id);
  if (rest.length === ids.length) return [...ids];
  return rest.toSpliced(Math.min(rest.length, Math.max(0, to)), 0, id);
}

/** Whether stops stand in another order than these. */
export const differs = (one: readonly Stop[], other: readonly Stop[]): boolean =>
  one.length !== other.length || one.some(({ id }, place) => id !== other[place]?.id);

/** @returns the order that was decided on, none once the stops stand so: by then it is theirs, and may be changed by others. */
export const pendingOrder = (wanted: readonly string[], stops: readonly Stop[]): readonly string[] =>
  differs(inOrder(stops, wanted), stops) ? wanted : [];
