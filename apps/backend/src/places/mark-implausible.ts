import { sql } from 'kysely';
import { type Logger } from 'pino';
import { inSteps } from '../database/in-steps.ts';
import { type Database } from '../database/open-database.ts';
import { officeProvince } from '../districts/office-province.ts';
import { type PlaceJudge } from '@despacho/contracts/dispatch';
import { placeJudge, type PlaceRules } from './judge-places.ts';

/** Key in `meta`: the newest order that is still to do. Set by migration 032, removed at the end. */
const UP_TO = 'places_to_judge_up_to';

/** Orders per transaction. Only those with an implausible place are updated. */
const BATCH = 1000;

interface Row {
  id: number;
  company_id: string;
  office_id: string;
  ubigeo: string;
  lat: number;
  lng: number;
}

/** Result of a batch. */
interface Marked {
  /** False if no orders are left, or another instance is working on them. */
  more: boolean;
  marked: number;
}

/** @returns the ids of orders with implausible places. */
async function implausible(trx: Database, maxKm: number, rows: readonly Row[]): Promise<number[]> {
  const judges = new Map<string, PlaceJudge>();
  const ids: number[] = [];
  for (const row of rows) {
    const { company_id: companyId, office_id: officeId } = row;
    const judge = judges.get(officeId) ?? placeJudge(await officeProvince(trx, { companyId, officeId }), maxKm);
    judges.set(officeId, judge);
    if (judge(row).kind === 'implausible') ids.push(row.id);
  }
  return ids;
}

/** Marks orders with implausible coordinates in the next batch as approximate. Keeps their coordinates and versions. */
export function markImplausible({ db, config }: PlaceRules, batch = BATCH): Promise<Marked> {
  return db.transaction().execute(async (trx) => {
    const progress = await trx
      .selectFrom('meta')
      .select('value')
      .where('key', '=', UP_TO)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst();
    if (!progress) return { more: false, marked: 0 };
    const last = Number(progress.value);
    const { rows } = await sql<Row>`
      select id, company_id, office_id, ubigeo, lat, lng from order_details
      where id > ${last - batch} and id <= ${last} and not approximate`.execute(trx);
    const ids = await implausible(trx, config.placeMaxKm, rows);
    const { numAffectedRows = 0n } = await sql`
      update order_details set approximate = true
      where id = any(${ids}::bigint[]) and not approximate`.execute(trx);
    const meta = trx.updateTable('meta').where('key', '=', UP_TO);
    if (last > batch) await meta.set({ value: String(last - batch) }).execute();
    else await trx.deleteFrom('meta').where('key', '=', UP_TO).execute();
    return { more: last > batch, marked: Number(numAffectedRows) };
  });
}

/**
 * Marks all existing orders with implausible coordinates in batches, and logs how many.
 * @returns a function that stops it after the current batch.
 */
export function markAllImplausible(rules: PlaceRules, logger: Logger): () => Promise<void> {
  let marked = 0;
  const mark = async (): Promise<boolean> => {
    const done = await markImplausible(rules);
    marked += done.marked;
    return done.more;
  };
  return inSteps(mark, (error) => {
    if (error !== undefined)
      logger.warn({ err: error }, 'places of orders could not be judged; the next start continues');
    if (marked > 0)
      logger.warn(
        { orders: marked },
        'orders had places outside of their district and province; they are marked as approximate and keep their coordinates',
      );
  });
}
