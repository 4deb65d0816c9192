import { ATTENTION_DAYS } from '@despacho/contracts/dispatch';
import { sql } from 'kysely';
import { type Database } from '#platform/database/open-database.ts';

const DAY_MS = 86_400_000;
/** Lines per statement. */
const BATCH = 1000;

/** Deletes the lines that were closed more than 90 days ago, with what people did with them. */
export async function forgetAttention(db: Database, now: Date): Promise<void> {
  const before = new Date(now.getTime() - ATTENTION_DAYS * DAY_MS);
  const offices = await db.selectFrom('attention_boards').select('office_id').execute();
  for (const { office_id: officeId } of offices) {
    let deleted = BATCH;
    while (deleted === BATCH) {
      const { numAffectedRows = 0n } = await sql`
        delete from attention_lines where office_id = ${officeId} and id in (
          select id from attention_lines
          where office_id = ${officeId} and closed_at < ${before}::timestamptz order by closed_at, id limit ${BATCH}
        )`.execute(db);
      deleted = Number(numAffectedRows);
    }
  }
}
