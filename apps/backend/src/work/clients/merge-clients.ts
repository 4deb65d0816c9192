import {
  LISTED_CLASHES,
  MAX_MERGED_ORDERS,
  type MergeBody,
  type MergedClients,
  type MergePreview,
} from '@despacho/contracts/dispatch';
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { findReferences, referenceKeyOf } from '#orders/order/client-reference.ts';
import { type Change, writeChanges } from '#orders/order/write-changes.ts';
import { lastClientChange, recordClientChanges, requireVersion } from '#people/clients/client-changes.ts';
import { lockClients } from '#people/clients/client-rules.ts';
import { type ClientRecord, toDetails } from '#people/clients/client-row.ts';
import { lockOffices } from '#people/offices/offices-repository.ts';
import { readClientDetails, requireClient } from '#people/clients/write-client.ts';
import { type Database } from '#platform/database/open-database.ts';
import { renewStates } from '#platform/database/renew-states.ts';
import { transact } from '#platform/database/transact.ts';
import { type Dispatcher } from '#platform/dispatch/dispatcher.ts';
import { once } from '#platform/dispatch/idempotency.ts';
import { formatNumber } from '#platform/format-number.ts';
import { seesWholeCompany } from '#platform/person.ts';
import { Refusal } from '#platform/refusal.ts';
import { type WorkServices } from '../services.ts';

/** The operator merges when nobody dispatches: every office of the company is locked until it ends. */
const MAX_MERGED_BY_OPERATOR = 1_000_000_000;

/** Orders per statement. */
const CHUNK = 500;

/** Longest reference of an order, as in the contract. */
const MAX_REFERENCE = 64;

const ordersOf = (db: Database, companyId: string, clientId: string) =>
  db
    .selectFrom('orders')
    .select([
      'id',
      'office_id',
      'code',
      'version',
      'date',
      'window_to as windowTo',
      'client_id as clientId',
      'client_name as clientName',
      'client_reference as clientReference',
    ])
    .where('company_id', '=', companyId)
    .where('office_id', 'in', db.selectFrom('offices').select('id').where('company_id', '=', companyId))
    .where('client_id', '=', clientId)
    .orderBy('id');

type MovedOrder = Awaited<ReturnType<ReturnType<typeof ordersOf>['execute']>>[number];

/** @returns a reference that says from which client it comes. */
function renamed(reference: string, code: string, id?: number): string {
  const end = id === undefined ? ` (${code})` : ` (${code} ${id})`;
  return reference.slice(0, MAX_REFERENCE - end.length).trim() + end;
}

interface Clash {
  order: MovedOrder;
  reference: string;
  renamed: string;
}

/** @returns the orders of a duplicate whose reference the other client has as well, with a new reference. */
async function findClashes(
  db: Database,
  { companyId, into, from }: { companyId: string; into: ClientRecord; from: ClientRecord },
  orders: readonly MovedOrder[],
): Promise<Clash[]> {
  const sender = { id: into.id, name: into.name };
  const keyOf = (reference: string): string => referenceKeyOf(sender, reference);
  const taken = async (references: readonly string[]): Promise<Set<string>> => {
    if (references.length === 0) return new Set();
    const found = await findReferences(
      db,
      companyId,
      references.map((reference) => ({ sender, reference })),
    );
    return new Set(found.map(({ key }) => key));
  };
  const referred = orders.flatMap((order) =>
    order.clientReference === null ? [] : [{ order, reference: order.clientReference }],
  );
  const known = await taken(referred.map(({ reference }) => reference));
  const clashing = referred.filter(({ reference }) => known.has(keyOf(reference)));
  const moved = new Set(referred.map(({ reference }) => keyOf(reference)));
  const again = await taken(clashing.map(({ reference }) => renamed(reference, from.code)));
  return clashing.map(({ order, reference }) => {
    const first = renamed(reference, from.code);
    const isFree = !again.has(keyOf(first)) && !moved.has(keyOf(first));
    const name = isFree ? first : renamed(reference, from.code, order.id);
    moved.add(keyOf(name));
    return { order, reference, renamed: name };
  });
}

