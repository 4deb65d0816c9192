import { type MoneyDay, type MoneyOfCourier, moneyOperations } from '@despacho/contracts/dispatch';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '#shared/http/call.ts';
import { reading, readingChanges } from '#shared/queries/reading.ts';

/** Collections arrive without an event for people who do not see orders. */
const REREAD_MS = 60_000;

/** Nested under the office's dispatch key. */
export const moneyKey = (officeId: string) => ['dispatch', officeId, 'money'] as const;

/** The money of a day, by courier. */
export const moneyDayQuery = (officeId: string, day: string) =>
  queryOptions({
    queryKey: [...moneyKey(officeId), day],
    queryFn: (context): Promise<MoneyDay> =>
      call(moneyOperations['money.day'], { query: { officeId, day }, ...readingChanges(context) }),
    refetchInterval: REREAD_MS,
  });

/** All that happened to the money of a courier. @param version of it in the list: a newer one is read again. */
export const moneyOfCourierQuery = (officeId: string, day: string, courierId: string, version: number) =>
  queryOptions({
    queryKey: [...moneyKey(officeId), day, courierId, version],
    queryFn: (context): Promise<MoneyOfCourier> =>
      call(moneyOperations['money.courier'], { query: { officeId, day, courierId }, ...reading(context) }),
    // Shown while a newer version is read. The panel of another courier is another component.
    placeholderData: keepPreviousData,
  });
