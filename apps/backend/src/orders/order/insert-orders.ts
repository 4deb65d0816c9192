import { type OrderCreation, type OrderFields } from '@despacho/contracts/dispatch';
import { sql } from 'kysely';
import { inOffice } from '#platform/database/in-office.ts';
import { type Database } from '#platform/database/open-database.ts';
import { type Dispatcher } from '#platform/dispatch/dispatcher.ts';
import { lockOffice } from '#people/offices/offices-repository.ts';
import { type Batch, insertOrderEvents, type OrderEventPart } from './insert-order-events.ts';
import { insertOrderRows } from './insert-order-rows.ts';
import { placeOrders } from '../places/place-orders.ts';
import { addWaiting } from '../places/waiting-orders.ts';
import { type OrderServices } from '../services.ts';

/** The initial state of every order. */
export const BEGINNING = {
  state: 'pendiente' as const,
  attempt: 1,
  courierId: null,
  sequence: null,
  sequenceDay: null,
  pinned: false,
  reason: null,
  wanted: null,
  payments: [],
  difference: null,
  closedAt: null,
  visitDay: null,
} satisfies Partial<OrderFields>;

export type NewOrder = Omit<OrderFields, keyof typeof BEGINNING>;

/** Fits ten million; longer numbers are not truncated. */
const CODE_DIGITS = 7;

/** The code of a company's nth order. */
export const codeOf = (number: number): string => `D${String(number).padStart(CODE_DIGITS, '0')}`;

/**
 * Takes the next codes of a company, ascending. Does not lock: a rollback leaves a gap, and codes taken concurrently
 * interleave.
 */
async function takeCodes(trx: Database, companyId: string, count: number): Promise<string[]> {
  const { rows } = await sql<{ number: number }>`
    select nextval(order_numbers_of(${companyId})) as number from generate_series(1, ${count}::integer)`.execute(trx);
  return rows.map(({ number }) => codeOf(number));
}

/** @returns the clients that have the orders of those that were merged since these orders were read. */
async function currentClients(
  trx: Database,
  companyId: string,
  orders: readonly Pick<OrderFields, 'clientId'>[],
): Promise<ReadonlyMap<string | null, string | null>> {
  const ids = [...new Set(orders.flatMap(({ clientId }) => clientId ?? []))];
  if (ids.length === 0) return new Map();
  const rows = await trx
    .selectFrom('clients')
    .select(['id', 'merged_into'])
    .where('company_id', '=', companyId)
    .where('merged_into', 'is not', null)
    .where(sql<boolean>`id = any(${ids}::text[])`)
    .execute();
  return new Map(rows.map(({ id, merged_into }) => [id, merged_into]));
}

/**
 * Inserts new orders with their events, in the same number of statements for one as for a thousand.
 * @returns their ids and codes, in the given order.
 */
export async function insertOrders(
  trx: Database,
  dispatcher: Dispatcher,
  batch: Batch,
  orders: readonly NewOrder[],
  what: OrderCreation = 'creada',
): Promise<{ id: number; code: string }[]> {
  const codes = await takeCodes(trx, dispatcher.companyId, orders.length);
  // Must precede any write to the tallies: all writers to an office's orders take this lock first.
  await lockOffice(trx, dispatcher);
  const current = await currentClients(trx, dispatcher.companyId, orders);
  const rows = orders.map((each, index) => ({
    code: codes[index] ?? '',
    fields: { ...BEGINNING, ...each, clientId: current.get(each.clientId) ?? each.clientId },
    createdAt: batch.now,
    changedAt: batch.now,
    version: 1,
    what,
  }));
  const idOf = await insertOrderRows(trx, dispatcher, rows);
  const events = rows.map(({ code, fields }): OrderEventPart => ({
    what,
    order: { id: String(idOf.get(code)), code, version: 1 },
    before: {},
    after: fields,
  }));
  await insertOrderEvents(trx, dispatcher, batch, events);
  return codes.map((code) => ({ id: idOf.get(code) ?? 0, code }));
}

/**
 * Inserts new orders, those without coordinates at the place known for their address. For others the geocoder, if there
 * is one, is called later.
 * @returns their ids and codes, in the given order.
 */
export async function insertPlaced(
  trx: Database,
  { config }: Pick<OrderServices, 'config'>,
  dispatcher: Dispatcher,
  batch: Batch,
  orders: readonly NewOrder[],
  what?: OrderCreation,
): Promise<{ id: number; code: string }[]> {
  const placed = await placeOrders({ db: trx, config }, dispatcher, orders, batch.now);
  const inserted = await insertOrders(
    trx,
    dispatcher,
    batch,
    placed.map(({ fields }) => fields),
    what,
  );
  const others = placed.flatMap(({ other }, index) =>
    other ? [{ id: inserted[index]?.id, lat: other.lat, lng: other.lng }] : [],
  );
  if (others.length > 0)
    await sql`
      update order_details set other_lat = c.lat, other_lng = c.lng
      from jsonb_to_recordset(${JSON.stringify(others)}::jsonb) as c (id bigint, lat float8, lng float8)
      where ${inOffice(dispatcher, 'order_details')} and order_details.id = c.id`.execute(trx);
  const unknown = inserted.filter((_, index) => placed[index]?.isUnknown).map(({ id }) => id);
  if (config.geocoder) await addWaiting(trx, dispatcher, unknown, batch.now);
  return inserted;
}
