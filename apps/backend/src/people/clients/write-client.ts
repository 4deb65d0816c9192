import { type ClientDetails, type ClientEdit, type ClientInput } from '@despacho/contracts/dispatch';
import { sql } from 'kysely';
import { randomUUID } from 'node:crypto';
import { type Database } from '#platform/database/open-database.ts';
import { transact } from '#platform/database/transact.ts';
import { definedFields } from '#platform/dispatch/defined-fields.ts';
import { differences } from '#platform/dispatch/differences.ts';
import { type Dispatcher } from '#platform/dispatch/dispatcher.ts';
import { once } from '#platform/dispatch/idempotency.ts';
import { conflict, notFound } from '#platform/refusal.ts';
import { type PlatformServices } from '#platform/services.ts';
import { lastClientChange, recordClientChanges, requireVersion } from './client-changes.ts';
import { requireClientsToday } from './client-quota.ts';
import {
  ClientRegister,
  lockClients,
  requireDistricts,
  requireListSize,
  requirePlausiblePlaces,
} from './client-rules.ts';
import { type ClientFields, type ClientRecord, columnsOfClient, fieldsOfClient, toDetails } from './client-row.ts';

type WriteServices = Pick<PlatformServices, 'db' | 'clock'>;

/** @throws Refusal conflict for a client that was merged into another. */
export function requireUnmerged({
  name,
  code,
  merged_into,
}: Pick<ClientRecord, 'name' | 'code' | 'merged_into'>): void {
  if (merged_into !== null) throw conflict(`${name} (${code}) se unió a otro cliente; búsquelo en la lista`);
}

/** @throws Refusal not-found for a client of another company, conflict for one that was merged into another. */
export async function requireClient(trx: Database, companyId: string, id: string): Promise<ClientRecord> {
  const row = await trx
    .selectFrom('clients')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow(notFound);
  requireUnmerged(row);
  return row;
}

/** @returns a client with everything that the company keeps. For a merged one, the client that has its orders. */
export async function readClientDetails(
  { db }: Pick<PlatformServices, 'db'>,
  { companyId }: Pick<Dispatcher, 'companyId'>,
  id: string,
): Promise<ClientDetails> {
  const found = await db
    .selectFrom('clients')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow(notFound);
  const row = found.merged_into === null ? found : await requireClient(db, companyId, found.merged_into);
  return toDetails(row, await lastClientChange(db, companyId, row.id, 'record'));
}

/** Inserts clients that were checked. @returns their ids, in the given order. */
export async function insertClients(
  trx: Database,
  author: Dispatcher,
  all: readonly ClientFields[],
  what: 'creado' | 'importado',
  now: Date,
): Promise<string[]> {
  const rows = all.map((fields) => ({ id: randomUUID(), fields }));
  await trx
    .insertInto('clients')
    .values(
      rows.map(({ id, fields }) => ({
        ...columnsOfClient(fields),
        id,
        company_id: author.companyId,
        created_at: now,
        code: fields.code,
        name: fields.name,
        tax_id: fields.taxId ?? '',
        terms: fields.terms,
      })),
    )
    .execute();
  await recordClientChanges(
    trx,
    author,
    rows.map(({ id, fields }) => ({ clientId: id, what, before: {}, after: fields })),
    now,
  );
  return rows.map(({ id }) => id);
}

/**
 * Creates a client in a transaction.
 * @throws Refusal conflict for a code that is taken, for a duplicate unless allowed, or above the maximum; invalid for
 * an unknown district.
 */
export async function createClientIn(
  trx: Database,
  author: Dispatcher,
  { double = false, code, ...fields }: ClientInput,
  now: Date,
): Promise<ClientDetails> {
  requireDistricts(fields.addresses);
  requirePlausiblePlaces(fields.addresses);
  await lockClients(trx, author.companyId);
  const register = await ClientRegister.read(trx, author.companyId);
  register.requireRoom();
  await requireClientsToday(trx, author, 1, now);
  if (code !== null) register.requireFreeCode(code);
  register.requireNoDouble(fields, double);
  const [id = ''] = await insertClients(trx, author, [{ ...fields, code: code ?? register.freeCode() }], 'creado', now);
  await requireListSize(trx, author);
  return readClientDetails({ db: trx }, author, id);
}

/** Creates a client of the company. A repeated key returns the client already created. @throws Refusal as `createClientIn`. */
export async function createClient(
  { db, clock }: WriteServices,
  dispatcher: Dispatcher,
  key: string,
  input: ClientInput,
): Promise<ClientDetails> {
  const now = clock();
  const request = { key, operation: 'create client', content: input };
  const { answer } = await transact(
    db,
    (trx) => once(trx, dispatcher, request, now, () => createClientIn(trx, dispatcher, input, now)),
    { repeatable: true },
  );
  return answer;
}

