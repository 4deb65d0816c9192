import { type Database } from '../database/open-database.ts';
import { type Schema } from '../database/schema.ts';
import { type Insertable } from 'kysely';

export const findCompanyByRuc = (db: Database, ruc: string) =>
  db
    .selectFrom('companies')
    .select(['id', 'name', 'storage_quota as quota', 'storage_used as used'])
    .where('ruc', '=', ruc)
    .executeTakeFirst();

export async function insertCompany(db: Database, row: Insertable<Schema['companies']>): Promise<void> {
  await db.insertInto('companies').values(row).execute();
}
