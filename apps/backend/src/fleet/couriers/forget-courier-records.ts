import { ABSENCE_RETENTION_DAYS, addDays, RETIRED_DOCUMENTS_DAYS } from '@despacho/contracts/dispatch';
import { sql } from 'kysely';
import { type Database } from '#platform/database/open-database.ts';

const DAY_MS = 86_400_000;

/** Deletes old absences, and the documents of couriers who were retired long ago, of all offices. */
export async function forgetCourierRecords(db: Database, now: Date): Promise<void> {
  // day: retention in whole days.
  const day = addDays(now.toISOString().slice(0, 10), -ABSENCE_RETENTION_DAYS);
  // The primary key begins with the office.
  await sql`
    delete from courier_absences as absence using offices
    where absence.office_id = offices.id and absence.day < ${day}`.execute(db);
  await sql`
    delete from courier_documents as document using couriers
    where couriers.office_id = document.office_id and couriers.id = document.courier_id
      and couriers.state = 'retirado'
      and couriers.retired_at < ${new Date(now.getTime() - RETIRED_DOCUMENTS_DAYS * DAY_MS)}::timestamptz`.execute(db);
}
