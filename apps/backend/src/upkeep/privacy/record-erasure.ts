import { type Insertable } from 'kysely';
import { type OfficeKey } from '#platform/database/in-office.ts';
import { type Database } from '#platform/database/open-database.ts';
import { type Schema } from '#platform/database/schema.ts';

/** Records the number of removed rows, without identities; nothing if there were none. */
export async function recordErasure(
  db: Database,
  { companyId, officeId }: OfficeKey,
  cause: Insertable<Schema['erasures']>['cause'],
  removed: Readonly<Record<string, number>>,
  at: Date,
): Promise<void> {
  if (Object.values(removed).every((count) => count === 0)) return;
  await db
    .insertInto('erasures')
    .values({ company_id: companyId, office_id: officeId, at, cause, removed: JSON.stringify(removed) })
    .execute();
}
