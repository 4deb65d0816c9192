import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { type Logger } from 'pino';
import { type Database } from '../database/open-database.ts';
import { districtText } from './search-text.ts';

/** Set by migration 015; removed when all texts are complete. */
const UP_TO = 'search_without_district_up_to';

/** Orders per transaction: an edit of one of them waits for it, and the embedded database answers nothing else. */
const BATCH = 50;
/** At least; otherwise as long as the batch took, so that half of the time is left to others. */
const PAUSE_MS = 20;

/**
 * Adds the districts to the next searched texts from before migration 015. Instances take turns.
 * @returns false if none are left, or another instance is at it.
 */
export function addDistricts(db: Database, batch = BATCH): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const progress = await trx
      .selectFrom('meta')
      .select('value')
      .where('key', '=', UP_TO)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst();
    if (!progress) return false;
    const last = Number(progress.value);
    // Locked before the districts are read: an edit writes the whole text, with its district, before or after this.
    await sql`
      select from order_search where order_id > ${last - batch} and order_id <= ${last} order by order_id for update`.execute(
      trx,
    );
    const orders = await trx
      .selectFrom('order_details')
      .select(['id', 'ubigeo'])
      .where('id', '>', last - batch)
      .where('id', '<=', last)
      .execute();
    const rows = orders.map(({ id, ubigeo }) => ({ id, district: districtText(ubigeo) }));
    await sql`
      update order_search set text = text || ' ' || c.district
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as c (id bigint, district text)
      where order_id = c.id and strpos(text, c.district) = 0`.execute(trx);
    if (last > batch)
      await trx
        .updateTable('meta')
        .set({ value: String(last - batch) })
        .where('key', '=', UP_TO)
        .execute();
    else await trx.deleteFrom('meta').where('key', '=', UP_TO).execute();
    return last > batch;
  });
}

/**
 * Adds the districts to all texts that lack them, a batch at a time.
 * @returns a function that stops it after the current batch.
 */
export function completeSearch(db: Database, logger: Logger): () => Promise<void> {
  const stop = new AbortController();
  const run = async (): Promise<void> => {
    while (!stop.signal.aborted) {
      const began = performance.now();
      if (!(await addDistricts(db))) return;
      await pause(Math.max(PAUSE_MS, performance.now() - began));
    }
  };
  const running = run().catch((error: unknown) =>
    logger.warn({ err: error }, 'texts of orders could not be completed; the next start continues'),
  );
  return async () => {
    stop.abort();
    await running;
  };
}
