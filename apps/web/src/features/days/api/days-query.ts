import { type DayList, dayOperations } from '@despacho/contracts/dispatch';
import { queryOptions } from '@tanstack/react-query';
import { call } from '#shared/http/call.ts';
import { reading } from '#shared/queries/reading.ts';

/** Nested under the office's dispatch key. */
export const daysKey = (officeId: string) => ['dispatch', officeId, 'days'] as const;

/** The couriers' results of a day. */
export const daysQuery = (officeId: string, day: string) =>
  queryOptions({
    queryKey: [...daysKey(officeId), day],
    queryFn: (context): Promise<DayList> =>
      call(dayOperations['days.list'], { query: { officeId, day }, ...reading(context) }),
  });
