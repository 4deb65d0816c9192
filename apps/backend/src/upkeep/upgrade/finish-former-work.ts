import { sql } from 'kysely';
import { type Database } from '#platform/database/open-database.ts';
import { createSearchIndex, dropSearchIndex } from '#platform/database/search-index.ts';
import { StartupError } from '#platform/startup-error.ts';
import { findClientNumbers } from '#orders/order/client-numbers.ts';
import { keyOfReference } from '#orders/order/client-reference.ts';
import { fieldsOf } from '#orders/order/order-row.ts';
import { searchText } from '#orders/order/search-text.ts';

/** Work that release 0.9.0 does in the background: the key in `meta` until it is done, and how to count what is left. */
const TEXTS = 'texts_to_renew_up_to';
const PLACES = 'places_to_judge_up_to';
const PHOTOS = 'photos_to_check_after';

/** Orders per statement. */
const PAGE = 2000;

type Row = Parameters<typeof fieldsOf>[0];

const readProgress = async (trx: Database, key: string): Promise<number | undefined> => {
  const row = await trx.selectFrom('meta').select('value').where('key', '=', key).executeTakeFirst();
  return row && Number(row.value);
};

/**
 * @param leavesPhotos whether photos of before 0.9.0 may stay unchecked: no new photo is compared with them.
 * @throws StartupError with what is left of the work that only release 0.9.0 can do. It judges the places of a thousand
 * orders at a time, and checks photos one by one.
 */
export async function requireFormerWorkDone(trx: Database, leavesPhotos = false): Promise<void> {
  if (leavesPhotos) await trx.deleteFrom('meta').where('key', '=', PHOTOS).execute();
  const [places, photos] = [await readProgress(trx, PLACES), await readProgress(trx, PHOTOS)];
  const left: string[] = [];
  if (places !== undefined) left.push(`the places of up to ${String(places)} orders`);
  if (photos !== undefined) {
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from evidence where id > ${photos} and checked_at is null`.execute(trx);
    if (rows[0]?.count) left.push(`the checks of ${String(rows[0].count)} photos`);
    else await trx.deleteFrom('meta').where('key', '=', PHOTOS).execute();
  }
  if (left.length > 0)
    throw new StartupError(
      `The database was not changed: release 0.9.0 has not finished its work in the background; ${left.join(' and ')} are left. Start release 0.9.0 on it again, and repeat this command later: it says how much is left then. With --photos unchecked it does not wait for photos: new ones are then not compared with them.`,
    );
}

/** Writes the keys of references. Of orders with the same key, all but the newest are copies, marked by their id. */
async function addReferenceKeys(trx: Database, rows: readonly Row[]): Promise<void> {
  const keyed = rows.flatMap((row) => {
    const key = keyOfReference(fieldsOf(row));
    return key === null ? [] : [{ id: row.id, company: row.company_id, key }];
  });
  if (keyed.length === 0) return;
  await sql`
    with given as (
      select *, row_number() over (partition by company, key order by id desc) as nth
      from jsonb_to_recordset(${JSON.stringify(keyed)}::jsonb) as c (id bigint, company text, key text)
    )
    update order_details set reference_key = given.key, reference_copy = case
      when given.nth > 1 or exists (
        select from order_details as other
        where other.company_id = given.company and other.reference_key = given.key and other.reference_copy = 0
      ) then given.id else 0 end
    from given where order_details.id = given.id and order_details.reference_key is null`.execute(trx);
}

async function renewTexts(trx: Database, rows: readonly Row[]): Promise<void> {
  for (const company of new Set(rows.map(({ company_id }) => company_id))) {
    const own = rows.filter(({ company_id }) => company_id === company);
    const ids = own.map(({ client_id }) => client_id);
    const numbers = await findClientNumbers(trx, company, ids);
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
}

/** @returns a duration for people. @param ms milliseconds. */
const durationText = (ms: number): string =>
  ms < 90_000 ? `${String(Math.ceil(ms / 1000))} s` : `${String(Math.ceil(ms / 60_000))} minutes`;

/**
 * Does in seconds what release 0.9.0 does in the background for hours: the texts of searches, and the keys of references.
 * Nobody else uses the tables meanwhile, so the index of texts is dropped and created again instead of updated for every row.
 * @param report called with a sentence about what is left, after each page of orders.
 */
export async function finishFormerTexts(
  trx: Database,
  report: (sentence: string) => void,
  now: () => number = performance.now.bind(performance),
): Promise<void> {
  const upTo = await readProgress(trx, TEXTS);
  if (upTo === undefined) return;
  await dropSearchIndex(trx);
  const { rows: counted } = await sql<{ count: number }>`
    select count(*) as count from order_details where id <= ${upTo}`.execute(trx);
  const total = counted[0]?.count ?? 0;
  const from = now();
  let done = 0;
  let below = upTo + 1;
  for (;;) {
    const page = await trx
      .selectFrom('orders')
      .selectAll()
      .where('id', '<', below)
      .orderBy('id', 'desc')
      .limit(PAGE)
      .execute();
    const last = page.at(-1);
    if (!last) break;
    await addReferenceKeys(trx, page);
    await renewTexts(trx, page);
    below = last.id;
    done += page.length;
    const left = ((now() - from) / done) * (total - done);
    report(
      `${String(done)} of ${String(total)} orders have their new texts${done < total ? `; about ${durationText(left)} left` : ''}`,
    );
  }
  await createSearchIndex(trx);
  await trx.deleteFrom('meta').where('key', '=', TEXTS).execute();
}
