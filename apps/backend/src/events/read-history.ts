import { mayUse } from '@despacho/contracts';
import {
  DISPATCH_EVENT_ACCESS,
  type EventHistory,
  type LoggedEvent,
  type LoggedEventType,
} from '@despacho/contracts/dispatch';
import { type Dispatcher } from '../dispatch/dispatcher.ts';
import { type Services } from '../services.ts';

const LOGGED = ['order.changed', 'courier.changed', 'view.changed'] as const satisfies LoggedEventType[];

/**
 * What happened in an office, newest first, as its log tells it.
 * @param modules of who asks: kinds of events they may not know of are left out.
 * @param before the place in the log to read from, itself left out; none for its end.
 * @returns at most `size` events, and where to read on.
 */
export async function readHistory(
  { db }: Services,
  { officeId }: Dispatcher,
  modules: readonly string[],
  { before, size }: { before: number | undefined; size: number },
): Promise<EventHistory> {
  const types = LOGGED.filter((type) => mayUse(DISPATCH_EVENT_ACCESS[type], modules));
  if (types.length === 0) return { events: [], next: null };
  const rows = await db
    .selectFrom('events')
    .select(['position', 'data'])
    .where('office_id', '=', officeId)
    .where('type', 'in', types)
    .$if(before !== undefined, (query) => query.where('position', '<', before ?? 0))
    .orderBy('position', 'desc')
    // One more than is told, to know whether there is any.
    .limit(size + 1)
    .execute();
  const page = rows.slice(0, size);
  return {
    events: page.map(({ data }) => data as LoggedEvent),
    next: rows.length > size ? String(page.at(-1)?.position ?? '') : null,
  };
}
