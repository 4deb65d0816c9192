import { type DayChange, type DayChanged, type OrderChanged, UNDO_SECONDS } from '@despacho/contracts/dispatch';
import { sql } from 'kysely';
import { listCouriersOf } from '#fleet/couriers/couriers-repository.ts';
import { inOffice } from '#platform/database/in-office.ts';
import { type Database } from '#platform/database/open-database.ts';
import { type Dispatcher } from '#platform/dispatch/dispatcher.ts';
import { definedFields } from '#platform/dispatch/defined-fields.ts';
import { readEvent } from '#platform/events/read-event.ts';
import { type DispatchFields } from '#orders/order/order-row.ts';
import { conflict, notFound, Refusal } from '#platform/refusal.ts';
import { type BulkOperation, changeOrders } from './change-orders.ts';
import { NOT_ENDED } from './start-route.ts';

/**
 * @throws Refusal not-found for a batch of another office, forbidden for another person's batch, conflict after the
 * time limit.
 */
async function checkBatch(trx: Database, dispatcher: Dispatcher, id: string, now: Date): Promise<Date> {
  const batch = await trx
    .selectFrom('batches')
    .select(['person', 'at', 'undoable', 'undone_by'])
    .where(inOffice(dispatcher))
    .where('id', '=', id)
    .executeTakeFirstOrThrow(notFound);
  if (batch.person !== dispatcher.sub) throw new Refusal('forbidden', 'Solo puede deshacer lo que hizo usted');
  if (!batch.undoable) throw conflict('Ese cambio no se puede deshacer');
  if (batch.undone_by !== null) throw conflict('Ese cambio ya se deshizo');
  if (now.getTime() - batch.at.getTime() > UNDO_SECONDS * 1000)
    throw conflict(`Ya pasaron los ${UNDO_SECONDS} segundos para deshacerlo`);
  return batch.at;
}

/** @returns when the office closed a courier's route, if nothing else of that route has happened since. */
async function closedBefore(
  trx: Database,
  { officeId }: Dispatcher,
  { courier, day }: DayChanged,
  { batch, at }: { batch: string; at: Date },
): Promise<Date | null> {
  const { rows } = await sql<{ at: Date; what: DayChange }>`
    select at, data ->> 'what' as what from events
    where office_id = ${officeId} and at > ${at}::timestamptz - interval '2 days' and type = 'day.changed'
      and data ->> 'day' = ${day} and data -> 'courier' ->> 'id' = ${courier.id}
      and data ->> 'what' in ('salida', 'despachada', 'cierre', 'cerrada') and batch is distinct from ${batch}
      and not exists (select from batches where batches.id = events.batch and undone_by is not null)
    order by position desc limit 1`.execute(trx);
  const [last] = rows;
  return last?.what === 'cerrada' ? last.at : null;
}

/** Reverts the starts and ends of routes that the office recorded with a request, as of the time of the request. */
async function undoRoutes(
  trx: Database,
  dispatcher: Dispatcher,
  { events, ...request }: { events: readonly DayChanged[]; batch: string; at: Date },
): Promise<void> {
  const { at } = request;
  for (const event of events) {
    const known = trx
      .updateTable('courier_days')
      .where(inOffice(dispatcher))
      .where('courier_id', '=', Number(event.courier.id))
      .where('day', '=', event.day)
      .where('confirmed_at', 'is', null);
    if (event.what === 'cerrada') {
      await known.set(NOT_ENDED).where('ended_at', '=', at).where('ended_by_office', '=', true).execute();
      continue;
    }
    await known.set({ set_out_at: null }).where('set_out_at', '=', at).execute();
    const closed = { ended_at: await closedBefore(trx, dispatcher, event, request), unsent: 0, ended_by_office: true };
    if (closed.ended_at !== null) await known.set(closed).where('ended_at', 'is', null).execute();
  }
}

async function eventsOf(trx: Database, officeId: string, batch: string): Promise<(DayChanged | OrderChanged)[]> {
  const rows = await trx
    .selectFrom('events')
    .select('data')
    .where('office_id', '=', officeId)
    .where('batch', '=', batch)
    .orderBy('position')
    .execute();
  return rows.map(({ data }) => readEvent(data) as DayChanged | OrderChanged);
}

/**
 * Undoes the changes of one request, except for orders changed since: each order gets back the values that its event
 * recorded. For the others, the receipt names who changed them.
 */
export const undoBatch: BulkOperation<string> = (services, dispatcher, key, batch) =>
  changeOrders(services, dispatcher, {
    key,
    operation: 'undo',
    content: batch,
    refs: [],
    undoes: batch,
    plan: async (trx, now) => {
      const at = await checkBatch(trx, dispatcher, batch, now);
      const all = await eventsOf(trx, dispatcher.officeId, batch);
      await undoRoutes(trx, dispatcher, { events: all.filter((event) => event.type === 'day.changed'), batch, at });
      const events = all.filter((event) => event.type === 'order.changed');
      const before = new Map(events.map((event) => [event.order.id, definedFields<DispatchFields>(event.before)]));
      const couriers = await listCouriersOf(trx, dispatcher);
      const retired = new Set(couriers.filter(({ state }) => state === 'retirado').map(({ id }) => String(id)));
      await trx
        .updateTable('batches')
        .set({ undone_by: dispatcher.sub })
        .where(inOffice(dispatcher))
        .where('id', '=', batch)
        .execute();
      return {
        refs: events.map(({ order: { id, version } }) => ({ id, version })),
        decide: ({ id }) => {
          const patch = before.get(String(id)) ?? {};
          // A courier retired since then gets no orders back.
          return retired.has(patch.courierId ?? '') ? 'state' : { what: 'deshecha', patch };
        },
      };
    },
  });
