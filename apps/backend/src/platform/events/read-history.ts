import { mayUse } from '@despacho/contracts';
import { DISPATCH_EVENT_ACCESS, type EventHistory, type LoggedEventType } from '@despacho/contracts/dispatch';
import { type Dispatcher } from '../dispatch/dispatcher.ts';
import { type PlatformServices } from '../services.ts';
import { readEvent } from './read-event.ts';

const LOGGED = [
  'order.changed',
  'courier.changed',
  'view.changed',
  'day.changed',
  'evidence.removed',
] as const satisfies LoggedEventType[];

/**
 * Events of an office from its log, newest first.
 * @param modules of the reader: event types they may not see are omitted.
 * @param before exclusive start position in the log; omit to start at its end.
 * @returns at most `size` events, and where to continue.
 */
export async function readHistory(
  { db }: PlatformServices,
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
    // One extra row shows whether there are more.
    .limit(size + 1)
    .execute();
  const page = rows.slice(0, size);
  return {
    events: page.map(({ data }) => readEvent(data)),
    next: rows.length > size ? String(page.at(-1)?.position ?? '') : null,
  };
}
