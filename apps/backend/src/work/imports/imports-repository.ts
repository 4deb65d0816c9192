import { DISPATCH_OPERATIONS, IMPORT_COLUMNS, IMPORT_HOURS, type OrderInput } from '@despacho/contracts/dispatch';
import { type Expression, type Insertable, type Selectable, sql } from 'kysely';
import { readPages } from '#platform/database/read-pages.ts';
import { inOffice, type OfficeKey } from '#platform/database/in-office.ts';
import { type Database } from '#platform/database/open-database.ts';
import {
  type ClientAnswers,
  type KeptLayout,
  type KnownLayout,
  type Schema,
  type StoredOutcome,
} from '#platform/database/schema.ts';
import { MAX_LAYOUTS } from '#platform/database/table-bounds.ts';
import { type Dispatcher } from '#platform/dispatch/dispatcher.ts';
import { authorMayAct } from '#people/users/may-act.ts';
import { findReferences } from '#orders/order/client-reference.ts';
import { Refusal } from '#platform/refusal.ts';
import { brokenLine, errorText } from './broken-text.ts';
import { type NumberedInput } from './find-doubtful.ts';
import { type JudgedLine, type Taken } from './judge-lines.ts';
import { type HiddenRow, type StoredLine } from './parse-import.ts';

export type ImportRow = Selectable<Schema['imports']>;

const KEPT_MS = IMPORT_HOURS * 3_600_000;

export const expiryOf = (at: Date): Date => new Date(at.getTime() + KEPT_MS);

/** Maximum number of previews per person and office. Each holds a whole file; people rarely need more than two. */
const MAX_PREVIEWS = 3;

/** How long an expired preview is remembered, so that a later request gets the reason. */
const REMEMBERED_MS = 7 * 24 * 3_600_000;

/** Lines per statement: other statements run in between. */
const PAGE = 500;

/**
 * Maximum size in bytes of the lines that were not imported, which are kept per person and office for download. Those
 * of a single import can have this size.
 */
const MAX_LEFT_OUT_BYTES = 48 * 1024 * 1024;

/** Deletes the lines of expired previews and imports in every office, and the previews themselves a few days later. */
export async function deleteExpired(db: Database, now: Date): Promise<void> {
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
    .where('batch', 'is', null)
    .where('header', 'is not', null);
  await forget(db, own.orderBy('id', 'desc').offset(MAX_PREVIEWS));
}

/**
 * Deletes the lines that were not imported, oldest import first, beyond `MAX_LEFT_OUT_BYTES` of a person and office.
 */
async function keepNewestLeftOut(trx: Database, dispatcher: Dispatcher): Promise<void> {
  const sized = trx
    .selectFrom('imports')
    .select(['id', sql<number>`sum(left_bytes) over (order by id desc)`.as('together')])
    .where(inOffice(dispatcher))
    .where('person', '=', dispatcher.sub)
    .where('batch', 'is not', null)
    .where('header', 'is not', null);
  await forget(trx, trx.selectFrom(sized.as('sized')).select('id').where('together', '>', MAX_LEFT_OUT_BYTES));
}

/** Deletes the lines of some previews or imports. */
async function forget(db: Database, ids: Expression<{ id: number }>): Promise<void> {
  await sql`
    with forgotten as (
      update imports set header = null where id in ${ids} and header is not null returning id
    )
    delete from import_lines where import_id in (select id from forgotten)`.execute(db);
}

/** The columns of a preview, without its lines. */
type NewImport = Omit<Insertable<Schema['imports']>, 'header' | 'id' | 'batch' | 'orders' | 'revision' | 'left_bytes'>;

/** A line as stored. */
type LineRow = Omit<Selectable<Schema['import_lines']>, 'import_id'>;

/** @returns the row to store for a line. */
export const storedLine = (each: JudgedLine): LineRow => ({
  line: each.line,
  rows: [...each.rows],
  text: each.text,
  outcome: each.ok ? 'order' : 'error',
  input: each.ok ? each.input : null,
  why: each.ok ? null : errorText(each.errors, IMPORT_COLUMNS),
  fixable: !each.ok && each.errors.every(({ column }) => column !== null),
  extra: each.ok && Object.keys(each.extra).length > 0 ? each.extra : null,
});