/** The saved views whose filter names a client. */
async function viewsWith(db: Database, companyId: string, clientId: string) {
  const rows = await db.selectFrom('views').select(['id', 'filter']).where('company_id', '=', companyId).execute();
  return rows.filter(({ filter: { cliente, no_cliente } }) =>
    [cliente, no_cliente].some((list) => list?.split(',').includes(clientId)),
  );
}

const linksOf = (db: Database, companyId: string, clientId: string) =>
  db
    .selectFrom('guest_links')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('company_id', '=', companyId)
    .where('client_id', '=', clientId)
    .where('day', 'is not', null);

/** Whether another office shared the days of a client. */
async function hasLinksElsewhere(db: Database, { companyId, officeId }: Dispatcher, clientId: string) {
  const { count } = await linksOf(db, companyId, clientId).where('office_id', '<>', officeId).executeTakeFirstOrThrow();
  return count > 0;
}

async function requireBoth(db: Database, companyId: string, id: string, from: string) {
  if (id === from) throw new Refusal('invalid', 'Elija dos clientes distintos', undefined, 'from');
  return { into: await requireClient(db, companyId, id), from: await requireClient(db, companyId, from) };
}

/**
 * @returns what a merge would move and rename. Orders of other offices are counted, and not named.
 * @throws Refusal not-found for clients of another company.
 */
export async function previewMerge(
  { db }: Pick<WorkServices, 'db'>,
  { companyId, officeId }: Dispatcher,
  id: string,
  fromId: string,
): Promise<MergePreview> {
  const { into, from } = await requireBoth(db, companyId, id, fromId);
  const orders = await ordersOf(db, companyId, from.id)
    .limit(MAX_MERGED_ORDERS + 1)
    .execute();
  const clashes = await findClashes(db, { companyId, into, from }, orders);
  const { count } = await linksOf(db, companyId, from.id).executeTakeFirstOrThrow();
  return {
    from: toDetails(from, await lastClientChange(db, companyId, from.id, 'record')),
    orders: orders.length,
    elsewhere: orders.filter(({ office_id }) => office_id !== officeId).length,
    clashes: clashes.slice(0, LISTED_CLASHES).map(({ order, reference, renamed: to }) => ({
      reference,
      renamed: to,
      code: order.office_id === officeId ? order.code : null,
    })),
    moreClashes: Math.max(0, clashes.length - LISTED_CLASHES),
    links: count,
    views: (await viewsWith(db, companyId, from.id)).length,
  };
}

/** Moves orders, with an event of each. Their name of the client stays. */
async function moveOrders(
  trx: Database,
  author: Dispatcher,
  into: ClientRecord,
  orders: readonly MovedOrder[],
  clashes: readonly Clash[],
  now: Date,
): Promise<void> {
  const newReferences = new Map(clashes.map(({ order, renamed: to }) => [order.id, to]));
  const offices = await trx
    .selectFrom('offices')
    .select(['id', 'time_zone'])
    .where('company_id', '=', author.companyId)
    .orderBy('id')
    .execute();
  for (const { id: officeId, time_zone: timeZone } of offices) {
    const own = orders.filter(({ office_id }) => office_id === officeId);
    const batch = { id: randomUUID(), now };
    for (let at = 0; at < own.length; at += CHUNK)
      await writeChanges(
        trx,
        { ...author, officeId, timeZone },
        batch,
        own
          .slice(at, at + CHUNK)
          .map(({ id, code, version, date, windowTo, clientId, clientName, clientReference: was }): Change => {
            const clientReference = newReferences.get(id);
            return {
              row: { id, code, version },
              fields: { date, windowTo, clientId, clientName, clientReference: was },
              patch: { clientId: into.id, ...(clientReference !== undefined && { clientReference }) },
              what: 'editada',
            };
          }),
      );
  }
}

