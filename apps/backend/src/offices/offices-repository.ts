import { type OfficeKey } from '../database/in-office.ts';
import { type Database } from '../database/open-database.ts';

export const findOffice = (db: Database, officeId: string) =>
  db
    .selectFrom('offices')
    .innerJoin('companies', 'companies.id', 'offices.company_id')
    .select(['offices.id', 'offices.name', 'offices.company_id as companyId', 'companies.ruc'])
    .where('offices.id', '=', officeId)
    .executeTakeFirst();

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