/** @returns the row to store for a hidden row of the file. */
export const storedHidden = ({ line, text }: HiddenRow): LineRow => ({
  line,
  rows: [line],
  text,
  outcome: 'hidden',
  input: null,
  why: null,
  fixable: false,
  extra: null,
});

/** Lines as rows of a statement. */
const storedPage = (page: readonly Partial<LineRow>[]) => sql`
  jsonb_to_recordset(${JSON.stringify(page)}::jsonb)
    as page (line integer, rows integer[], outcome text, input jsonb, text text, why text, fixable boolean,
      extra jsonb)`;

/** Replaces lines of a preview that were validated again. @returns the number of lines that are still invalid. */
export async function replaceLines(trx: Database, id: number, lines: readonly JudgedLine[]): Promise<number> {
  for (let at = 0; at < lines.length; at += PAGE)
    await sql`
      update import_lines
      set outcome = page.outcome, input = page.input, text = page.text, why = page.why, fixable = page.fixable,
        extra = page.extra
      from ${storedPage(lines.slice(at, at + PAGE).map(storedLine))}
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
    .where('outcome', '=', 'error')
    .executeTakeFirstOrThrow();
  return broken;
}

/** Keeps the lines that were not imported for download, and deletes the imported ones. */
export async function keepLeftOut(
  trx: Database,
  dispatcher: Dispatcher,
  id: number,
  left: { repeated: readonly number[]; takenOut: readonly number[] },
): Promise<void> {
  const set = (outcome: StoredOutcome, lines: readonly number[]) =>
    trx
      .updateTable('import_lines')
      .set({ outcome, input: null, why: null })
      .where('import_id', '=', id)
      .where(sql<boolean>`line = any(${lines}::integer[])`)
      .execute();
  await set('repeated', left.repeated);
  await set('taken-out', left.takenOut);
  await trx.deleteFrom('import_lines').where('import_id', '=', id).where('outcome', '=', 'order').execute();
  await sql`
    update imports set left_bytes = (
      select coalesce(sum(octet_length(text) + coalesce(octet_length(why), 0)), 0) from import_lines where import_id = ${id}
    ) where id = ${id}`.execute(trx);
  await keepNewestLeftOut(trx, dispatcher);
}

/**
 * Stores a preview page by page, so that other statements run in between. It becomes visible only when complete.
 * @returns its id.
 */
export async function storePreview(
  db: Database,
  row: NewImport,
  header: string,
  lines: readonly LineRow[],
): Promise<number> {
  const { id } = await db.insertInto('imports').values(row).returning('id').executeTakeFirstOrThrow();
  for (let at = 0; at < lines.length; at += PAGE) {
    await sql`
      insert into import_lines (import_id, line, rows, outcome, input, text, why, fixable, extra)
      select ${id}::bigint, line, rows, outcome, input, text, why, fixable, extra from ${storedPage(lines.slice(at, at + PAGE))}`.execute(
      db,
    );
  }
  await db.updateTable('imports').set({ header }).where('id', '=', id).execute();
  return id;
}

/**
 * @returns the header of a preview whose lines are still stored.
 * @throws Refusal expired if they are not, with the reason and what to do.
 */
export function keptHeader({ header, at, batch }: ImportRow, now: Date): string {
  if (batch !== null && (header === null || expiryOf(at) <= now))
    throw new Refusal('expired', `Las líneas no importadas se guardan ${IMPORT_HOURS} horas; están en su archivo`);
  if (expiryOf(at) <= now)
    throw new Refusal('expired', `La vista previa venció a las ${IMPORT_HOURS} horas; vuelva a seleccionar el archivo`);
  if (header === null)
    throw new Refusal(
      'expired',
      'La vista previa venció porque después miró otros tres archivos; vuelva a seleccionarlo',
    );
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

/** A stored line without its text. */
export type KeptLine = Pick<LineRow, 'line' | 'rows' | 'outcome' | 'input' | 'extra'>;

/** @returns the lines of the person's own preview, in file order. */
export async function findLines(db: Database, dispatcher: Dispatcher, id: number): Promise<KeptLine[]> {
  const found: KeptLine[] = [];
  const lines = readPages(PAGE, (last?: { line: number }) =>
    pageOfLines(db, dispatcher, id, last).select(['line', 'rows', 'outcome', 'input', 'extra']).execute(),
  );
  for await (const line of lines) found.push(line);
  return found;
}

/** @returns the orders of the valid lines among stored lines. */
export const inputsOfLines = (lines: readonly KeptLine[]): NumberedInput[] =>
  lines.flatMap(({ line, input, extra }) => (input ? [{ line, input, ...(extra && { extra }) }] : []));

/** @returns those of the wanted lines that have this outcome, from the person's own preview. */
export async function findStoredLines(
  db: Database,
  dispatcher: Dispatcher,
  id: number,
  { wanted, outcome }: { wanted: readonly number[]; outcome: 'order' | 'error' },
): Promise<StoredLine[]> {
  const found: StoredLine[] = [];
  const lines = readPages(PAGE, (last?: { line: number }) =>
    pageOfLines(db, dispatcher, id, last)
      .where(sql<boolean>`line = any(${[...wanted]}::integer[])`)
      .where('outcome', '=', outcome)
      .where((each) => each.or([each('fixable', '=', true), each('outcome', '=', 'order')]))
      .select(['line', 'rows', 'text'])
      .execute(),
  );
  for await (const line of lines) found.push(line);
  return found;
}

/** Stores the answers about clients of a preview. */
export const keepAnswers = (trx: Database, id: number, answers: ClientAnswers) =>
  trx
    .updateTable('imports')
    .set({ clients: JSON.stringify(answers) })
    .where('id', '=', id)
    .execute();

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

/** Why a line without errors was not imported, by its outcome. */
const LEFT_OUT_REASONS: Record<Exclude<StoredOutcome, 'order' | 'error'>, string> = {
  hidden: 'La fila está oculta, filtrada o tachada en el archivo y no se incluyó',
  repeated: 'Se parece a una orden que ya existe o a otra línea del archivo, y no se incluyó',
  'taken-out': 'La quitó quien importó el archivo',
};

/**
 * @returns the lines of the person's own preview that have errors, or after the import all that were not imported, as
 * CSV, read page by page on demand.
 * @throws Error if they expire meanwhile: a partial file must not look complete.
 */
export async function* brokenPages(db: Database, dispatcher: Dispatcher, row: ImportRow): AsyncGenerator<string> {
  const { id, batch, layout } = row;
  const lines = readPages(PAGE, (last?: { line: number }) =>
    pageOfLines(db, dispatcher, id, last)
      .$if(batch === null, (query) => query.where('outcome', '=', 'error'))
      .select(['line', 'outcome', 'text', 'why'])
      .execute(),
  );
  for await (const { outcome, text, why } of lines)
    yield brokenLine(
      text,
      layout?.width ?? 0,
      outcome === 'order' || outcome === 'error' ? (why ?? '') : LEFT_OUT_REASONS[outcome],
    );
  const { header } = await db.selectFrom('imports').select('header').where('id', '=', id).executeTakeFirstOrThrow();
  if (header === null) throw new Error('The lines were forgotten while they were read');
}

/**
 * @returns the person's own preview, locked if a transaction is in progress. Other people's previews are treated as
 * missing, and so is that of a person who may no longer import.
 */
export const findOwnImport = (db: Database, dispatcher: Dispatcher, id: number): Promise<ImportRow | undefined> =>
  db
    .selectFrom('imports')
    .selectAll()
    .where(inOffice(dispatcher))
    .where('person', '=', dispatcher.sub)
    .where('id', '=', id)
    .where(authorMayAct('imports', DISPATCH_OPERATIONS['imports.commit'].policy))
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
  const wanted = inputs.flatMap(({ client: sender, clientReference: reference }) =>
    reference === null ? [] : [{ sender, reference }],
  );
  if (wanted.length === 0) return new Map();
  const rows = await findReferences(db, companyId, wanted);
  const isOwn = (row: { office_id: string }): boolean => row.office_id === officeId;
  // Of equal keys the last one wins: a client without an id can have the same reference in several offices.
  return new Map(
    [...rows.filter((row) => !isOwn(row)), ...rows.filter(isOwn)].map((row) => [row.key, isOwn(row) ? row.code : null]),
  );
}
