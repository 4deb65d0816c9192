import { type OrderChange, type OrderFields } from '@despacho/contracts/dispatch';
import { sql } from 'kysely';
import { type Database } from '#platform/database/open-database.ts';
import { type Dispatcher } from '#platform/dispatch/dispatcher.ts';
import { doorKeyOf } from '../places/door-of.ts';
import { findClientNumbers } from './client-numbers.ts';
import { keyOfReference } from './client-reference.ts';
import { dueAt, type Columns, DETAIL_COLUMNS, PROGRESS_COLUMNS, promiseOf } from './order-row.ts';
import { searchText } from './search-text.ts';

/** A new row, and the author and time of its last change. */
interface NewOrderRow {
  code: string;
  fields: OrderFields;
  createdAt: Date;
  changedAt: Date;
  version: number;
  what: OrderChange;
}

const names = (columns: Columns) => sql.join(Object.values(columns).map(([column]) => sql.ref(column)));

const types = (columns: Columns) =>
  sql.join(Object.values(columns).map(([column, type]) => sql`${sql.ref(column)} ${sql.raw(type)}`));

const valuesOf = (columns: Columns, fields: OrderFields) =>
  Object.fromEntries(Object.entries(columns).map(([key, [column]]) => [column, fields[key as keyof OrderFields]]));

/**
 * Inserts both halves of some orders and their search texts in one statement. The caller holds the lock on the office's
 * row.
 * @returns the ids by code.
 */
export async function insertOrderRows(
  trx: Database,
  { companyId, officeId, timeZone, username, user }: Dispatcher,
  orders: readonly NewOrderRow[],
): Promise<ReadonlyMap<string, number>> {
  const numbers = await findClientNumbers(
    trx,
    companyId,
    orders.map(({ fields }) => fields.clientId),
  );
  const rows = orders.map(({ code, fields, createdAt, changedAt, version, what }) => ({
    code,
    due_at: dueAt(fields, timeZone),
    created_at: createdAt,
    changed_at: changedAt,
    changed_what: what,
    version,
    search: searchText(code, fields, numbers.get(fields.clientId)),
    reference_key: keyOfReference(fields),
    door_key: doorKeyOf(fields),
    ...promiseOf(fields, timeZone),
    ...valuesOf(DETAIL_COLUMNS, fields),
    ...valuesOf(PROGRESS_COLUMNS, fields),
  }));
  const inserted = await sql<{ id: number; code: string }>`
    with given as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as c (code text, due_at timestamptz,
        created_at timestamptz, changed_at timestamptz, changed_what text, version integer, search text, reference_key text,
        door_key text, promised_from timestamptz, promised_to timestamptz, promised_hour text,
        ${types(DETAIL_COLUMNS)}, ${types(PROGRESS_COLUMNS)})
    ), details as (
      insert into order_details (company_id, office_id, code, created_at, place_at, reference_key, door_key,
        promised_from, promised_to, promised_hour, ${names(DETAIL_COLUMNS)})
      select ${companyId}, ${officeId}, code, created_at, created_at, reference_key, door_key, promised_from, promised_to,
        promised_hour, ${names(DETAIL_COLUMNS)} from given
      returning id, code
    ), progress as (
      insert into order_progress (office_id, order_id, due_at, version, changed_at, changed_username, changed_user, changed_what,
        ${names(PROGRESS_COLUMNS)})
      select ${officeId}, id, due_at, version, changed_at, ${username}, ${user}, changed_what, ${names(PROGRESS_COLUMNS)}
      from given join details using (code)
    ), searched as (
      insert into order_search (order_id, company_id, office_id, text)
      select id, ${companyId}, ${officeId}, search from given join details using (code)
    )
    select id, code from details`.execute(trx);
  return new Map(inserted.rows.map(({ id, code }) => [code, id]));
}
