import { type Insertable } from 'kysely';
import { type OfficeKey } from '../database/in-office.ts';
import { type Database } from '../database/open-database.ts';
import { type Schema } from '../database/schema.ts';

/** Offices of a company, by its tax id; only one of them if `officeId` is given. */
export function listOfficesOf(db: Database, ruc: string, officeId?: string) {
  const offices = db
    .selectFrom('offices')
    .innerJoin('companies', 'companies.id', 'offices.company_id')
    .select(['offices.id', 'offices.name', 'offices.time_zone as timeZone'])
    .where('companies.ruc', '=', ruc)
    .orderBy('offices.created_at')
    .orderBy('offices.id');
  return (officeId === undefined ? offices : offices.where('offices.id', '=', officeId)).execute();
}

export const findOffice = (db: Database, officeId: string) =>
  db
    .selectFrom('offices')
    .innerJoin('companies', 'companies.id', 'offices.company_id')
    .select(['offices.id', 'offices.name', 'offices.company_id as companyId', 'companies.ruc'])
    .where('offices.id', '=', officeId)
    .executeTakeFirst();

/** Whether the office exists in the company. */
export async function officeBelongsTo(db: Database, companyId: string, officeId: string): Promise<boolean> {
  const row = await db
    .selectFrom('offices')
    .select('id')
    .where('company_id', '=', companyId)
    .where('id', '=', officeId)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Locks the office's row until the transaction ends, so that checks on the office as a whole stay valid. Transactions
 * that do not take this lock may still write rows that reference it.
 */
export async function lockOffice(trx: Database, { companyId, officeId }: OfficeKey): Promise<void> {
  await trx
    .selectFrom('offices')
    .select('id')
    .where('company_id', '=', companyId)
    .where('id', '=', officeId)
    .forNoKeyUpdate()
    .execute();
}

export async function insertOffice(db: Database, row: Insertable<Schema['offices']>): Promise<void> {
  await db.insertInto('offices').values(row).execute();
}
