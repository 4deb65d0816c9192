import { type OrderChange, type OrderFields } from '@despacho/contracts/dispatch';
import { sql } from 'kysely';
import { type Database } from '../database/open-database.ts';
import { type Dispatcher } from '../dispatch/dispatcher.ts';
import { type Batch } from './batch.ts';
import { dueAt } from './due-at.ts';
import { insertOrderEvents, type OrderEventPart } from './insert-order-events.ts';
import { COLUMNS, fieldsOf, type OrderRow } from './order-row.ts';
import { SEARCHED, searchText } from './search-text.ts';

export type Patch = Partial<OrderFields>;

/** One order's change: what was read, and what becomes of it. */
export interface Change {
  row: OrderRow;
  patch: Patch;
  what: OrderChange;
}

const keysOf = (patch: Patch) => Object.keys(patch) as (keyof OrderFields)[];

/** @returns the patch without what already is as it says. */
export function differing(row: OrderRow, patch: Patch): Patch {
  const fields = fieldsOf(row);
  return Object.fromEntries(keysOf(patch).flatMap((key) => (fields[key] === patch[key] ? [] : [[key, patch[key]]])));
}

function eventOf({ row, patch, what }: Change): OrderEventPart {
  const fields = fieldsOf(row);
  return {
    what,
    order: { id: String(row.id), code: row.code, version: row.version + 1 },
    before: Object.fromEntries(keysOf(patch).map((key) => [key, fields[key]])),
    after: patch,
  };
}

/** Whether any of these fields moves the time an order is due at. */
const moves = (touched: readonly (keyof OrderFields)[]): boolean =>
  touched.includes('date') || touched.includes('windowTo');

/** Values of a row for the statement: those columns that any of the batch touches. */
function valuesOf({ row, patch, what }: Change, touched: readonly (keyof OrderFields)[], timeZone: string) {
  const fields = { ...fieldsOf(row), ...patch };
  return {
    id: row.id,
    version: row.version,
    changed_what: what,
    ...(moves(touched) && { due_at: dueAt(fields, timeZone) }),
    ...Object.fromEntries(touched.map((key) => [COLUMNS[key][0], fields[key]])),
  };
}

async function updateSearch(trx: Database, { companyId, officeId }: Dispatcher, changes: readonly Change[]) {
  const found = changes.filter(({ patch }) => SEARCHED.some((key) => key in patch));
  if (found.length === 0) return;
  const texts = found.map(({ row, patch }) => ({
    id: row.id,
    text: searchText(row.code, { ...fieldsOf(row), ...patch }),
  }));
  await sql`
    update order_search set text = c.text
    from jsonb_to_recordset(${JSON.stringify(texts)}::jsonb) as c (id bigint, text text)
    where company_id = ${companyId} and office_id = ${officeId} and order_id = c.id`.execute(trx);
}

/**
 * Writes what becomes of some orders and the events that tell it, in one statement each. The caller holds the office's
 * row locked since before it read the orders.
 * @param changes without empty patches.
 */
export async function writeChanges(
  trx: Database,
  dispatcher: Dispatcher,
  batch: Batch,
  changes: readonly Change[],
): Promise<void> {
  if (changes.length === 0) return;
  const touched = [...new Set(changes.flatMap(({ patch }) => keysOf(patch)))];
  const columns = touched.map((key) => COLUMNS[key]);
  const sets = columns.map(([column]) => sql`${sql.ref(column)} = ${sql.ref(`c.${column}`)}`);
  const types = columns.map(([column, type]) => sql`${sql.ref(column)} ${sql.raw(type)}`);
  if (moves(touched)) {
    sets.push(sql`due_at = c.due_at`);
    types.push(sql`due_at timestamptz`);
  }
  const rows = changes.map((change) => valuesOf(change, touched, dispatcher.timeZone));
  const { numAffectedRows } = await sql`
    update orders set
      version = orders.version + 1,
      changed_at = ${batch.now},
      changed_username = ${dispatcher.username},
      changed_user = ${dispatcher.user},
      changed_what = c.changed_what,
      ${sql.join(sets)}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as c (id bigint, version integer, changed_what text, ${sql.join(types)})
    where orders.company_id = ${dispatcher.companyId} and orders.office_id = ${dispatcher.officeId}
      and orders.id = c.id and orders.version = c.version`.execute(trx);
  if (Number(numAffectedRows ?? 0) !== changes.length)
    throw new Error(`${String(numAffectedRows ?? 0)} of ${changes.length} orders could be changed`);
  await updateSearch(trx, dispatcher, changes);
  await insertOrderEvents(trx, dispatcher, batch, changes.map(eventOf));
}
