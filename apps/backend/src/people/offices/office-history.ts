import { type LastChange } from '@despacho/contracts';
import { OFFICE_HISTORY, type OfficeChanged, type OfficeHistory } from '@despacho/contracts/dispatch';
import { sql } from 'kysely';
import { type OfficeKey } from '#platform/database/in-office.ts';
import { type Database } from '#platform/database/open-database.ts';
import { readEvent } from '#platform/events/read-event.ts';

/** With literals, to match the partial index. */
const changesOf = (db: Database, officeId: string, limit: number) =>
  db
    .selectFrom('events')
    .select(['type', 'data'])
    .where('office_id', '=', officeId)
    .where(sql<boolean>`type in ('office.changed', 'settings.changed')`)
    .orderBy('position', 'desc')
    .limit(limit);

/** @returns the newest changes of an office and of its settings, the last first. */
export async function readOfficeHistory(db: Database, { officeId }: OfficeKey): Promise<OfficeHistory> {
  const rows = await changesOf(db, officeId, OFFICE_HISTORY).execute();
  return rows.map(({ data }) => readEvent(data) as unknown as OfficeHistory[number]);
}

/** @returns who last changed an office itself; undefined if that is not among its newest changes. */
export async function lastOfficeChange(db: Database, officeId: string): Promise<LastChange | undefined> {
  const rows = await changesOf(db, officeId, OFFICE_HISTORY).execute();
  const found = rows.find(({ type }) => type === 'office.changed');
  if (!found) return undefined;
  const { at, actor, what } = found.data as unknown as OfficeChanged;
  return { at, by: actor, what };
}
