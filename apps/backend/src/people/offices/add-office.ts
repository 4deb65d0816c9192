import { type CompanyOffice, MAX_OFFICES, type OfficeInput } from '@despacho/contracts/dispatch';
import { isUniqueViolation } from '#platform/database/database-error.ts';
import { countRows } from '#platform/database/count-rows.ts';
import { type Database } from '#platform/database/open-database.ts';
import { type Dispatcher } from '#platform/dispatch/dispatcher.ts';
import { once } from '#platform/dispatch/idempotency.ts';
import { transact } from '#platform/database/transact.ts';
import { conflict, Refusal } from '#platform/refusal.ts';
import { type PlatformServices } from '#platform/services.ts';
import { columnsOf, logOffice, officeAuthor, type OfficeAuthor, requireProvince } from './change-office.ts';
import { readCompanyOffice } from './company-offices.ts';
import { proposeOfficeId } from './propose-office-id.ts';

/** The operator's and the person's sentences for the same refusals. */
interface Sentences {
  full: string;
  taken: (id: string, free: string) => string;
}

const PERSON: Sentences = {
  full: `La empresa ya tiene ${MAX_OFFICES} oficinas, el máximo, contando las cerradas. Elimine alguna que esté vacía y vuelva a intentarlo`,
  taken: (id, free) => `El código ${id}, u otro que se confunde con él, ya está en uso. Puede usar ${free}`,
};

export const OPERATOR_SENTENCES: Sentences = {
  full: `The company has ${MAX_OFFICES} offices, the maximum. Delete one that is empty`,
  taken: (id, free) => `The office ${id} exists already, or one that looks like it. ${free} is free`,
};

/**
 * Inserts an office and logs its creation in its own log, in the caller's transaction.
 * @throws Refusal conflict if any office of the installation has its id, regardless of case, or if the company has the
 * maximum.
 */
export async function insertOffice(
  trx: Database,
  companyId: string,
  { id, ...fields }: OfficeInput,
  author: OfficeAuthor,
  sentences = PERSON,
): Promise<void> {
  requireProvince(fields.province);
  // Serializes the offices of one company, so that the maximum holds.
  await trx.selectFrom('companies').select('id').where('id', '=', companyId).forUpdate().execute();
  const count = await countRows(trx.selectFrom('offices').where('company_id', '=', companyId));
  if (count >= MAX_OFFICES) throw conflict(sentences.full);
  const free = await proposeOfficeId(trx, id);
  if (free !== id) throw new Refusal('conflict', sentences.taken(id, free), undefined, 'id');
  await trx
    .insertInto('offices')
    .values({ id, company_id: companyId, ...columnsOf(fields) })
    .execute();
  await logOffice(trx, { companyId, officeId: id }, author, {
    name: fields.name,
    what: 'creada',
    version: 1,
    before: {},
    after: fields,
  });
}

/** @throws Refusal conflict, with a free id, if another transaction has just taken this one. */
export const refuseTaken = (db: Database, id: string, sentences = PERSON) =>
  async function refuse(error: unknown): Promise<never> {
    if (!isUniqueViolation(error)) throw error;
    throw conflict(sentences.taken(id, await proposeOfficeId(db, id)), undefined, 'id');
  };

/** Creates an office of the person's company. @throws Refusal as `insertOffice`. */
export async function addOffice(
  { db, clock, feed }: PlatformServices,
  dispatcher: Dispatcher,
  key: string,
  input: OfficeInput,
): Promise<CompanyOffice> {
  const { companyId } = dispatcher;
  const now = clock();
  const { answer } = await transact(
    db,
    (trx) =>
      once(trx, dispatcher, { key, operation: 'offices.create', content: input }, now, async () => {
        await insertOffice(trx, companyId, input, officeAuthor(dispatcher, now));
        return readCompanyOffice(trx, { companyId, officeId: input.id });
      }),
    { repeatable: true },
  ).catch(refuseTaken(db, input.id));
  feed.nudge(input.id);
  return answer;
}
