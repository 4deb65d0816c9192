import { type Database } from '../database/open-database.ts';
import { type Schema } from '../database/schema.ts';
import { type Insertable } from 'kysely';

export const findCompanyByRuc = (db: Database, ruc: string) =>
  db
    .selectFrom('companies')
    .select(['id', 'name', 'storage_quota as quota', 'storage_used as used'])
    .where('ruc', '=', ruc)
    .executeTakeFirst();

/** Holds the company's row until the transaction ends. Whoever also holds an office's takes this one first. */
export async function lockCompany(trx: Database, companyId: string): Promise<void> {
  await trx.selectFrom('companies').select('id').where('id', '=', companyId).forUpdate().execute();
}

export async function insertCompany(db: Database, row: Insertable<Schema['companies']>): Promise<void> {
  await db.insertInto('companies').values(row).execute();
}
