import { codeKey } from '@despacho/contracts';
import { sql } from 'kysely';
import { hash } from 'node:crypto';
import { MAX_FAILED_LOOKUPS } from '#platform/database/table-bounds.ts';
import { type Dispatcher } from '#platform/dispatch/dispatcher.ts';
import { Refusal } from '#platform/refusal.ts';
import { type PlatformServices } from '#platform/services.ts';
import { findKnownClients, isCode, type KnownClients } from './known-clients.ts';

const HOUR_MS = 3_600_000;

/** A text that a client was looked up by, and the client found. */
export interface Lookup {
  text: string;
  clientId: string | null;
}

const overLimit = (waitMs: number): Refusal =>
  new Refusal(
    'busy',
    `Buscó demasiados códigos o RUC que no son de sus clientes. Escriba el nombre completo de cada cliente, o vuelva a intentarlo en ${Math.ceil(waitMs / 60_000)} min`,
    undefined,
    undefined,
    Math.ceil(waitMs / 1000),
  );

/** @returns whether all these clients have orders in the office, so that its dispatchers know them. */
async function areSenders(
  { db }: PlatformServices,
  { officeId }: Dispatcher,
  ids: readonly string[],
): Promise<boolean> {
  const { rows } = await sql<{ all: boolean }>`
    select coalesce(bool_and(exists (
      select from order_details where office_id = ${officeId} and client_id = wanted.id
    )), true) as all from unnest(${[...new Set(ids)]}::text[]) as wanted (id)`.execute(db);
  return rows[0]?.all === true;
}

/**
 * Counts the codes and RUC that a person looked up without finding a client; call it before anything about them is
 * shown. The count is in the database, shared by all processes. Above the limit, codes of clients without orders in the
 * office are refused as well: otherwise the refusal would reveal which codes exist.
 * @throws Refusal busy, with the time to wait, above the limit.
 */
export async function countLookups(
  services: PlatformServices,
  dispatcher: Dispatcher,
  lookups: readonly Lookup[],
): Promise<void> {
  const codes = lookups.filter(({ text }) => isCode(text));
  if (codes.length === 0) return;
  const { db, clock, logger } = services;
  const { companyId, sub, username } = dispatcher;
  const vain = codes
    .filter(({ clientId }) => clientId === null)
    .map(({ text }) => hash('sha256', codeKey(text), 'base64url'));
  const since = new Date(clock().getTime() - HOUR_MS);
  const counted = await db.transaction().execute(async (trx) => {
    // Serializes a person's requests: concurrent ones would not see each other's count.
    await sql`select pg_advisory_xact_lock(hashtextextended(${sub}, hashtext('client lookups')))`.execute(trx);
    await trx.deleteFrom('client_lookups').where('at', '<=', since).execute();
    const own = trx.selectFrom('client_lookups').where('company_id', '=', companyId).where('person', '=', sub);
    const rows = await own.select(['word', 'at']).orderBy('at').execute();
    const known = new Set(rows.map(({ word }) => word));
    const added = [...new Set(vain)].filter((word) => !known.has(word));
    const kept = added.slice(0, Math.max(0, MAX_FAILED_LOOKUPS - rows.length));
    if (kept.length > 0)
      await trx
        .insertInto('client_lookups')
        .values(kept.map((word) => ({ company_id: companyId, person: sub, word, at: clock() })))
        .execute();
    const oldest = rows[0]?.at ?? clock();
    return { isOver: kept.length < added.length, isFull: rows.length >= MAX_FAILED_LOOKUPS, oldest };
  });
  const found = codes.flatMap(({ clientId }) => clientId ?? []);
  const isRefused = counted.isOver || (counted.isFull && !(await areSenders(services, dispatcher, found)));
  if (!isRefused) return;
  logger.warn(
    { event: 'clients.guessed', by: username, officeId: dispatcher.officeId },
    'too many codes of clients looked up in vain',
  );
  throw overLimit(Math.max(1000, counted.oldest.getTime() - since.getTime()));
}

/**
 * Counts the lookup of an order form's client towards the same limit. Names are not counted, nor is anything in a
 * company without clients.
 * @throws Refusal busy above the limit.
 */
export async function countLookup(services: PlatformServices, dispatcher: Dispatcher, text: string): Promise<void> {
  if (!isCode(text)) return;
  const clients: KnownClients = await findKnownClients(services.db, dispatcher.companyId);
  if (clients.size > 0) await countLookups(services, dispatcher, [{ text, clientId: clients.find(text).id }]);
}
