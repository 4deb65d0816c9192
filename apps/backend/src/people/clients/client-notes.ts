import { type ClientNotes, type ClientNotesInput } from '@despacho/contracts/dispatch';
import { countRows } from '#platform/database/count-rows.ts';
import { type Database } from '#platform/database/open-database.ts';
import { MAX_CLIENT_NOTES } from '#platform/database/table-bounds.ts';
import { transact } from '#platform/database/transact.ts';
import { differences } from '#platform/dispatch/differences.ts';
import { type Dispatcher } from '#platform/dispatch/dispatcher.ts';
import { formatNumber } from '#platform/format-number.ts';
import { seesWholeCompany } from '#platform/person.ts';
import { conflict, notFound, Refusal } from '#platform/refusal.ts';
import { type PlatformServices } from '#platform/services.ts';
import { authorOf } from '../users/may-act.ts';
import { lastClientChange, OF_NOTES, recordClientChanges, requireVersion } from './client-changes.ts';
import { lockClients } from './client-rules.ts';
import { requireUnmerged } from './write-client.ts';
import { lockOffices } from '../offices/offices-repository.ts';

const findNotes = (db: Database, companyId: string, clientId: string) =>
  db
    .selectFrom('client_notes')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('client_id', '=', clientId)
    .executeTakeFirst();

/** The person as the author of notes; by `sub` if another host keeps the account. */
const noteAuthor = async (db: Database, dispatcher: Dispatcher): Promise<string> =>
  (await authorOf(db, dispatcher)) ?? dispatcher.sub;

/** @returns whether the person may remove notes: who wrote them last, and charge S. */
const mayRemove = async (db: Database, dispatcher: Dispatcher, author: string | null): Promise<boolean> =>
  seesWholeCompany(dispatcher) || (author !== null && author === (await noteAuthor(db, dispatcher)));

/**
 * @returns a client of our own; undefined for one of a foreign host.
 * @throws Refusal not-found for an unknown one where our own service keeps the clients: then people have accounts here.
 */
async function findClient(db: Database, dispatcher: Dispatcher, clientId: string) {
  const row = await db
    .selectFrom('clients')
    .select(['name', 'code', 'merged_into'])
    .where('company_id', '=', dispatcher.companyId)
    .where('id', '=', clientId)
    .executeTakeFirst();
  if (!row && (await authorOf(db, dispatcher)) !== null) throw notFound();
  return row;
}

/**
 * @returns the company's notes and required photos of a client, also one of a foreign host; empty without any.
 * @throws Refusal not-found for a client without any that does not exist.
 */
export async function readClientNotes(
  { db }: Pick<PlatformServices, 'db'>,
  dispatcher: Dispatcher,
  clientId: string,
): Promise<ClientNotes> {
  const { companyId } = dispatcher;
  const row = await findNotes(db, companyId, clientId);
  if (!row) await findClient(db, dispatcher, clientId);
  return {
    version: row?.version ?? 0,
    notes: row?.notes ?? null,
    proof: { delivered: row?.delivered ?? [], failed: row?.failed ?? [] },
    changed: row ? await lastClientChange(db, companyId, clientId, 'notes') : null,
    mayRemove: row !== undefined && (await mayRemove(db, dispatcher, row.author_id)),
  };
}

/** @returns a version for new notes that no removed notes of the client had. */
async function firstVersion(trx: Database, companyId: string, clientId: string): Promise<number> {
  const count = await countRows(
    trx
      .selectFrom('client_changes')
      .where('company_id', '=', companyId)
      .where('client_id', '=', clientId)
      .where('what', 'in', OF_NOTES),
  );
  return count + 1;
}

/**
 * Stores the notes and required photos of a client, by company and client id. The same values again change nothing.
 * @throws Refusal conflict if someone changed it since, for a client that was merged into another, or above the maximum of
 * a company; not-found for a client that does not exist.
 */
export function editClientNotes(
  { db, clock }: Pick<PlatformServices, 'db' | 'clock'>,
  author: Dispatcher,
  clientId: string,
  { version, notes, proof }: ClientNotesInput,
): Promise<ClientNotes> {
  const { companyId } = author;
  return transact(db, async (trx) => {
    await lockClients(trx, companyId);
    const client = await findClient(trx, author, clientId);
    if (client) requireUnmerged(client);
    const before = await readClientNotes({ db: trx }, author, clientId);
    const name = client?.name ?? clientId;
    await requireVersion(trx, author, { id: clientId, name, version: before.version, seen: version, part: 'notes' });
    const changed = differences(
      { notes: before.notes, delivered: before.proof.delivered, failed: before.proof.failed },
      { notes, delivered: proof.delivered, failed: proof.failed },
    );
    if (Object.keys(changed.after).length === 0) return before;
    if (before.version === 0) {
      const count = await countRows(trx.selectFrom('client_notes').where('company_id', '=', companyId));
      if (count >= MAX_CLIENT_NOTES)
        throw conflict(`Su empresa ya tiene notas de ${formatNumber(MAX_CLIENT_NOTES)} clientes, el máximo`);
    }
    // The trigger of the table updates all offices in any order, so they are locked by id first.
    await lockOffices(trx, companyId);
    const row = {
      notes,
      delivered: proof.delivered,
      failed: proof.failed,
      version: before.version === 0 ? await firstVersion(trx, companyId, clientId) : version + 1,
      author_id: await noteAuthor(trx, author),
    };
    await trx
      .insertInto('client_notes')
      .values({ company_id: companyId, client_id: clientId, ...row })
      .onConflict((conflict) => conflict.columns(['company_id', 'client_id']).doUpdateSet(row))
      .execute();
    await recordClientChanges(trx, author, [{ clientId, what: 'notas', ...changed }], clock());
    return readClientNotes({ db: trx }, author, clientId);
  });
}

/**
 * Removes the notes and required photos of a client, also of one that does not exist. The history keeps them.
 * @throws Refusal forbidden for anybody but their last author and charge S, conflict if someone changed them since,
 * not-found without any.
 */
export function removeClientNotes(
  { db, clock }: Pick<PlatformServices, 'db' | 'clock'>,
  author: Dispatcher,
  clientId: string,
  version: number,
): Promise<ClientNotes> {
  const { companyId } = author;
  return transact(db, async (trx) => {
    await lockClients(trx, companyId);
    const row = await findNotes(trx, companyId, clientId);
    if (!row) throw notFound();
    if (!(await mayRemove(trx, author, row.author_id)))
      throw new Refusal('forbidden', 'Las quita quien las escribió por última vez, o una persona con cargo S');
    await requireVersion(trx, author, {
      id: clientId,
      name: clientId,
      version: row.version,
      seen: version,
      part: 'notes',
    });
    await lockOffices(trx, companyId);
    await trx
      .deleteFrom('client_notes')
      .where('company_id', '=', companyId)
      .where('client_id', '=', clientId)
      .execute();
    const { notes, delivered, failed } = row;
    const changed = differences({ notes, delivered, failed }, { notes: null, delivered: [], failed: [] });
    await recordClientChanges(trx, author, [{ clientId, what: 'sinNotas', ...changed }], clock());
    return { version: 0, notes: null, proof: { delivered: [], failed: [] }, changed: null, mayRemove: false };
  });
}
