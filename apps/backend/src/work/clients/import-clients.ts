import {
  CLIENT_COLUMN_KEYS,
  CLIENT_COLUMNS,
  type ClientImportPreview,
  type ClientLine,
  IMPORT_HOURS,
  readClientColumns,
  XLSX_MEDIA_TYPE,
} from '@despacho/contracts/dispatch';
import { type ClientAuthor } from '#people/clients/client-author.ts';
import { type ClientFields } from '#people/clients/client-row.ts';
import { ClientRegister, lockClients, requireListSize } from '#people/clients/client-rules.ts';
import { insertClients } from '#people/clients/write-client.ts';
import { recordTrail } from '#people/trail/record-trail.ts';
import { type Database } from '#platform/database/open-database.ts';
import { type NewClientLine } from '#platform/database/schema.ts';
import { transact } from '#platform/database/transact.ts';
import { type Dispatcher, personKey } from '#platform/dispatch/dispatcher.ts';
import { once } from '#platform/dispatch/idempotency.ts';
import { DISTRICTS } from '#platform/districts/districts.ts';
import { officeProvince } from '#platform/districts/office-province.ts';
import { type SheetColumn, xlsxStream } from '#platform/files/xlsx-stream.ts';
import { type FileAnswer } from '#platform/http/file-answer.ts';
import { notFound, Refusal } from '#platform/refusal.ts';
import { parseClientsInThread } from '../imports/parse-in-thread.ts';
import { type WorkServices } from '../services.ts';
import { type ParsedClient } from '../imports/parse-clients.ts';

const KEPT_MS = IMPORT_HOURS * 3_600_000;

/** Clients per statement. */
const CHUNK = 500;

/** @returns what an import would do with a line, and its input if it would create a client. */
function judge(register: ClientRegister, parsed: ParsedClient): { shown: ClientLine; input?: NewClientLine } {
  const { line, name } = parsed;
  if (!('input' in parsed))
    return { shown: { line, outcome: 'error', code: null, name, taxId: null, district: null, why: parsed.why } };
  const { code, taxId, addresses } = parsed.input;
  const ubigeo = addresses[0]?.ubigeo;
  const district = ubigeo ? (DISTRICTS.of(ubigeo)?.name ?? null) : null;
  const taken = code === null ? undefined : register.withCode(code);
  const known = taken ?? register.double(parsed.input)?.row;
  const shown = { line, code, name, taxId, district };
  if (known) return { shown: { ...shown, outcome: 'existe', why: `Ya está: ${known.name} (${known.code})` } };
  return { shown: { ...shown, outcome: 'nuevo', why: null }, input: { line, input: parsed.input } };
}

/** @returns what an import would do with each line. */
export const judgeClients = (register: ClientRegister, lines: readonly ParsedClient[]) =>
  lines.map((line) => judge(register, line));

/** A file, and how to read it if the person chose. */
interface UploadedClients {
  fileName: string;
  bytes: Uint8Array;
  columns?: string | undefined;
  sheet?: string | undefined;
  encoding?: string | undefined;
}

/** Deletes the previews that can no longer be imported. */
export async function forgetClientImports(db: Database, now: Date): Promise<void> {
  await db
    .deleteFrom('client_imports')
    .where('at', '<=', new Date(now.getTime() - KEPT_MS))
    .execute();
}

/**
 * Parses a file of clients and returns what importing it would do. Clients that exist already are left out. The result is
 * stored for a day, for this person to import, and replaces their previous one.
 * @param signal stops the work when the client disconnects.
 * @throws Refusal invalid for a file that is too complex; busy if the person's files took too long in the last hour.
 */
export async function previewClientImport(
  services: WorkServices,
  dispatcher: Dispatcher,
  { fileName, bytes, columns, sheet, encoding }: UploadedClients,
  signal: AbortSignal,
): Promise<ClientImportPreview> {
  const { db, clock } = services;
  const now = clock();
  services.importCpu.requireLeft(personKey(dispatcher), now);
  const parsed = await parseClientsInThread(
    {
      clients: true,
      bytes,
      choice: { sheet: sheet === undefined ? undefined : Number(sheet), encoding },
      wish: columns === undefined ? undefined : readClientColumns(columns),
      province: await officeProvince(db, dispatcher),
    },
    signal,
    (cpuMs) => services.importCpu.spend(personKey(dispatcher), cpuMs, clock()),
  );
  if (parsed.kind === 'too-complex')
    throw new Refusal(
      'invalid',
      'El archivo tiene más datos de los que se pueden leer; guárdelo como CSV o divídalo en partes',
    );
  if (parsed.kind === 'unreadable') {
    const { why, remedy, layout } = parsed;
    return { readable: false, why, remedy, layout };
  }
  const register = await ClientRegister.read(db, dispatcher.companyId);
  const judged = judgeClients(register, parsed.lines);
  const lines = judged.flatMap(({ input }) => input ?? []);
  await forgetClientImports(db, now);
  const { companyId, sub } = dispatcher;
  const id = await transact(db, async (trx) => {
    await trx.deleteFrom('client_imports').where('company_id', '=', companyId).where('person', '=', sub).execute();
    const row = await trx
      .insertInto('client_imports')
      .values({ company_id: companyId, person: sub, file_name: fileName, at: now, lines: JSON.stringify(lines) })
      .returning('id')
      .executeTakeFirstOrThrow();
    return row.id;
  });
  const count = (outcome: ClientLine['outcome']): number =>
    judged.filter(({ shown }) => shown.outcome === outcome).length;
  return {
    readable: true,
    id: String(id),
    fileName,
    fresh: count('nuevo'),
    known: count('existe'),
    broken: count('error'),
    layout: parsed.layout,
    rows: judged.map(({ shown }) => shown),
    expiresAt: new Date(now.getTime() + KEPT_MS).toISOString(),
  };
}

