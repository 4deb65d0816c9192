import {
  carryDay,
  compareStops,
  LOADED_STATES,
  numberedOn,
  OPEN_STATES,
  type OrderRef,
} from '@despacho/contracts/dispatch';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import { inOffice, type OfficeKey } from '#platform/database/in-office.ts';
import { type Database } from '#platform/database/open-database.ts';
import { type OrdersView } from '#platform/database/schema.ts';
import { carriedOn, type LoadDay } from '#platform/dispatch/load-day.ts';
import { notFound } from '#platform/refusal.ts';
import { DISPATCH_COLUMNS, type DispatchRow, type OrderRow } from './order-row.ts';

/** @param source the present orders, or those of `ordersAsOf`. */
const namedOf = (db: Database, office: OfficeKey, source: RawBuilder<Selectable<OrdersView>> = sql.table('orders')) =>
  db
    .selectFrom(source.as('orders'))
    .leftJoin('couriers', 'couriers.id', 'orders.courier_id')
    .select('couriers.name as courier_name')
    .where(inOffice(office, 'orders'));

/** The orders of an office, each with its courier's name. @param source as above. */
export const ordersOf = (db: Database, where: OfficeKey, source?: RawBuilder<Selectable<OrdersView>>) =>
  namedOf(db, where, source).selectAll('orders');

/** One array parameter: describing, sending and binding up to a thousand separate ids would be slow. */
export const isOneOf = (ids: readonly number[]) => sql<boolean>`orders.id = any(${ids}::bigint[])`;

export const findOrder = (db: Database, where: OfficeKey, id: number): Promise<OrderRow | undefined> =>
  ordersOf(db, where).where('orders.id', '=', id).executeTakeFirst();

/** @throws Refusal not-found for an order of another office. */
export const requireOrder = (db: Database, where: OfficeKey, id: number): Promise<OrderRow> =>
  ordersOf(db, where).where('orders.id', '=', id).executeTakeFirstOrThrow(notFound);

/** @returns those of the orders that belong to this office. */
export const findOrders = (db: Database, where: OfficeKey, ids: readonly number[]): Promise<OrderRow[]> =>
  ordersOf(db, where).where(isOneOf(ids)).execute();

/** Open orders of one door that are read. */
const MAX_AT_DOOR = 1000;

/** @returns the open orders of an office at a door. */
export const openOrdersAt = (db: Database, where: OfficeKey, key: string): Promise<OrderRow[]> =>
  ordersOf(db, where)
    .where('orders.company_id', '=', where.companyId)
    .where('orders.door_key', '=', key)
    .where('orders.state', 'in', OPEN_STATES)
    .orderBy('orders.id')
    .limit(MAX_AT_DOOR)
    .execute();

/** @returns those of the orders that belong to this office, with the columns for dispatch operations, by id. */
export async function findDispatched(
  db: Database,
  where: OfficeKey,
  ids: readonly number[],
): Promise<Map<number, DispatchRow>> {
  const rows = await namedOf(db, where)
    .select(DISPATCH_COLUMNS.map((column) => `orders.${column}` as const))
    .where(isOneOf(ids))
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

/** @returns the couriers of some of the office's orders, each once. */
export async function couriersOf(db: Database, { officeId }: OfficeKey, ids: readonly number[]): Promise<number[]> {
  const rows = await db
    .selectFrom('order_progress')
    .select('courier_id as id')
    .distinct()
    .where('office_id', '=', officeId)
    .where('courier_id', 'is not', null)
    .where(sql<boolean>`order_id = any(${ids}::bigint[])`)
    .execute();
  return rows.flatMap(({ id }) => id ?? []);
}

const LOADED = sql.join(LOADED_STATES.map((state) => sql.lit(state)));

type Placed = Pick<
  Selectable<OrdersView>,
  'id' | 'version' | 'state' | 'date' | 'sequence_day' | 'sequence' | 'lat' | 'lng' | 'approximate'
>;

/**
 * The orders of an office whose progress meets a condition, of all days. `offset` prevents any other join: with outdated
 * statistics the planner read the load again for each order of the day.
 */
const inProgress = (db: Database, { companyId, officeId }: OfficeKey, condition: RawBuilder<unknown>) =>
  db.selectFrom(
    sql<Placed>`(
      select details.*, progress.version, progress.state, progress.sequence_day, progress.sequence
      from order_progress as progress cross join lateral (
        select id, date, lat, lng, approximate from order_details
        where company_id = ${companyId} and office_id = progress.office_id and id = progress.order_id offset 0
      ) as details
      where progress.office_id = ${officeId} and ${condition}
    )`.as('orders'),
  );

/** The load of a courier, of all days. */
const loadOf = (db: Database, where: OfficeKey, courierId: number) =>
  inProgress(db, where, sql`progress.courier_id = ${courierId} and progress.state in (${LOADED})`);

/** The pending orders of an office on a day. */
export const pendingOn = (db: Database, where: OfficeKey, carried: LoadDay) =>
  inProgress(db, where, sql`progress.state = 'pendiente'`).where(carriedOn('orders.date', carried));

/** The orders that some couriers carry on a day. */
export const carriedBy = (db: Database, where: OfficeKey, couriers: readonly number[], carried: LoadDay) =>
  inProgress(db, where, sql`progress.courier_id = any(${couriers}::bigint[]) and progress.state in (${LOADED})`).where(
    carriedOn('orders.date', carried),
  );

/** @returns the orders that a courier carries on a day, in stop order, as references for a request. */
export async function findLoad(
  db: Database,
  where: OfficeKey,
  courierId: number,
  carried: LoadDay,
): Promise<OrderRef[]> {
  const rows = await loadOf(db, where, courierId)
    .select(['id', 'version', 'date', 'sequence', 'sequence_day as sequenceDay'])
    .where(carriedOn('orders.date', carried))
    .orderBy('id')
    .execute();
  return rows.toSorted(compareStops).map(({ id, version }) => ({ id: String(id), version }));
}

/** @returns the id of the stop that a courier is driving to: the first one of today that is on the way, if there is one. */
export async function findNextStop(
  db: Database,
  where: OfficeKey,
  courierId: number,
  today: string,
): Promise<string | undefined> {
  const rows = await loadOf(db, where, courierId)
    .select(['id', 'date', 'sequence', 'sequence_day as sequenceDay'])
    .where('state', '=', 'en_ruta')
    .where(carriedOn('orders.date', { day: today, today }))
    .orderBy('id')
    .execute();
  const [next] = rows.toSorted(compareStops);
  return next && String(next.id);
}

/** Takes the number of a courier's next stop on the day on which an order with this date is carried. */
export type TakeStop = (date: string) => ReturnType<typeof numberedOn>;

/**
 * @param today the working day that the courier is on.
 * @returns the counter of a courier's next stops: each day has its own route.
 */
export async function stopCounter(db: Database, where: OfficeKey, courierId: number, today: string): Promise<TakeStop> {
  const rows = await loadOf(db, where, courierId)
    .select((eb) => ['date', eb.fn.max('sequence').as('last')])
    .groupBy('date')
    .execute();
  const last = new Map<string, number>();
  const take = (date: string, number: (last: number) => number): number => {
    const day = carryDay(date, today);
    const next = number(last.get(day) ?? 0);
    last.set(day, next);
    return next;
  };
  for (const row of rows) take(row.date, (known) => Math.max(known, row.last ?? 0));
  return (date) =>
    numberedOn(
      carryDay(date, today),
      date,
      take(date, (known) => known + 1),
    );
}
