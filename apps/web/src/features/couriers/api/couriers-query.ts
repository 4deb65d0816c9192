import { type Courier, courierOperations } from '@despacho/contracts/dispatch';
import { queryOptions } from '@tanstack/react-query';
import { compareNames } from '../../../shared/fields/compare-names.ts';
import { call } from '../../../shared/http/call.ts';
import { readingChanges } from '../../../shared/queries/reading.ts';

/** Nested under the office's dispatch key, so that invalidating that includes the couriers. */
export const couriersKey = (officeId: string) => ['dispatch', officeId, 'couriers'] as const;

const byName = (couriers: readonly Courier[]): readonly Courier[] =>
  couriers.toSorted((one, other) => compareNames(one.name, other.name));

/** The couriers of an office by name, with their current load, including retired ones. */
export const couriersQuery = (officeId: string) =>
  queryOptions({
    queryKey: couriersKey(officeId),
    queryFn: (context): Promise<readonly Courier[]> =>
      call(courierOperations['couriers.list'], { query: { officeId }, ...readingChanges(context) }),
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
