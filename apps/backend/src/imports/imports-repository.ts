import { IMPORT_HOURS, type OrderInput } from '@despacho/contracts/dispatch';
import { type Expression, type Insertable, type Selectable, sql } from 'kysely';
import { readPages } from '../database/read-pages.ts';
import { inOffice, type OfficeKey } from '../database/in-office.ts';
import { type Database } from '../database/open-database.ts';
import { MAX_LAYOUTS } from '../database/table-bounds.ts';
import { type KeptLayout, type KnownLayout, type Schema } from '../database/schema.ts';
import { type Dispatcher } from '../dispatch/dispatcher.ts';
import { referenceKey } from '../orders/client-reference.ts';
import { Refusal } from '../refusal.ts';
import { brokenLine } from './broken-text.ts';
import { type NumberedInput } from './find-doubtful.ts';

import { type JudgedLine, referencesOf, type Taken } from './judge-lines.ts';
import { type StoredLine } from './parse-import.ts';

export type ImportRow = Selectable<Schema['imports']>;

const KEPT_MS = IMPORT_HOURS * 3_600_000;

export const expiryOf = (at: Date): Date => new Date(at.getTime() + KEPT_MS);

/** Maximum number of previews per person and office. Each holds a whole file; people rarely need more than two. */
const MAX_PREVIEWS = 3;

/** How long an expired preview is remembered, so that a later request gets the reason. */
const REMEMBERED_MS = 7 * 24 * 3_600_000;

/** Lines per statement: other statements run in between. */
const PAGE = 500;

/** Deletes the lines of expired previews in every office, and the previews themselves a few days later. */
export async function forgetOld(db: Database, now: Date): Promise<void> {
  const old = new Date(now.getTime() - KEPT_MS);
  await forget(db, db.selectFrom('imports').select('id').where('header', 'is not', null).where('at', '<=', old));
  await db
    .deleteFrom('imports')
    .where('header', 'is', null)
    .where('batch', 'is', null)
    .where('at', '<=', new Date(now.getTime() - REMEMBERED_MS))
    .execute();
}

/** Deletes the lines of all but a person's three newest previews in an office. Call it once the newest is complete. */
export async function keepNewest(db: Database, dispatcher: Dispatcher): Promise<void> {
  const own = db
    .selectFrom('imports')
    .select('id')
    .where(inOffice(dispatcher))
    .where('person', '=', dispatcher.sub)
    .where('header', 'is not', null);
  await forget(db, own.orderBy('id', 'desc').offset(MAX_PREVIEWS));
}

/** Deletes the lines of some previews. A preview that was imported in the meantime has none. */
async function forget(db: Database, ids: Expression<{ id: number }>): Promise<void> {
  await sql`
    with forgotten as (
      update imports set header = null where id in ${ids} and header is not null returning id
    )
    delete from import_lines where import_id in (select id from forgotten)`.execute(db);
}

/** The columns of a preview, without its lines. */
type NewImport = Omit<Insertable<Schema['imports']>, 'header' | 'id' | 'batch' | 'orders' | 'revision'>;

/** Lines as rows of a statement. */
function storedPage(lines: readonly JudgedLine[]) {
  const page = lines.map((each) => ({
    line: each.line,
    input: each.ok ? each.input : null,
    broken: each.ok ? null : brokenLine(each.cells, each.errors),
    cells: each.ok ? null : each.values,
  }));
  return sql`jsonb_to_recordset(${JSON.stringify(page)}::jsonb) as page (line integer, input jsonb, broken text, cells jsonb)`;
}

/** Replaces invalid lines of a preview by what has become of them. @returns the number of lines still invalid. */
export async function replaceLines(trx: Database, id: number, lines: readonly JudgedLine[]): Promise<number> {
  for (let at = 0; at < lines.length; at += PAGE)
    await sql`
      update import_lines set input = page.input, broken = page.broken, cells = page.cells
      from ${storedPage(lines.slice(at, at + PAGE))}
      where import_lines.import_id = ${id} and import_lines.line = page.line`.execute(trx);
  await trx
    .updateTable('imports')
    .set(({ eb }) => ({ revision: eb('revision', '+', 1) }))
    .where('id', '=', id)
    .execute();
  const { broken } = await trx
    .selectFrom('import_lines')
    .select(({ fn }) => fn.count<number>('line').as('broken'))
    .where('import_id', '=', id)
    .where('broken', 'is not', null)
    .executeTakeFirstOrThrow();
  return broken;
}

/**
 * Stores a preview page by page, so that other statements run in between. It becomes visible only when complete.
 * @returns its id.
 */
export async function storePreview(
  db: Database,
  row: NewImport,
  header: string,
  lines: readonly JudgedLine[],
): Promise<number> {
  const { id } = await db.insertInto('imports').values(row).returning('id').executeTakeFirstOrThrow();
  for (let at = 0; at < lines.length; at += PAGE) {
    await sql`
      insert into import_lines (import_id, line, input, broken, cells)
      select ${id}::bigint, line, input, broken, cells from ${storedPage(lines.slice(at, at + PAGE))}`.execute(db);
  }
  await db.updateTable('imports').set({ header }).where('id', '=', id).execute();
  return id;
}

/**
 * @returns the header of a preview whose lines are still stored.
 * @throws Refusal expired if they are not, with the reason and what to do.
 */
export function keptHeader({ header, at }: ImportRow, now: Date): string {
  if (expiryOf(at) <= now)
    throw new Refusal('expired', `La vista previa venció a las ${IMPORT_HOURS} horas; vuelva a elegir el archivo`);
  if (header === null)
    throw new Refusal('expired', 'La vista previa venció porque después miró otros tres archivos; vuelva a elegirlo');
  return header;
}

