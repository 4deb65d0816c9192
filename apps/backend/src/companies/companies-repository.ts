import { type Database } from '../database/open-database.ts';
import { type Schema } from '../database/schema.ts';
import { type Insertable } from 'kysely';

export const findCompanyByRuc = (db: Database, ruc: string) =>
  db
    .selectFrom('companies')
    .select(['id', 'name', 'storage_quota as quota', 'storage_used as used'])
    .where('ruc', '=', ruc)
    .executeTakeFirst();

/**
 * Holds the company's row until the transaction ends. Whoever also holds an office's takes this one first. Rows that refer
 * to it may be written meanwhile: two who have each written one would otherwise wait for each other here.
 */
export async function lockCompany(trx: Database, companyId: string): Promise<void> {
  await trx.selectFrom('companies').select('id').where('id', '=', companyId).forNoKeyUpdate().execute();
}

export async function insertCompany(db: Database, row: Insertable<Schema['companies']>): Promise<void> {
  await db.insertInto('companies').values(row).execute();
}
