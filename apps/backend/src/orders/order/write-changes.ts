import { isDeepStrictEqual } from 'node:util';
import { type OrderChange, type OrderFields } from '@despacho/contracts/dispatch';
import { sql } from 'kysely';
import { inOffice } from '#platform/database/in-office.ts';
import { type Database } from '#platform/database/open-database.ts';
import { type Dispatcher } from '#platform/dispatch/dispatcher.ts';
import { type Batch, insertOrderEvents, type OrderEventPart } from './insert-order-events.ts';
import { doorKeyOf } from '../places/door-of.ts';
import { keyOfReference } from './client-reference.ts';
import { dueAt, type Columns, DETAIL_COLUMNS, type OrderRow, PROGRESS_COLUMNS, promiseOf } from './order-row.ts';

/** The known fields of an edited order; no others can be changed. */
type Known = Partial<OrderFields> & Pick<OrderFields, 'date' | 'windowTo'>;

/** One order's change: the row read, and the patch. */
export interface Change<Fields extends Known = Known> {
  row: Pick<OrderRow, 'id' | 'code' | 'version'>;
  fields: Fields;
  patch: Partial<Fields>;
  what: OrderChange;
}

const keysOf = (patch: Partial<OrderFields>) => Object.keys(patch) as (keyof OrderFields)[];

/** @returns the patch minus fields that did not change. */
export const differing = <Fields extends Known>(fields: Fields, patch: Partial<Fields>): Partial<Fields> =>
  Object.fromEntries(
    Object.entries(patch).filter(([key, value]) => !isDeepStrictEqual(fields[key as keyof Fields], value)),
  ) as Partial<Fields>;

const eventOf = ({ row, fields, patch, what }: Change): OrderEventPart => ({
  what,
  order: { id: String(row.id), code: row.code, version: row.version + 1 },
  before: Object.fromEntries(keysOf(patch).map((key) => [key, fields[key]])),
  after: patch,
});

/** @returns the change, which also clears a fixed place that is of another courier or day afterwards. */
const withPin = (change: Change): Change =>
  change.fields.pinned && !('pinned' in change.patch) && ('courierId' in change.patch || 'date' in change.patch)
    ? { ...change, patch: { ...change.patch, pinned: false } }
    : change;

/** Columns of one table that any of the changes touches. */
function touchedBy(changes: readonly Change[], columns: Columns) {
  const touched = new Set<string>(changes.flatMap(({ patch }) => keysOf(patch)));
  return Object.entries(columns)
    .filter(([key]) => touched.has(key))
    .map(([key, [column, type]]) => ({ key: key as keyof OrderFields, column, type }));
}

type Touched = ReturnType<typeof touchedBy>;

const setsOf = (touched: Touched) => touched.map(({ column }) => sql`${sql.ref(column)} = ${sql.ref(`c.${column}`)}`);
const typesOf = (touched: Touched) => touched.map(({ column, type }) => sql`${sql.ref(column)} ${sql.raw(type)}`);

/**
 * Fields that only other orders of the batch change keep their value. @throws Error if such a field was not read: it
 * would be written as null.
 */
function valuesOf({ row, fields, patch }: Change, touched: Touched) {
  const after: Partial<OrderFields> = { ...fields, ...patch };
  const unread = touched.find(({ key }) => !(key in after));
  if (unread) throw new Error(`Order ${row.code} was read without ${unread.key}, which another one changes`);
  return Object.fromEntries(touched.map(({ key, column }) => [column, after[key]]));
}

async function updateProgress(
  trx: Database,
  { officeId, timeZone, username, user }: Dispatcher,
  { now }: Batch,
  changes: readonly Change[],
): Promise<void> {
  const touched = touchedBy(changes, PROGRESS_COLUMNS);
  const isMoved = changes.some(({ patch }) => 'date' in patch || 'windowTo' in patch);
  const rows = changes.map((change) => ({
    id: change.row.id,
    version: change.row.version,
    changed_what: change.what,
    ...(isMoved && { due_at: dueAt({ ...change.fields, ...change.patch }, timeZone) }),
    ...valuesOf(change, touched),
  }));
  const types = sql.join([sql`id bigint, version integer, changed_what text, due_at timestamptz`, ...typesOf(touched)]);
  const sets = [
    sql`version = order_progress.version + 1`,
    sql`changed_at = ${now}`,
    sql`changed_username = ${username}`,
    sql`changed_user = ${user}`,
    sql`changed_what = c.changed_what`,
    ...(isMoved ? [sql`due_at = c.due_at`] : []),
    ...setsOf(touched),
  ];
  const { numAffectedRows } = await sql`
    update order_progress set ${sql.join(sets)}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as c (${types})
    where order_progress.office_id = ${officeId} and order_progress.order_id = c.id
      and order_progress.version = c.version`.execute(trx);
  if (Number(numAffectedRows ?? 0) !== changes.length)
    throw new Error(`${String(numAffectedRows ?? 0)} of ${changes.length} orders could be changed`);
}

