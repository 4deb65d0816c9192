import { type TrailKind } from '@despacho/contracts/dispatch';
import { sql } from 'kysely';
import { type Database } from '#platform/database/open-database.ts';
import { MAX_TRAIL_CHANGES } from '#platform/database/table-bounds.ts';
import { OPERATOR } from '#platform/person.ts';
import { Refusal } from '#platform/refusal.ts';

/** A change that people or commands made. Never with recipients or passwords. */
export interface TrailEntry {
  companyId: string;
  officeId: string | null;
  kind: TrailKind;
  /**
   * @property id of the user, or `sub` of a dispatcher, which is replaced with it; null for the operator. Null for
   * somebody unknown.
   */
  actor: { id: string | null; username: string; user?: string } | null;
  subject?: { kind: string; id: string; name?: string };
  details?: { before?: unknown; after?: unknown; [more: string]: unknown };
  /** Now, by the database's clock, if missing. */
  at?: Date;
}

/** Longer details are left out: the change itself is in the history of its subject. */
const MAX_DETAILS = 8000;

/** @returns details as JSON that fit into a row; null without any. */
export function detailsOf(details: object | undefined): string | null {
  if (details === undefined) return null;
  const json = JSON.stringify(details);
  // The database counts its own spelling, with spaces after colons and commas.
  return Buffer.byteLength(json) * 1.2 <= MAX_DETAILS ? json : JSON.stringify({ cut: true });
}

/** @returns the id of the user of a company whose `sub` a dispatcher has; null for the operator; any other id unchanged. */
export const userOf = (companyId: string, given: string | null) => {
  const id = given === OPERATOR.username ? null : given;
  const slash = id?.lastIndexOf('/') ?? -1;
  if (id === null || slash === -1) return sql<string | null>`${id}::text`;
  const [office, username] = [id.slice(0, slash), id.slice(slash + 1)];
  return sql<string | null>`coalesce(
    (select users.id from users join offices on offices.id = users.office_id
      where offices.company_id = ${companyId} and upper(users.office_id) = ${office.toUpperCase()} and lower(users.username) = ${username.toLowerCase()} limit 1), ${id}::text)`;
};

/**
 * Adds an entry to the company's trail, in the transaction of the change.
 * @throws Refusal busy if the person has made too many changes within an hour: nobody may fill the trail.
 */
export async function recordTrail(
  trx: Database,
  { companyId, officeId, kind, actor, subject, details, at }: TrailEntry,
): Promise<void> {
  const { rows } = await sql`
    with actor as (select ${userOf(companyId, actor?.id ?? null)} as id)
    insert into trail (company_id, office_id, kind, actor_id, actor, actor_name, subject_kind, subject_id, subject_name,
      details, at, last_at)
    select ${companyId}, ${officeId}, ${kind}, actor.id, ${actor?.username ?? null}::text, ${actor?.user ?? null}::text,
      ${subject?.kind ?? null}::text, ${subject?.id ?? null}::text, ${subject?.name ?? null}::text,
      ${detailsOf(details)}::jsonb, coalesce(${at ?? null}::timestamptz, now()), coalesce(${at ?? null}::timestamptz, now())
    from actor where actor.id is null or not exists (
      select from trail where company_id = ${companyId} and actor_id = actor.id
        and at > coalesce(${at ?? null}::timestamptz, now()) - interval '1 hour'
      offset ${MAX_TRAIL_CHANGES - 1} limit 1)
    returning 1`.execute(trx);
  if (rows.length === 0)
    throw new Refusal('busy', 'Hizo demasiados cambios en una hora; espere unos minutos y vuelva a intentarlo');
}
