import { IMPORT_HOURS } from '@despacho/contracts/dispatch';
import { type Selectable } from 'kysely';
import { type Database } from '../database/open-database.ts';
import { type Schema } from '../database/schema.ts';
import { type Dispatcher } from '../dispatch/dispatcher.ts';
import { type JudgedLine, referenceKey, referencesOf, type Taken } from './judge-lines.ts';

type Where = Pick<Dispatcher, 'companyId' | 'officeId'>;

export type ImportRow = Selectable<Schema['imports']>;

const KEPT_MS = IMPORT_HOURS * 3_600_000;

export const expiryOf = (at: Date): Date => new Date(at.getTime() + KEPT_MS);

/** Forgets what was previewed and never imported. */
export async function forgetOld(db: Database, { companyId, officeId }: Where, now: Date): Promise<void> {
  await db
    .deleteFrom('imports')
    .where('company_id', '=', companyId)
    .where('office_id', '=', officeId)
    .where('cells', 'is not', null)
    .where('at', '<', new Date(now.getTime() - KEPT_MS))
    .execute();
}

/**
 * @returns a person's own preview, held until the transaction ends where one is under way. Others' are as if they were
 * not there.
 */
export const findOwnImport = (
  db: Database,
  { companyId, officeId, sub }: Dispatcher,
  id: number,
): Promise<ImportRow | undefined> =>
  db
    .selectFrom('imports')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('office_id', '=', officeId)
    .where('person', '=', sub)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();

/** @returns the last time this very file was imported in this office. */
export const findImported = (
  db: Database,
  { companyId, officeId }: Where,
  hash: string,
): Promise<ImportRow | undefined> =>
  db
    .selectFrom('imports')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('office_id', '=', officeId)
    .where('file_hash', '=', hash)
    .where('batch', 'is not', null)
    .orderBy('id', 'desc')
    .executeTakeFirst();

/** @returns which references of these lines have an order already, in any office of the company. */
export async function findTaken(db: Database, companyId: string, lines: readonly JudgedLine[]): Promise<Taken> {
  const references = referencesOf(lines);
  if (references.length === 0) return new Map();
  const rows = await db
    .selectFrom('orders')
    .select(['code', 'client_id', 'client_name', 'client_reference'])
    .where('company_id', '=', companyId)
    .where('client_reference', 'in', references)
    .execute();
  return new Map(
    rows.map(({ code, client_id: id, client_name: name, client_reference: reference }) => [
      referenceKey({ id, name }, reference ?? ''),
      code,
    ]),
  );
}