/** Fields that determine the key of a reference. */
const REFERENCE_FIELDS: ReadonlySet<keyof OrderFields> = new Set(['clientId', 'clientName', 'clientReference']);

/** Fields that say where an order is. */
const PLACE_FIELDS: ReadonlySet<keyof OrderFields> = new Set([
  'address',
  'ubigeo',
  'lat',
  'lng',
  'approximate',
  'placeDegree',
  'placeSource',
  'placeRadius',
  'placeContested',
]);

async function updateDetails(
  trx: Database,
  dispatcher: Dispatcher,
  { now }: Batch,
  changes: readonly Change[],
): Promise<void> {
  const corrected = changes.filter(({ patch }) => keysOf(patch).some((key) => key in DETAIL_COLUMNS));
  if (corrected.length === 0) return;
  const touched = touchedBy(corrected, DETAIL_COLUMNS);
  const isPromised = touched.some(({ key }) => key === 'windowFrom' || key === 'windowTo');
  const isReferred = touched.some(({ key }) => REFERENCE_FIELDS.has(key));
  const isPlaced = touched.some(({ key }) => PLACE_FIELDS.has(key));
  const rows = corrected.map((change) => ({
    id: change.row.id,
    ...valuesOf(change, touched),
    ...(isReferred && { reference_key: keyOfReference({ ...change.fields, ...change.patch } as OrderFields) }),
    ...(isPlaced &&
      keysOf(change.patch).some((key) => PLACE_FIELDS.has(key)) && {
        place_at: now,
        door_key: doorKeyOf({ ...change.fields, ...change.patch } as OrderFields),
      }),
    ...(isPromised && promiseOf({ ...change.fields, ...change.patch } as OrderFields, dispatcher.timeZone)),
  }));
  const sets = setsOf(touched);
  // A duplicate that is older than keys stays one until its client or reference changes.
  if (isReferred)
    sets.push(sql`reference_key = c.reference_key, reference_copy = case
      when order_details.reference_key is distinct from c.reference_key then 0 else reference_copy end`);
  // Always later than before, so that `forget_place` keeps what is written here.
  if (isPlaced)
    sets.push(sql`place_at = case when c.place_at is null then order_details.place_at
        else greatest(c.place_at, order_details.place_at + interval '1 microsecond') end,
      door_key = case when c.place_at is null then order_details.door_key else c.door_key end`);
  // The right-hand side is the row before the change.
  if (touched.some(({ key }) => key === 'date'))
    sets.push(sql`first_date = coalesce(first_date, nullif(order_details.date, c.date))`);
  // The first window of an order that had none. Later ones break or keep the same promise.
  if (isPromised)
    sets.push(sql`promised_from = coalesce(order_details.promised_from, c.promised_from),
      promised_to = coalesce(order_details.promised_to, c.promised_to),
      promised_hour = coalesce(order_details.promised_hour, c.promised_hour)`);
  await sql`
    update order_details set ${sql.join(sets)}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as c (${sql.join([
        sql`id bigint, reference_key text, promised_from timestamptz, promised_to timestamptz,
        promised_hour text, place_at timestamptz, door_key text`,
        ...typesOf(touched),
      ])})
    where ${inOffice(dispatcher, 'order_details')} and order_details.id = c.id`.execute(trx);
  if (touched.some(({ key }) => key === 'clientId' || key === 'ubigeo'))
    await sql`
      update evidence set client_id = details.client_id, ubigeo = details.ubigeo
      from order_details as details
      where details.office_id = ${dispatcher.officeId} and details.id = any(${rows.map(({ id }) => id)}::bigint[])
        and evidence.company_id = ${dispatcher.companyId} and evidence.office_id = details.office_id
        and evidence.order_id = details.id
        and (evidence.client_id, evidence.ubigeo) is distinct from (details.client_id, details.ubigeo)`.execute(trx);
}

/**
 * Writes the changes of some orders and their events, in one statement each. A fixed place ends with its courier or day.
 * The caller has locked the office's row before reading the orders.
 * @param given changes of orders of the office, without empty patches.
 */
export async function writeChanges(
  trx: Database,
  dispatcher: Dispatcher,
  batch: Batch,
  given: readonly Change[],
): Promise<void> {
  if (given.length === 0) return;
  const changes = given.map(withPin);
  await updateProgress(trx, dispatcher, batch, changes);
  // A separate statement: the triggers that keep the tallies read the other half as it is at the end of each statement.
  await updateDetails(trx, dispatcher, batch, changes);
  await insertOrderEvents(trx, dispatcher, batch, changes.map(eventOf));
}
