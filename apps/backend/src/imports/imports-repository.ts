import { IMPORT_HOURS } from '@despacho/contracts/dispatch';
import { type Selectable } from 'kysely';
import { type Database } from '../database/open-database.ts';
import { type Schema } from '../database/schema.ts';
import { type Dispatcher } from '../dispatch/dispatcher.ts';
import { referenceKey } from '../orders/client-reference.ts';
import { Refusal } from '../refusal.ts';
import { type JudgedLine, referencesOf, type Taken } from './judge-lines.ts';

type Where = Pick<Dispatcher, 'companyId' | 'officeId'>;

export type ImportRow = Selectable<Schema['imports']>;

const KEPT_MS = IMPORT_HOURS * 3_600_000;

export const expiryOf = (at: Date): Date => new Date(at.getTime() + KEPT_MS);

/** Previews a person has at a time in an office: each holds a whole file, and one is looked at, seldom two. */
const MOST_KEPT = 3;

/** That somebody looked at a file is remembered this long, for them to be told what became of it. */
const REMEMBERED_MS = 7 * 24 * 3_600_000;

/**
 * Forgets the cells of what was previewed and never imported in its time, wherever that was: an office nobody opens keeps
 * nothing. After some days more it is as if the file had never been looked at.
 */
export async function forgetOld(db: Database, now: Date): Promise<void> {
  await db
    .updateTable('imports')
    .set({ cells: null })
    .where('cells', 'is not', null)
    .where('at', '<=', new Date(now.getTime() - KEPT_MS))
    .execute();
  await db
    .deleteFrom('imports')
    .where('cells', 'is', null)
    .where('batch', 'is', null)
    .where('at', '<=', new Date(now.getTime() - REMEMBERED_MS))
    .execute();
}

/** Forgets the cells of a person's previews in an office but for the newest three. To be called when the newest has been written. */
export async function keepNewest(db: Database, { companyId, officeId, sub }: Dispatcher): Promise<void> {
  const own = db
    .selectFrom('imports')
    .select('id')
    .where('company_id', '=', companyId)
    .where('office_id', '=', officeId)
    .where('person', '=', sub)
    .where('cells', 'is not', null);
  await db
    .updateTable('imports')
    .set({ cells: null })
    .where('id', 'in', own.orderBy('id', 'desc').offset(MOST_KEPT))
    // One that is being imported meanwhile is no preview any more.
    .where('cells', 'is not', null)
    .execute();
}

/**
 * @returns the cells of a preview.
 * @throws Refusal expired where they are kept no more, with why, and what to do.
 */
export function keptCells({ cells, at }: ImportRow, now: Date): string[][] {
  if (expiryOf(at) <= now)
    throw new Refusal('expired', `La vista previa venció a las ${IMPORT_HOURS} horas; vuelva a elegir el archivo`);
  if (cells === null)
    throw new Refusal('expired', 'La vista previa venció porque después miró otros tres archivos; vuelva a elegirlo');
  return cells;
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

/**
 * @returns which references of these lines have an order already, in any office of the company. Only those of the own
 * office are told by their codes: of another's, nobody learns more than that there is one.
 */
export async function findTaken(
  db: Database,
  { companyId, officeId }: Where,
  lines: readonly JudgedLine[],
): Promise<Taken> {
  const references = referencesOf(lines);
  if (references.length === 0) return new Map();
  const rows = await db
    .selectFrom('orders')
    .select(['code', 'office_id', 'client_id', 'client_name', 'client_reference'])
    .where('company_id', '=', companyId)
    .where('client_reference', 'in', references)
    .execute();
  const isOwn = (row: { office_id: string }): boolean => row.office_id === officeId;
  // The last of a key stays: a client without an id can have a reference in several offices.
  return new Map(
    [...rows.filter((row) => !isOwn(row)), ...rows.filter(isOwn)].map((row) => [
      referenceKey({ id: row.client_id, name: row.client_name }, row.client_reference ?? ''),
      isOwn(row) ? row.code : null,
    ]),
  );
}
