import { sql } from 'kysely';
import { type Logger } from 'pino';
import { isUniqueViolation } from '../database/database-error.ts';
import { inSteps } from '../database/in-steps.ts';
import { type Database } from '../database/open-database.ts';
import { findClientNumbers } from './client-numbers.ts';
import { keyOfReference } from './client-reference.ts';
import { fieldsOf } from './order-row.ts';
import { searchText } from './search-text.ts';

/** Key in `meta`: the newest order that is still to do. Set by migration 030, removed at the end. */
const UP_TO = 'texts_to_renew_up_to';

/**
 * Orders per transaction. Edits of these orders wait for it, and the embedded database serves nothing else meanwhile.
 */
const BATCH = 50;

/** Result of a batch. */
interface Renewed {
  /** False if no orders are left, or another instance is working on them. */
  more: boolean;
  /** Number of orders that have the same client and reference as another one in normal form. All of them stay. */
  repeated: number;
}

type Row = Parameters<typeof fieldsOf>[0];

/** Writes the keys of references. Of orders with the same key, all but the newest are copies, marked by their id. */
async function addReferenceKeys(trx: Database, rows: readonly Row[]): Promise<number> {
  const keyed = rows.flatMap((row) => {
    const key = keyOfReference(fieldsOf(row));
    return key === null ? [] : [{ id: row.id, company: row.company_id, key }];
  });
  if (keyed.length === 0) return 0;
  const { rows: written } = await sql<{ copy: number }>`
    with given as (
      select *, row_number() over (partition by company, key order by id desc) as nth
      from jsonb_to_recordset(${JSON.stringify(keyed)}::jsonb) as c (id bigint, company text, key text)
    )
    update order_details set reference_key = given.key, reference_copy = case
      when given.nth > 1 or exists (
        select from order_details as other
        where other.company_id = given.company and other.reference_key = given.key and other.reference_copy = 0
      ) then given.id else 0 end
    from given where order_details.id = given.id and order_details.reference_key is null
    returning reference_copy as copy`.execute(trx);
  return written.filter(({ copy }) => copy !== 0).length;
}

/** Renews the searched texts and adds the reference keys of the next batch of orders. Instances take turns. */
export function renewTexts(db: Database, batch = BATCH): Promise<Renewed> {
  return db.transaction().execute(async (trx) => {
    const progress = await trx
      .selectFrom('meta')
      .select('value')
      .where('key', '=', UP_TO)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst();
    if (!progress) return { more: false, repeated: 0 };
    const last = Number(progress.value);
    // Locked before the orders are read: an edit writes text and key before or after this. Edits lock in this order.
    await sql`
      select from order_details where id > ${last - batch} and id <= ${last} order by id for no key update`.execute(
      trx,
    );
    const rows = await trx
      .selectFrom('orders')
      .selectAll()
      .where('id', '>', last - batch)
      .where('id', '<=', last)
      .execute();
    const repeated = await addReferenceKeys(trx, rows);
    for (const company of new Set(rows.map(({ company_id }) => company_id))) {
      const own = rows.filter(({ company_id }) => company_id === company);
      const numbers = await findClientNumbers(
        trx,
        company,
        own.map(({ client_id }) => client_id),
      );
      const texts = own.map((row) => ({
        id: row.id,
        office: row.office_id,
        text: searchText(row.code, fieldsOf(row), numbers.get(row.client_id)),
      }));
      await sql`
        update order_search set text = c.text
        from jsonb_to_recordset(${JSON.stringify(texts)}::jsonb) as c (id bigint, office text, text text)
        where order_id = c.id and office_id = c.office and order_search.text <> c.text`.execute(trx);
    }
    if (last > batch)
      await trx
        .updateTable('meta')
        .set({ value: String(last - batch) })
        .where('key', '=', UP_TO)
        .execute();
    else await trx.deleteFrom('meta').where('key', '=', UP_TO).execute();
    return { more: last > batch, repeated };
  });
}

/**
 * Renews the texts of all orders that existed before migration 030 in batches, and logs how many references are
 * repeated.
 * @returns a function that stops it after the current batch.
 */
export function renewAllTexts(db: Database, logger: Logger): () => Promise<void> {
  let repeated = 0;
  const renew = async (): Promise<boolean> => {
    // A new order has taken one of these references meanwhile; the next attempt finds it.
    const done = await renewTexts(db).catch((error: unknown) => {
      if (isUniqueViolation(error)) return { more: true, repeated: 0 };
      throw error;
    });
    repeated += done.repeated;
    return done.more;
  };
  return inSteps(renew, (error) => {
    if (error !== undefined)
      logger.warn({ err: error }, 'texts of orders could not be renewed; the next start continues');
    if (repeated > 0) logger.warn({ repeated }, 'orders of one client have the same reference in another spelling');
  });
}
