import * as z from 'zod/mini';
import { operation } from '../operation.ts';
import { DISPATCH, LIST_ANSWER } from '../policy.ts';
import { inOffice } from './fields.ts';
import { courierChanged, orderChanged } from './order-events.ts';
import { viewChanged } from './views.ts';

/** What the log of an office keeps of dispatching; who is looking at what is in no log. */
export const loggedEvent = z.discriminatedUnion('type', [orderChanged, courierChanged, viewChanged]);

export type LoggedEvent = z.infer<typeof loggedEvent>;

export type LoggedEventType = LoggedEvent['type'];

/** Events of a page: the default, and the most one may ask for. */
export const HISTORY_PAGE = { size: 50, most: 200 } as const;

export const eventHistory = z.object({
  /**
   * Newest first, of those kinds the person may know of. An event is known again, here and on the stream, by its type with the
   * id and the version it tells of.
   */
  events: z.array(loggedEvent),
  /** What to ask with, as `antes`, for those before; null where there are none. */
  next: z.nullable(z.string()),
});

export type EventHistory = z.infer<typeof eventHistory>;

export const historyOperations = {
  'events.history': operation({
    summary: 'Lo que pasó en una oficina, de lo último a lo primero, por páginas',
    method: 'GET',
    path: '/api/events/history',
    policy: { ...DISPATCH, answerBytes: LIST_ANSWER },
    params: null,
    query: z.strictObject({
      ...inOffice.shape,
      antes: z.optional(z.string().check(z.regex(/^[1-9]\d{0,14}$/))),
      limite: z.optional(z.string().check(z.regex(/^([1-9]\d?|1\d\d|200)$/))),
    }),
    body: null,
    response: eventHistory,
  }),
};