/**
 * Stores changes of a client, under the lock of its company.
 * @param double allows a name or document that another client has.
 * @returns what changed; undefined without a difference.
 * @throws Refusal as `createClientIn`.
 */
async function storeChanges(
  trx: Database,
  register: ClientRegister,
  row: ClientRecord,
  changes: ClientEdit['changes'],
  double: boolean,
) {
  const { id, company_id: companyId } = row;
  const before = fieldsOfClient(row);
  const after = { ...before, ...definedFields(changes) };
  const changed = differences(before, after);
  const names = Object.keys(changed.after);
  if (names.length === 0) return undefined;
  requireDistricts(after.addresses);
  if (names.includes('addresses')) requirePlausiblePlaces(after.addresses);
  if (names.includes('code')) register.requireFreeCode(after.code, id);
  if (names.includes('taxId') || names.includes('name')) register.requireNoDouble(after, double, { id, ...before });
  const only = Object.fromEntries(names.map((name) => [name, after[name as keyof ClientFields]]));
  await trx
    .updateTable('clients')
    .set({ ...columnsOfClient(only), version: row.version + 1 })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .execute();
  // Later changes of the same file must not use its code, document or name.
  register.change({ id, code: after.code, name: after.name, tax_id: after.taxId ?? '', merged_into: null });
  return { clientId: id, ...changed };
}

/** Changes of a client by a file. */
interface ClientUpdate {
  id: string;
  version: number;
  changes: Partial<ClientFields>;
}

/**
 * Applies the changes of a file to clients, under the lock of their company. @returns how many changed.
 * @throws Refusal conflict if someone changed or merged one of them since, otherwise as `createClientIn`.
 */
export async function updateClients(
  trx: Database,
  author: Dispatcher,
  register: ClientRegister,
  updates: readonly ClientUpdate[],
  now: Date,
): Promise<number> {
  const rows = await trx
    .selectFrom('clients')
    .selectAll()
    .where('company_id', '=', author.companyId)
    .where('merged_into', 'is', null)
    .where(sql<boolean>`id = any(${updates.map(({ id }) => id)}::text[])`)
    .execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  const changed = [];
  for (const { id, version, changes } of updates) {
    const row = byId.get(id);
    if (!row) throw conflict('Uno de los clientes se unió a otro; lea otra vez el archivo');
    await requireVersion(trx, author, { id, name: row.name, version: row.version, seen: version, part: 'record' });
    const stored = await storeChanges(trx, register, row, changes, false);
    if (stored) changed.push({ ...stored, what: 'actualizado' as const });
  }
  await recordClientChanges(trx, author, changed, now);
  return changed.length;
}

/**
 * Edits a client. The same values again change nothing.
 * @throws Refusal conflict if someone changed it since, with who changed what; otherwise as `createClientIn`.
 */
export function editClient(
  { db, clock }: WriteServices,
  author: Dispatcher,
  id: string,
  { version, changes, double = false }: ClientEdit,
): Promise<ClientDetails> {
  const { companyId } = author;
  return transact(db, async (trx) => {
    await lockClients(trx, companyId);
    const row = await requireClient(trx, companyId, id);
    await requireVersion(trx, author, { id, name: row.name, version: row.version, seen: version, part: 'record' });
    const changed = await storeChanges(trx, await ClientRegister.read(trx, companyId), row, changes, double);
    if (!changed) return readClientDetails({ db: trx }, author, id);
    await requireListSize(trx, author);
    await recordClientChanges(trx, author, [{ ...changed, what: 'editado' }], clock());
    return readClientDetails({ db: trx }, author, id);
  });
}

/**
 * Disables a client, or enables it again. New orders cannot name a disabled one by choosing it; existing ones stay.
 * @throws Refusal conflict if someone changed it since.
 */
export function setClientState(
  { db, clock }: WriteServices,
  author: Dispatcher,
  id: string,
  { version, active }: { version: number; active: boolean },
): Promise<ClientDetails> {
  const { companyId } = author;
  return transact(db, async (trx) => {
    await lockClients(trx, companyId);
    const row = await requireClient(trx, companyId, id);
    if (row.active === active) return readClientDetails({ db: trx }, author, id);
    await requireVersion(trx, author, { id, name: row.name, version: row.version, seen: version, part: 'record' });
    await trx
      .updateTable('clients')
      .set({ active, version: version + 1 })
      .where('company_id', '=', companyId)
      .where('id', '=', id)
      .execute();
    const what = active ? 'activado' : 'desactivado';
    await recordClientChanges(
      trx,
      author,
      [{ clientId: id, what, before: { active: row.active }, after: { active } }],
      clock(),
    );
    return readClientDetails({ db: trx }, author, id);
  });
}
