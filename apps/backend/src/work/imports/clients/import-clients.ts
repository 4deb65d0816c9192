import {
  type ClientImportCommit,
  type ClientImportPreview,
  DISPATCH_OPERATIONS,
  IMPORT_HOURS,
  type ImportedClients,
} from '@despacho/contracts/dispatch';
import { type ClientFields } from '#people/clients/client-row.ts';
import { requireClientsToday } from '#people/clients/client-quota.ts';
import { ClientRegister, lockClients, requireListSize } from '#people/clients/client-rules.ts';
import { insertClients, updateClients } from '#people/clients/write-client.ts';
import { authorOf, mayActNow } from '#people/users/may-act.ts';
import { recordTrail } from '#people/trail/record-trail.ts';
import { type Database } from '#platform/database/open-database.ts';
import { type ClientImportLine, type NewClientLine } from '#platform/database/schema.ts';
import { transact } from '#platform/database/transact.ts';
import { type Dispatcher } from '#platform/dispatch/dispatcher.ts';
import { once } from '#platform/dispatch/idempotency.ts';
import { officeProvince } from '#platform/districts/office-province.ts';
import { notFound, Refusal } from '#platform/refusal.ts';
import { readTable, type UploadedTable } from '../read-table.ts';
import { type WorkServices } from '../../services.ts';
import { judgeClients } from './judge-clients.ts';

const KEPT_MS = IMPORT_HOURS * 3_600_000;

/** Clients per statement. */
const CHUNK = 500;

/** Deletes the previews that can no longer be imported. */
export async function forgetClientImports(db: Database, now: Date): Promise<void> {
  await db
    .deleteFrom('client_imports')
    .where('at', '<=', new Date(now.getTime() - KEPT_MS))
    .execute();
}

/**
 * Parses a file of clients and returns what importing it would do. The result is stored for a day, for this person to
 * import, and replaces their previous one.
 * @param signal stops the work when the client disconnects.
 * @throws Refusal as `readTable`.
 */
export async function previewClientImport(
  services: WorkServices,
  dispatcher: Dispatcher,
  { fileName, ...file }: UploadedTable & { fileName: string },
  signal: AbortSignal,
): Promise<ClientImportPreview> {
  const { db, clock } = services;
  const context = { province: await officeProvince(db, dispatcher) };
  const preview = await readTable(services, dispatcher, file, { table: 'clients', context }, signal);
  if (!preview.readable) return preview;
  const { companyId, sub } = dispatcher;
  const now = clock();
  const judged = await judgeClients(db, companyId, preview.lines);
  await forgetClientImports(db, now);
  const id = await transact(db, async (trx) => {
    await trx.deleteFrom('client_imports').where('company_id', '=', companyId).where('person', '=', sub).execute();
    const lines = JSON.stringify(judged.flatMap(({ stored }) => stored ?? []));
    const row = await trx
      .insertInto('client_imports')
      .values({
        company_id: companyId,
        person: sub,
        file_name: fileName,
        at: now,
        lines,
        author_id: await authorOf(trx, dispatcher),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return row.id;
  });
  return { ...preview, id: String(id), lines: judged.map(({ shown }) => shown) };
}

/** Creates the clients of some lines that no client resembles yet. */
async function insertNew(
  trx: Database,
  author: Dispatcher,
  register: ClientRegister,
  lines: readonly NewClientLine[],
  now: Date,
): Promise<string[]> {
  register.requireRoom(lines.length);
  for (const { input } of lines) {
    if (input.code !== null) register.requireFreeCode(input.code);
    register.requireNoDouble(input, false);
  }
  // Codes of the file first, so that no assigned code takes one of them.
  for (const { input } of lines)
    if (input.code !== null)
      register.add({ id: '', code: input.code, name: input.name, tax_id: input.taxId ?? '', merged_into: null });
  const all = lines.map(({ input }): ClientFields => {
    const { code, double: _, ...fields } = input;
    return { ...fields, code: code ?? register.freeCode() };
  });
  for (let at = 0; at < all.length; at += CHUNK)
    await insertClients(trx, author, all.slice(at, at + CHUNK), 'importado', now);
  return all.map(({ code }) => code);
}

/**
 * Creates the clients of some lines and changes those of others, with one entry in the trail.
 * @throws Refusal conflict if a new one already exists, or someone changed one of the others since.
 */
export async function storeClients(
  trx: Database,
  author: Dispatcher,
  lines: readonly ClientImportLine[],
  now: Date,
): Promise<ImportedClients> {
  await lockClients(trx, author.companyId);
  const register = await ClientRegister.read(trx, author.companyId);
  const updates = lines.flatMap((line) => ('id' in line ? line : []));
  const updated = await updateClients(trx, author, register, updates, now);
  const fresh = lines.flatMap((line) => ('id' in line ? [] : line));
  await requireClientsToday(trx, author, fresh.length, now);
  const codes = await insertNew(trx, author, register, fresh, now);
  await requireListSize(trx, author);
  const { companyId, officeId, sub, username, user } = author;
  const [firstCode = '', lastCode = ''] = [codes[0], codes.at(-1)];
  await recordTrail(trx, {
    companyId,
    officeId,
    kind: 'client.imported',
    actor: { id: sub, username, user },
    details: { clients: codes.length, ...(codes.length > 0 && { from: firstCode, to: lastCode }), updated },
    at: now,
  });
  return { created: codes.length, updated, firstCode, lastCode };
}

/**
 * Creates the new clients of the person's own preview in one transaction, and changes those of `update`, or none. A
 * repeated key returns the first outcome.
 * @throws Refusal not-found for another person's preview, expired for an old one, invalid for a line that changes no client;
 * conflict if one of the clients already exists, or was changed since.
 */
export async function commitClientImport(
  { db, clock }: Pick<WorkServices, 'db' | 'clock'>,
  dispatcher: Dispatcher,
  key: string,
  { id, clients, update = [] }: ClientImportCommit & { id: number },
): Promise<ImportedClients> {
  const now = clock();
  const { companyId, sub } = dispatcher;
  const wanted = new Set(update);
  const carryOut = async (trx: Database) => {
    const own = trx
      .selectFrom('client_imports')
      .selectAll()
      .where('company_id', '=', companyId)
      .where('person', '=', sub)
      .where('id', '=', id)
      .where(
        mayActNow(
          { author: 'client_imports.author_id', company: 'client_imports.company_id' },
          DISPATCH_OPERATIONS['clients.importCommit'].policy,
        ),
      );
    const row = await own.executeTakeFirstOrThrow(notFound);
    if (row.at.getTime() + KEPT_MS <= now.getTime())
      throw new Refusal('expired', 'La vista previa venció; lea otra vez el archivo');
    const fresh = row.lines.filter((line) => !('id' in line));
    if (fresh.length !== clients)
      throw new Refusal(
        'conflict',
        `Ahora se crearían ${fresh.length} clientes y no ${clients}; lea otra vez el archivo`,
      );
    const updates = row.lines.filter((line) => 'id' in line && wanted.has(line.line));
    if (updates.length < wanted.size)
      throw new Refusal('invalid', 'Una de esas filas no cambia a ningún cliente; lea otra vez el archivo');
    const stored = await storeClients(trx, dispatcher, [...updates, ...fresh], now);
    await trx.deleteFrom('client_imports').where('company_id', '=', companyId).where('id', '=', id).execute();
    return stored;
  };
  const request = { key, operation: 'import clients', content: { id, clients, update } };
  const { answer } = await transact(db, (trx) => once(trx, dispatcher, request, now, () => carryOut(trx)), {
    repeatable: true,
  });
  return answer;
}
