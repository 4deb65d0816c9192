import {
  MAX_PERSON_CHANGES,
  PERSON_HISTORY_KINDS,
  type PersonFacts,
  type PersonHistory,
  type PersonHistoryEntry,
} from '@despacho/contracts/dispatch';
import { sql } from 'kysely';
import { type Dispatcher } from '#platform/dispatch/dispatcher.ts';
import { type PlatformServices } from '#platform/services.ts';
import { requireAccount } from './accounts-repository.ts';

interface Row {
  id: number;
  at: Date;
  kind: PersonHistoryEntry['kind'];
  actor: string | null;
  actor_name: string | null;
  details: { before?: unknown; after?: unknown; lines?: { count: number; to: string | null } } | null;
  /** The current name of the colleague in `details`. */
  to_name: string | null;
}

/** With literals, to match the partial index. */
const KINDS = sql.raw(PERSON_HISTORY_KINDS.map((kind) => `'${kind}'`).join(', '));

/** @returns the changed fields; a change of permissions has only the list. */
const factsIn = (value: unknown): PersonFacts => {
  if (Array.isArray(value)) return { modules: value as string[] };
  return typeof value === 'object' && value !== null ? value : {};
};

const toChange = ({ id, at, kind, actor, actor_name, details, to_name }: Row): PersonHistoryEntry => ({
  id: String(id),
  at: at.toISOString(),
  kind,
  by: { username: actor ?? '', user: actor_name ?? actor ?? '' },
  before: factsIn(details?.before),
  after: factsIn(details?.after),
  lines: details?.lines ? { count: details.lines.count, to: to_name } : null,
});

/**
 * @returns the changes of one person of the office, newest first, from the company's trail: also those made in another
 * office. @throws Refusal not-found for a user of another office.
 */
export async function readPersonHistory(
  { db }: Pick<PlatformServices, 'db'>,
  dispatcher: Dispatcher,
  userId: string,
): Promise<PersonHistory> {
  const { companyId } = dispatcher;
  const { id } = await requireAccount(db, dispatcher, userId);
  const { rows } = await sql<Row>`
    select trail.id, at, kind, actor, actor_name, details,
      (select users.name from users join offices on offices.id = users.office_id
        where users.id = details -> 'lines' ->> 'to' and offices.company_id = ${companyId}) as to_name
    from trail
    where trail.company_id = ${companyId} and subject_id = ${id} and subject_kind = 'user' and kind in (${KINDS})
    order by at desc, id desc limit ${MAX_PERSON_CHANGES}`.execute(db);
  const { trail_days: days } = await db
    .selectFrom('companies')
    .select('trail_days')
    .where('id', '=', companyId)
    .executeTakeFirstOrThrow();
  return { changes: rows.map(toChange), days };
}
