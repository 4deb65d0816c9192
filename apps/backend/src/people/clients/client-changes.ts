import { type LastChange } from '@despacho/contracts';
import {
  CLIENT_CHANGES,
  type ClientChange,
  type ClientHistory,
  type TrailKind,
  MAX_CLIENT_CHANGES,
} from '@despacho/contracts/dispatch';
import { sql } from 'kysely';
import { type Database } from '#platform/database/open-database.ts';
import { conflict } from '#platform/refusal.ts';
import { recordTrail } from '../trail/record-trail.ts';
import { type Values } from '#platform/dispatch/differences.ts';
import { type Dispatcher } from '#platform/dispatch/dispatcher.ts';

/** A change of one client, with the fields that it changed. */
interface Changed {
  clientId: string;
  what: ClientChange;
  before: Values;
  after: Values;
}

const TRAIL_KIND_OF = {
  creado: 'client.created',
  editado: 'client.edited',
  notas: 'client.edited',
  sinNotas: 'client.notesRemoved',
  desactivado: 'client.disabled',
  activado: 'client.enabled',
  unido: 'client.merged',
} as const satisfies Partial<Record<ClientChange, TrailKind>>;

/** Fields whose values are in the trail too. Those of people, addresses and notes are in the client's history alone. */
const TRAILED = ['code', 'name', 'taxId', 'active', 'into', 'orders', 'renamed', 'delivered', 'failed'];

const trailed = (values: Values): Values =>
  Object.fromEntries(Object.entries(values).filter(([name]) => TRAILED.includes(name)));

/**
 * Adds a change to the company's trail. An import is one entry, and so is a merge: in the history of the merged client.
 */
async function trailChange(
  trx: Database,
  { companyId, officeId, sub, username, user }: Dispatcher,
  { clientId, what, before, after }: Changed,
  now: Date,
): Promise<void> {
  if (what === 'importado' || what === 'actualizado' || what === 'recibio') return;
  const row = await trx
    .selectFrom('clients')
    .select('name')
    .where('company_id', '=', companyId)
    .where('id', '=', clientId)
    .executeTakeFirst();
  await recordTrail(trx, {
    companyId,
    officeId,
    kind: TRAIL_KIND_OF[what],
    actor: { id: sub, username, user },
    subject: { kind: 'client', id: clientId, ...(row && { name: row.name }) },
    details: { before: trailed(before), after: trailed(after), fields: Object.keys(after) },
    at: now,
  });
}

/** Adds changes to the history of clients, and to the company's trail, in the transaction of the changes. Drops the oldest of each client. */
export async function recordClientChanges(
  trx: Database,
  author: Dispatcher,
  changes: readonly Changed[],
  now: Date,
): Promise<void> {
  const { companyId, username, user } = author;
  if (changes.length === 0) return;
  await trx
    .insertInto('client_changes')
    .values(
      changes.map(({ clientId, what, before, after }) => ({
        company_id: companyId,
        client_id: clientId,
        at: now,
        username,
        user_name: user,
        what,
        before: JSON.stringify(before),
        after: JSON.stringify(after),
      })),
    )
    .execute();
  for (const change of changes) await trailChange(trx, author, change, now);
  // A new client has no older change.
  const older = changes.filter(({ what }) => what !== 'creado' && what !== 'importado').map(({ clientId }) => clientId);
  if (older.length === 0) return;
  await sql`delete from client_changes where company_id = ${companyId} and id in (
    select id from (
      select id, row_number() over (partition by client_id order by id desc) as place
      from client_changes where company_id = ${companyId} and client_id = any(${older}::text[])
    ) as placed where place > ${MAX_CLIENT_CHANGES})`.execute(trx);
}

const changesOf = (db: Database, companyId: string, clientId: string) =>
  db
    .selectFrom('client_changes')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('client_id', '=', clientId)
    .orderBy('id', 'desc');

type ChangeRow = Awaited<ReturnType<ReturnType<typeof changesOf>['execute']>>[number];

const toChange = ({ at, username, user_name: user, what }: ChangeRow) => ({
  at: at.toISOString(),
  by: { username, user },
  what,
});

/** What the notes of a client are about, or everything else. */
export type ChangedPart = 'record' | 'notes';

/** Changes of the notes and required photos. */
export const OF_NOTES: readonly ClientChange[] = ['notas', 'sinNotas'];

/** @returns who last changed a client's record or its notes; null if nobody has. */
export async function lastClientChange(db: Database, companyId: string, clientId: string, part: ChangedPart) {
  const row = await changesOf(db, companyId, clientId)
    .where('what', part === 'notes' ? 'in' : 'not in', OF_NOTES)
    .limit(1)
    .executeTakeFirst();
  return row ? toChange(row) : null;
}

/** @returns the history of a client, newest first. */
export async function readClientHistory(
  { db }: { db: Database },
  { companyId }: Pick<Dispatcher, 'companyId'>,
  clientId: string,
): Promise<ClientHistory> {
  const rows = await changesOf(db, companyId, clientId).limit(MAX_CLIENT_CHANGES).execute();
  return {
    changes: rows.map((row) => ({ ...toChange(row), id: String(row.id), before: row.before, after: row.after })),
  };
}

/** @throws Refusal conflict if the version is not the current one, with who changed what. */
export async function requireVersion(
  trx: Database,
  { companyId }: Pick<Dispatcher, 'companyId'>,
  { id, name, version, seen, part }: { id: string; name: string; version: number; seen: number; part: ChangedPart },
): Promise<void> {
  if (version === seen) return;
  const last = await lastClientChange(trx, companyId, id, part);
  const changed: LastChange | undefined = last ?? undefined;
  const did = last ? ` (${CLIENT_CHANGES[last.what].toLowerCase()})` : '';
  throw conflict(
    `${last?.by.user ?? 'Otra persona'} cambió ${part === 'notes' ? 'las notas' : 'los datos'} de ${name} entretanto${did}; vuelva a mirarlos`,
    changed,
  );
}