/** A page of the lines of the person's own preview, in file order. @param last line of the page before. */
const pageOfLines = (db: Database, dispatcher: Dispatcher, id: number, last?: { line: number }) =>
  db
    .selectFrom('import_lines')
    .innerJoin('imports', 'imports.id', 'import_lines.import_id')
    .where(inOffice(dispatcher, 'imports'))
    .where('imports.person', '=', dispatcher.sub)
    .where('import_lines.import_id', '=', id)
    .where('import_lines.line', '>', last?.line ?? 0)
    .orderBy('import_lines.line')
    .limit(PAGE);

/** @returns the valid lines of the person's own preview, in file order. */
export async function findInputs(db: Database, dispatcher: Dispatcher, id: number): Promise<NumberedInput[]> {
  const inputs: NumberedInput[] = [];
  const lines = readPages(PAGE, (last?: { line: number }) =>
    pageOfLines(db, dispatcher, id, last).select(['line', 'input']).execute(),
  );
  for await (const { line, input } of lines) if (input) inputs.push({ line, input });
  return inputs;
}

/** @returns the invalid lines among some of the person's own preview, as stored. */
export async function findStoredLines(
  db: Database,
  dispatcher: Dispatcher,
  id: number,
  wanted: readonly number[],
): Promise<StoredLine[]> {
  const found: StoredLine[] = [];
  const lines = readPages(PAGE, (last?: { line: number }) =>
    pageOfLines(db, dispatcher, id, last)
      .where(sql<boolean>`line = any(${[...wanted]}::integer[])`)
      .select(['line', 'cells', 'broken'])
      .execute(),
  );
  for await (const { line, cells, broken } of lines) if (cells && broken !== null) found.push({ line, cells, broken });
  return found;
}

/** @returns the layouts of files that an office has imported. */
export const findLayouts = (db: Database, office: OfficeKey): Promise<KnownLayout[]> =>
  db
    .selectFrom('import_layouts')
    .select(['signature', 'columns', 'client'])
    .where(inOffice(office))
    .orderBy('at', 'desc')
    .limit(MAX_LAYOUTS)
    .execute();

/** Remembers how a file was read, for the next one with the same headings. */
export async function keepLayout(trx: Database, { companyId, officeId }: OfficeKey, layout: KeptLayout, at: Date) {
  const columns = JSON.stringify(layout.columns);
  const { client, signature, ofClient } = layout;
  const signatures = [signature, ...(ofClient ? [ofClient] : [])];
  await trx
    .insertInto('import_layouts')
    .values(
      signatures.map((each) => ({ company_id: companyId, office_id: officeId, signature: each, columns, client, at })),
    )
    .onConflict((conflict) => conflict.columns(['office_id', 'signature']).doUpdateSet({ columns, client, at }))
    .execute();
  const newest = trx
    .selectFrom('import_layouts')
    .select('signature')
    .where('office_id', '=', officeId)
    .orderBy('at', 'desc')
    .limit(MAX_LAYOUTS);
  await trx
    .deleteFrom('import_layouts')
    .where('office_id', '=', officeId)
    .where('signature', 'not in', newest)
    .execute();
}

/**
 * @returns the invalid lines of the person's own preview as CSV, read page by page on demand.
 * @throws Error if the preview expires meanwhile: a partial file must not look complete.
 */
export async function* brokenPages(db: Database, dispatcher: Dispatcher, id: number): AsyncGenerator<string> {
  const lines = readPages(PAGE, (last?: { line: number }) =>
    pageOfLines(db, dispatcher, id, last).where('broken', 'is not', null).select(['line', 'broken']).execute(),
  );
  for await (const { broken } of lines) yield broken ?? '';
  const { header } = await db.selectFrom('imports').select('header').where('id', '=', id).executeTakeFirstOrThrow();
  if (header === null) throw new Error('The preview was forgotten while its broken lines were read');
}

/**
 * @returns the person's own preview, locked if a transaction is in progress. Other people's previews are treated as missing.
 */
export const findOwnImport = (db: Database, dispatcher: Dispatcher, id: number): Promise<ImportRow | undefined> =>
  db
    .selectFrom('imports')
    .selectAll()
    .where(inOffice(dispatcher))
    .where('person', '=', dispatcher.sub)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();

/** @returns the last import of the identical file in this office. */
export const findImported = (db: Database, office: OfficeKey, hash: string): Promise<ImportRow | undefined> =>
  db
    .selectFrom('imports')
    .selectAll()
    .where(inOffice(office))
    .where('file_hash', '=', hash)
    .where('batch', 'is not', null)
    .orderBy('id', 'desc')
    .executeTakeFirst();

/**
 * @returns which references of these orders are already used in the company. Only orders of the caller's office are
 * given by code; for another office, only that one exists.
 */
export async function findTaken(
  db: Database,
  { companyId, officeId }: OfficeKey,
  inputs: readonly OrderInput[],
): Promise<Taken> {
  const references = referencesOf(inputs);
  if (references.length === 0) return new Map();
  const rows = await db
    .selectFrom('orders')
    .select(['code', 'office_id', 'client_id', 'client_name', 'client_reference'])
    .where('company_id', '=', companyId)
    .where(sql<boolean>`client_reference = any(${references}::text[])`)
    .execute();
  const isOwn = (row: { office_id: string }): boolean => row.office_id === officeId;
  // Of equal keys the last one wins: a client without an id can have the same reference in several offices.
  return new Map(
    [...rows.filter((row) => !isOwn(row)), ...rows.filter(isOwn)].map((row) => [
      referenceKey({ id: row.client_id, name: row.client_name }, row.client_reference ?? ''),
      isOwn(row) ? row.code : null,
    ]),
  );
}
