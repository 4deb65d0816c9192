import { type LastChange } from '@despacho/contracts';
import { type CourierChanged, type ViewChanged } from '@despacho/contracts/dispatch';
import { sql } from 'kysely';
import { type Database } from '../database/open-database.ts';

const SUBJECTS = { 'courier.changed': 'courier', 'view.changed': 'view' } as const;

/** @returns who last changed a courier or a view according to the office's log; undefined if nobody has. */
export async function lastChange(
  db: Database,
  officeId: string,
  type: keyof typeof SUBJECTS,
  id: number,
): Promise<LastChange | undefined> {
  const row = await db
    .selectFrom('events')
    .select('data')
    .where('office_id', '=', officeId)
    // As a literal, to match the partial index.
    .where('type', '=', sql.lit(type))
    .where(sql`data -> ${sql.lit(SUBJECTS[type])} ->> 'id'`, '=', String(id))
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!row) return undefined;
  const { at, actor, what } = row.data as unknown as CourierChanged | ViewChanged;
  return { at, by: actor, what };
}
