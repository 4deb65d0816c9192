import { type Courier, type CourierMap, courierOperations, RETIRED_PAGE } from '@despacho/contracts/dispatch';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { compareNames } from '#shared/fields/compare-names.ts';
import { call } from '#shared/http/call.ts';
import { readingChanges } from '#shared/queries/reading.ts';

/** Nested under the office's dispatch key, so that invalidating that includes the couriers. */
export const couriersKey = (officeId: string) => ['dispatch', officeId, 'couriers'] as const;

const byName = (couriers: readonly Courier[]): readonly Courier[] =>
  couriers.toSorted((one, other) => compareNames(one.name, other.name));

/**
 * The couriers of an office by name, with their load of a day, including the newest retired ones.
 * @param later the day of the load; today's by default.
 */
export const couriersQuery = (officeId: string, later?: string) =>
  queryOptions({
    queryKey: [...couriersKey(officeId), ...(later === undefined ? [] : [later])] as readonly string[],
    queryFn: (context): Promise<readonly Courier[]> =>
      call(courierOperations['couriers.list'], {
        query: { officeId, ...(later !== undefined && { dia: later }) },
        ...readingChanges(context),
      }),
    select: byName,
  });

/**
 * The same list for components that show only names: it is not fetched again when loads change, only after a courier
 * was created or edited.
 */
export const courierNamesQuery = (officeId: string) => ({
  ...couriersQuery(officeId),
  enabled: ({ state }: { state: { data: unknown; isInvalidated: boolean } }) =>
    state.data === undefined || state.isInvalidated,
});

/** The same for the day that the desk shows. Live events refetch only a list that is shown, so any other is stale. */
export const couriersOn = (officeId: string, { day, today }: { day: string; today: string }) => ({
  ...couriersQuery(officeId, day === today ? undefined : day),
  staleTime: 0,
});

/** @returns the id of the last of these retired couriers, newest first, if there may be more; otherwise undefined. */
export function lastOf(couriers: readonly Courier[]): string | undefined {
  const retired = couriers.filter(({ state }) => state === 'retirado').map(({ id }) => id);
  return retired.length < RETIRED_PAGE ? undefined : retired.reduce((one, other) => (+one < +other ? one : other));
}

/** Pages of further retired couriers. @param after the last one of the list. */
export const retiredQuery = (officeId: string, after: string | undefined) =>
  infiniteQueryOptions({
    // Under the list's key, so that a change of a courier reloads the pages too.
    queryKey: [...couriersKey(officeId), 'retired', after],
    queryFn: ({ pageParam, signal }): Promise<readonly Courier[]> =>
      call(courierOperations['couriers.retired'], { query: { officeId, antes: pageParam }, signal }),
    initialPageParam: after ?? '',
    getNextPageParam: lastOf,
    select: ({ pages }) => pages.flat(),
  });

/** Apart from the list's key: a map's couriers do not change with their loads. */
export const courierMapKey = (officeId: string) => ['dispatch', officeId, 'courier-map'] as const;

/** How often it is read again, in milliseconds: people with M01 alone receive no event of a change. */
const REREAD_MS = 5 * 60_000;

/** An office's couriers as the map shows them, and when they count as silent. Only for people with module M01. */
export const courierMapQuery = (officeId: string) =>
  queryOptions({
    queryKey: courierMapKey(officeId),
    queryFn: (context): Promise<CourierMap> =>
      call(courierOperations['couriers.map'], { query: { officeId }, ...readingChanges(context) }),
    staleTime: REREAD_MS,
    refetchInterval: REREAD_MS,
  });
