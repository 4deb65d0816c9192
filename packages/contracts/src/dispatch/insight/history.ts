import * as z from 'zod/mini';
import { operation } from '../../operation.ts';
import { DISPATCH, LIST_ANSWER } from '../../policy.ts';
import { dayChanged } from '../work/days.ts';
import { inOffice } from '../platform/fields.ts';
import { courierChanged, evidenceRemoved, orderChanged } from '../orders/order-events.ts';
import { viewChanged } from '../orders/views.ts';

/** The events in an office's log. Presence is never logged. */
const loggedEvent = z.discriminatedUnion('type', [
  orderChanged,
  courierChanged,
  viewChanged,
  dayChanged,
  evidenceRemoved,
]);

export type LoggedEvent = z.infer<typeof loggedEvent>;

export type LoggedEventType = LoggedEvent['type'];

/** Page size of the history: default and maximum. */
export const HISTORY_PAGE = { size: 50, most: 200 } as const;

const eventHistory = z.object({
  /**
   * Newest first, limited to the types the person may see. To match an event with one from the stream, compare its
   * type, id and version.
   */
  events: z.array(loggedEvent),
  /** The `antes` parameter of the next, older page; null on the last page. */
  next: z.nullable(z.string()),
});

export type EventHistory = z.infer<typeof eventHistory>;

export const historyOperations = {
  'events.history': operation('GET', '/api/events/history', {
    summary: 'Lo que pasó en una oficina, de lo último a lo primero, por páginas',
    policy: { ...DISPATCH, answerBytes: LIST_ANSWER },
    query: z.strictObject({
      ...inOffice.shape,
      antes: z.optional(z.string().check(z.regex(/^[1-9]\d{0,14}$/))),
      limite: z.optional(z.string().check(z.regex(/^([1-9]\d?|1\d\d|200)$/))),
    }),
    response: eventHistory,
  }),
};