/** Previews of orders that name the duplicate now name the other client; a request that has read them is refused. */
async function moveImports(trx: Database, companyId: string, { id, name, phone }: ClientRecord, from: string) {
  const client = JSON.stringify({ id, name, phone });
  // Fixing lines locks a preview before its lines.
  await sql`
    with concerned as materialized (
      select id from imports
      where company_id = ${companyId} and batch is null and exists (
        select from import_lines where import_id = imports.id and input -> 'client' ->> 'id' = ${from}
      ) order by id for update
    ), moved as (
      update import_lines set input = jsonb_set(input, '{client}', ${client}::jsonb)
      where import_id in (select id from concerned) and input -> 'client' ->> 'id' = ${from}
      returning import_id
    )
    update imports set revision = revision + 1
    where company_id = ${companyId} and id in (select import_id from moved)`.execute(trx);
}

/** Replaces a client in the filters of saved views. */
async function moveViews(trx: Database, companyId: string, into: string, from: string): Promise<void> {
  const replaced = (list: string | undefined): string | undefined =>
    list === undefined
      ? undefined
      : [...new Set(list.split(',').map((each) => (each === from ? into : each)))].join(',');
  for (const { id, filter } of await viewsWith(trx, companyId, from)) {
    const cliente = replaced(filter.cliente);
    const no_cliente = replaced(filter.no_cliente);
    const moved = {
      ...filter,
      ...(cliente !== undefined && { cliente }),
      ...(no_cliente !== undefined && { no_cliente }),
    };
    await trx
      .updateTable('views')
      .set(({ eb }) => ({ filter: JSON.stringify(moved), version: eb('version', '+', 1) }))
      .where('company_id', '=', companyId)
      .where('id', '=', id)
      .execute();
  }
}

/** Links show the days of the client that has the orders now. */
async function moveLinks(trx: Database, companyId: string, into: string, from: string): Promise<void> {
  for (const table of ['guest_links', 'guest_acts'] as const)
    await trx
      .updateTable(table)
      .set({ client_id: into })
      .where('company_id', '=', companyId)
      .where('client_id', '=', from)
      .execute();
}

/** Photos required for either are required for the client that stays, which gets the notes if it has none. */
async function moveNotes(trx: Database, companyId: string, into: string, from: string): Promise<void> {
  await sql`
    insert into client_notes as own (company_id, client_id, notes, delivered, failed, author_id)
    select company_id, ${into}, notes, delivered, failed, author_id from client_notes
    where company_id = ${companyId} and client_id = ${from}
    on conflict (company_id, client_id) do update set
      version = own.version + 1,
      notes = coalesce(own.notes, excluded.notes),
      delivered = array(select distinct unnest(own.delivered || excluded.delivered) order by 1),
      failed = array(select distinct unnest(own.failed || excluded.failed) order by 1)`.execute(trx);
  await trx.deleteFrom('client_notes').where('company_id', '=', companyId).where('client_id', '=', from).execute();
}

/**
 * Merges a duplicate into another client in a transaction: all references then point to the other one, and the
 * duplicate's code, RUC and name find it. Orders keep the name that they have.
 * @throws Refusal conflict for a stale version, for references that both have unless they may be renamed, or for too
 * many orders; forbidden for orders and links of other offices without charge S; not-found for clients of another
 * company.
 */