/** Creates the clients of some lines that no client resembles yet. @throws Refusal conflict if one exists by now. */
export async function insertImported(
  trx: Database,
  author: ClientAuthor,
  lines: readonly NewClientLine[],
  now: Date,
): Promise<{ created: number; firstCode: string; lastCode: string }> {
  await lockClients(trx, author.companyId);
  const register = await ClientRegister.read(trx, author.companyId);
  register.requireRoom(lines.length);
  for (const { input } of lines) {
    if (input.code !== null) register.requireFreeCode(input.code);
    register.requireNoDouble(input, false);
  }
  // Codes of the file first, so that no assigned code takes one of them.
  for (const { input } of lines)
    if (input.code !== null)
      register.add({ id: '', code: input.code, name: input.name, tax_id: input.taxId ?? '', merged_into: null });
  const all = lines.map(({ input: { code, name, taxId, contacts, addresses, terms } }): ClientFields => ({
    code: code ?? register.freeCode(),
    name,
    taxId,
    contacts,
    addresses,
    terms,
  }));
  for (let at = 0; at < all.length; at += CHUNK)
    await insertClients(trx, author, all.slice(at, at + CHUNK), 'importado', now);
  await requireListSize(trx, author);
  const { companyId, officeId, sub, username, user } = author;
  await recordTrail(trx, {
    companyId,
    officeId,
    kind: 'client.imported',
    actor: { id: sub, username, user },
    details: { clients: all.length, from: all[0]?.code, to: all.at(-1)?.code },
    at: now,
  });
  return { created: all.length, firstCode: all[0]?.code ?? '', lastCode: all.at(-1)?.code ?? '' };
}

/**
 * Creates the new clients of the person's own preview in one transaction, or none. A repeated key returns the first outcome.
 * @param clients the number that the person expects.
 * @throws Refusal not-found for another person's preview, expired for an old one, conflict if one of the clients exists
 * by now.
 */
export async function commitClientImport(
  { db, clock }: Pick<WorkServices, 'db' | 'clock'>,
  dispatcher: Dispatcher,
  key: string,
  { id, clients }: { id: number; clients: number },
): Promise<{ created: number; firstCode: string; lastCode: string }> {
  const now = clock();
  const { companyId, sub } = dispatcher;
  const carryOut = async (trx: Database) => {
    const own = trx
      .selectFrom('client_imports')
      .selectAll()
      .where('company_id', '=', companyId)
      .where('person', '=', sub)
      .where('id', '=', id);
    const row = await own.executeTakeFirstOrThrow(notFound);
    if (row.at.getTime() + KEPT_MS <= now.getTime())
      throw new Refusal('expired', 'La vista previa venció; lea otra vez el archivo');
    if (row.lines.length !== clients)
      throw new Refusal(
        'conflict',
        `Ahora se crearían ${row.lines.length} clientes y no ${clients}; lea otra vez el archivo`,
      );
    const created = await insertImported(trx, dispatcher, row.lines, now);
    await trx.deleteFrom('client_imports').where('company_id', '=', companyId).where('id', '=', id).execute();
    return created;
  };
  const request = { key, operation: 'import clients', content: { id, clients } };
  const { answer } = await transact(db, (trx) => once(trx, dispatcher, request, now, () => carryOut(trx)), {
    repeatable: true,
  });
  return answer;
}

/** An empty workbook with the columns of an import. Required columns are marked. */
export function clientImportTemplate(): FileAnswer {
  const columns = CLIENT_COLUMN_KEYS.map((key): SheetColumn => {
    const { header, required, hint } = CLIENT_COLUMNS[key];
    return { header: required ? `${header} *` : header, kind: 'text', width: Math.max(header.length, hint.length) + 3 };
  });
  return {
    fileName: 'plantilla-clientes.xlsx',
    mediaType: XLSX_MEDIA_TYPE,
    content: xlsxStream('Clientes', columns, []),
  };
}
