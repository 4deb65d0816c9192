import { isOffice, type OfficeKey } from '#platform/database/in-office.ts';
import { type Database } from '#platform/database/open-database.ts';
import { officeClosed } from '#platform/dispatch/closed-office.ts';

export const findOffice = (db: Database, officeId: string) =>
  db
    .selectFrom('offices')
    .innerJoin('companies', 'companies.id', 'offices.company_id')
    .select(['offices.id', 'offices.name', 'offices.company_id as companyId', 'companies.ruc'])
    .where('offices.id', '=', officeId)
    .executeTakeFirst();

/** @returns the names of an office and of its company, as they are printed. */
export const readOfficeNames = (db: Database, officeId: string): Promise<{ office: string; company: string }> =>
  db
    .selectFrom('offices')
    .innerJoin('companies', 'companies.id', 'offices.company_id')
    .select(['offices.name as office', 'companies.name as company'])
    .where('offices.id', '=', officeId)
    .executeTakeFirstOrThrow();

/**
 * Locks the office's row until the transaction ends, so that checks on the office as a whole stay valid. Transactions
 * that do not take this lock may still write rows that reference it.
 */
export async function lockOffice(trx: Database, { companyId, officeId }: OfficeKey): Promise<void> {
  await trx.selectFrom('offices').select('id').where(isOffice({ companyId, officeId })).forNoKeyUpdate().execute();
}

/**
 * Locks several offices of a company until the transaction ends. Always in the order that the database gives their ids, so
 * that two transactions cannot deadlock.
 * @param ids all offices if missing.
 */
export async function lockOffices(trx: Database, companyId: string, ids?: readonly string[]): Promise<void> {
  await trx
    .selectFrom('offices')
    .select('id')
    .where('company_id', '=', companyId)
    .$if(ids !== undefined, (offices) => offices.where('id', 'in', ids ?? []))
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
}

/** Like `lockOffice`. @throws Refusal conflict for a closed office. */
export async function lockOpenOffice(trx: Database, office: OfficeKey): Promise<void> {
  await lockOffice(trx, office);
  const { closed } = await trx.selectFrom('offices').select('closed').where(isOffice(office)).executeTakeFirstOrThrow();
  if (closed) throw officeClosed();
}
