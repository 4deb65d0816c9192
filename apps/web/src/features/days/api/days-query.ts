import {
  type ConfirmDay,
  type CourierDay,
  type DayList,
  dayOperations,
  type ReopenDay,
} from '@despacho/contracts/dispatch';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../shared/http/call.ts';
import { reading } from '../../../shared/queries/reading.ts';

/** Nested under the office's dispatch key. */
export const daysKey = (officeId: string) => ['dispatch', officeId, 'days'] as const;

/** The couriers' results of a day. */
export const daysQuery = (officeId: string, day: string) =>
  queryOptions({
    queryKey: [...daysKey(officeId), day],
    queryFn: (context): Promise<DayList> =>
      call(dayOperations['days.list'], { query: { officeId, day }, ...reading(context) }),
  });

/** @throws HttpFailure of kind conflict if the day is confirmed, or has other totals. */
export const confirmDay = (officeId: string, body: ConfirmDay, idempotencyKey: string): Promise<CourierDay> =>
  call(dayOperations['days.confirm'], { query: { officeId }, body, idempotencyKey });

/** @throws HttpFailure of kind conflict if the day is not confirmed. */
export const reopenDay = (officeId: string, body: ReopenDay, idempotencyKey: string): Promise<CourierDay> =>
  call(dayOperations['days.reopen'], { query: { officeId }, body, idempotencyKey });