async function mergeClientsIn(
  trx: Database,
  author: Dispatcher,
  id: string,
  { version, from: fromId, fromVersion, rename = false }: MergeBody,
  now: Date,
): Promise<MergedClients> {
  const { companyId, officeId, isOperator } = author;
  const most = isOperator ? MAX_MERGED_BY_OPERATOR : MAX_MERGED_ORDERS;
  await lockClients(trx, companyId);
  // Every writer of orders locks its office first.
  await lockOffices(trx, companyId);
  const { into, from } = await requireBoth(trx, companyId, id, fromId);
  await requireVersion(trx, author, { id, name: into.name, version: into.version, seen: version, part: 'record' });
  await requireVersion(trx, author, {
    id: fromId,
    name: from.name,
    version: from.version,
    seen: fromVersion,
    part: 'record',
  });
  const orders = await ordersOf(trx, companyId, fromId)
    .limit(most + 1)
    .execute();
  if (!seesWholeCompany(author) && orders.some(({ office_id }) => office_id !== officeId))
    throw new Refusal(
      'forbidden',
      `${from.name} tiene órdenes de otras oficinas; pida a alguien con cargo S que una los clientes`,
    );
  // A link of the duplicate would show the other client's orders of that office to everybody who has it.
  if (!seesWholeCompany(author) && (await hasLinksElsewhere(trx, author, fromId)))
    throw new Refusal(
      'forbidden',
      `${from.name} tiene enlaces de otras oficinas; pida a alguien con cargo S que una los clientes`,
    );
  if (orders.length > most)
    throw new Refusal(
      'conflict',
      `${from.name} tiene más de ${formatNumber(most)} órdenes; pida a quien administra el sistema que una los clientes`,
    );
  const clashes = await findClashes(trx, { companyId, into, from }, orders);
  if (clashes.length > 0 && !rename) {
    const shown = clashes.slice(0, 3).map(({ reference }) => `«${reference}»`);
    throw new Refusal(
      'conflict',
      `Los dos clientes tienen órdenes con la misma referencia: ${shown.join(', ')}${clashes.length > 3 ? ` y ${clashes.length - 3} más` : ''}`,
      undefined,
      'rename',
    );
  }
  await moveOrders(trx, author, into, orders, clashes, now);
  await moveLinks(trx, companyId, id, fromId);
  await moveViews(trx, companyId, id, fromId);
  await moveImports(trx, companyId, into, fromId);
  await moveNotes(trx, companyId, id, fromId);
  await trx
    .updateTable('clients')
    .set(({ eb }) => ({ merged_into: id, active: false, version: eb('version', '+', 1) }))
    .where('company_id', '=', companyId)
    .where((eb) => eb.or([eb('id', '=', fromId), eb('merged_into', '=', fromId)]))
    .execute();
  await trx
    .updateTable('clients')
    .set({ version: version + 1 })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .execute();
  // `orders.clients` names the merged ids in every office with orders of the client that stays.
  await renewStates(trx, companyId);
  const names = { orders: orders.length, renamed: clashes.length };
  await recordClientChanges(
    trx,
    author,
    [
      { clientId: id, what: 'recibio', before: {}, after: { from: `${from.name} (${from.code})`, ...names } },
      { clientId: fromId, what: 'unido', before: {}, after: { into: `${into.name} (${into.code})`, ...names } },
    ],
    now,
  );
  return {
    client: await readClientDetails({ db: trx }, author, id),
    orders: orders.length,
    renamed: clashes.length,
  };
}

/** Merges clients. A repeated key returns the first outcome. @throws Refusal as `mergeClientsIn`. */
export async function mergeClients(
  { db, clock, feed }: Pick<WorkServices, 'db' | 'clock' | 'feed'>,
  dispatcher: Dispatcher,
  key: string,
  id: string,
  body: MergeBody,
): Promise<MergedClients> {
  const now = clock();
  const request = { key, operation: 'merge clients', content: { id, ...body } };
  const { answer } = await transact(
    db,
    (trx) => once(trx, dispatcher, request, now, () => mergeClientsIn(trx, dispatcher, id, body, now)),
    { repeatable: true },
  );
  const offices = await db.selectFrom('offices').select('id').where('company_id', '=', dispatcher.companyId).execute();
  for (const { id: officeId } of offices) feed.nudge(officeId);
  return answer;
}
