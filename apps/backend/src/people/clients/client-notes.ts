import { type ClientNotes, type ClientNotesInput } from '@despacho/contracts/dispatch';
import { type Database } from '#platform/database/open-database.ts';
import { MAX_CLIENT_NOTES } from '#platform/database/table-bounds.ts';
import { transact } from '#platform/database/transact.ts';
import { formatNumber } from '#platform/format-number.ts';
import { Refusal } from '#platform/refusal.ts';
import { type PlatformServices } from '#platform/services.ts';
import { type ClientAuthor } from './client-author.ts';
import { differences, lastClientChange, recordClientChanges, requireVersion } from './client-changes.ts';
import { lockClients } from './client-rules.ts';
import { lockOffices } from '../offices/offices-repository.ts';

const findNotes = (db: Database, companyId: string, clientId: string) =>
  db
    .selectFrom('client_notes')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('client_id', '=', clientId)
    .executeTakeFirst();

/** @returns the company's notes and required photos of a client, also one of a foreign host; empty for any other id. */
export async function readClientNotes(
  { db }: Pick<PlatformServices, 'db'>,
  { companyId }: Pick<ClientAuthor, 'companyId'>,
  clientId: string,
): Promise<ClientNotes> {
  const row = await findNotes(db, companyId, clientId);
  return {
    version: row?.version ?? 0,
    notes: row?.notes ?? null,
    proof: { delivered: row?.delivered ?? [], failed: row?.failed ?? [] },
    changed: row ? await lastClientChange(db, companyId, clientId, 'notes') : null,
  };
}

/** @returns the name of a client of our own; the id for one of a foreign host, whose record is not here. */
async function nameOf(db: Database, companyId: string, clientId: string): Promise<string> {
  const row = await db
    .selectFrom('clients')
    .select('name')
    .where('company_id', '=', companyId)
    .where('id', '=', clientId)
    .executeTakeFirst();
  return row?.name ?? clientId;
}

/**
 * Stores the notes and required photos of a client, by company and client id. The same values again change nothing.
 * @throws Refusal conflict if someone changed it since, or above the maximum of a company.
 */
export function editClientNotes(
  { db, clock }: Pick<PlatformServices, 'db' | 'clock'>,
  author: ClientAuthor,
  clientId: string,
  { version, notes, proof }: ClientNotesInput,
): Promise<ClientNotes> {
  const { companyId } = author;
  return transact(db, async (trx) => {
    await lockClients(trx, companyId);
    const before = await readClientNotes({ db: trx }, author, clientId);
    const name = await nameOf(trx, companyId, clientId);
    await requireVersion(trx, author, { id: clientId, name, version: before.version, seen: version, part: 'notes' });
    const changed = differences(
      { notes: before.notes, delivered: before.proof.delivered, failed: before.proof.failed },
      { notes, delivered: proof.delivered, failed: proof.failed },
    );
    if (Object.keys(changed.after).length === 0) return before;
    if (before.version === 0) {
      const { count } = await trx
        .selectFrom('client_notes')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('company_id', '=', companyId)
        .executeTakeFirstOrThrow();
      if (count >= MAX_CLIENT_NOTES)
        throw new Refusal(
          'conflict',
          `Su empresa ya tiene notas de ${formatNumber(MAX_CLIENT_NOTES)} clientes, el máximo`,
        );
    }
    // The trigger of the table updates all offices in any order, so they are locked by id first.
    await lockOffices(trx, companyId);
    const row = { notes, delivered: proof.delivered, failed: proof.failed, version: version + 1 };
    await trx
      .insertInto('client_notes')
      .values({ company_id: companyId, client_id: clientId, ...row })
      .onConflict((conflict) => conflict.columns(['company_id', 'client_id']).doUpdateSet(row))
      .execute();
    await recordClientChanges(trx, author, [{ clientId, what: 'notas', ...changed }], clock());
    return readClientNotes({ db: trx }, author, clientId);
  });
}
