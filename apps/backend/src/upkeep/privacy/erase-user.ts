import { hash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { type Clock } from '#platform/clock.ts';
import { type Database } from '#platform/database/open-database.ts';
import { transact } from '#platform/database/transact.ts';
import { Refusal } from '#platform/refusal.ts';
import { recordTrail } from '#people/trail/record-trail.ts';
import { OPERATOR } from '#platform/person.ts';
import { type Account, lockPeople } from '#people/directory/accounts-repository.ts';
import { lockOffice } from '#people/offices/offices-repository.ts';

/** Shown instead of a name. */
export const RETIRED_PERSON = 'Persona retirada';

/** Events per transaction. */
const PAGE = 2000;
const PAUSE_MS = 20;

/** Columns that name who did something: table, username, display name and `sub`. A test compares them with the schema. */
export const NAMED: readonly (readonly [table: string, username: string, user: string, person?: string])[] = [
  ['order_progress', 'changed_username', 'changed_user'],
  ['imports', 'username', 'user_name', 'person'],
  ['views', 'username', 'user_name', 'person'],
  ['zone_versions', 'username', 'user_name'],
  ['evidence', 'by_username', 'by_user'],
  ['field_visits', 'decided_username', 'decided_user'],
  ['courier_days', 'confirmed_username', 'confirmed_user'],
  ['money_entries', 'by_username', 'by_user', 'person'],
  ['courier_notes', 'by_username', 'by_user'],
  ['photo_requests', 'by_username', 'by_user'],
  ['attention_lines', 'taken_username', 'taken_user', 'taken_person'],
  ['attention_lines', 'snoozed_username', 'snoozed_user'],
  ['attention_acts', 'username', 'user_name'],
  ['attention_acts', 'to_username', 'to_user'],
  ['shift_notes', 'username', 'user_name', 'person'],
  ['shift_reads', 'username', 'user_name', 'person'],
  ['guest_links', 'by_username', 'by_user'],
];

/** The same in tables of the whole company, where the display name must match too. */
export const NAMED_IN_COMPANY: readonly (readonly [table: string, username: string, user: string])[] = [
  ['client_changes', 'username', 'user_name'],
];

/** Values of an office that say who set them. */
const STATED = ['settings_changed', 'closed'] as const;

/** Rows of requests and quotas by `sub`, which expire within two days. */
export const KEPT_BY_SUB = [
  'person_days',
  'person_reads',
  'client_lookups',
  'export_days',
  'export_tickets',
  'idempotency_keys',
  'client_imports',
] as const;

/** What a person was called where. */
interface Identity {
  office: string;
  /** In lower case. */
  usernames: string[];
  /** Whether the usernames were the person's own in this office, or the display name must match too. */
  own: boolean;
}

/** @returns every name that the person had, and where, from the log of their changes. */
async function identitiesOf(db: Database, person: Account): Promise<{ offices: Identity[]; names: string[] }> {
  const { rows } = await sql<{ before: Record<string, string>; after: Record<string, string> }>`
    select data -> 'before' as before, data -> 'after' as after from events
    where office_id in (select id from offices where company_id = ${person.companyId})
      and type = 'person.changed' and data -> 'person' ->> 'id' = ${person.id}`.execute(db);
  const facts = [
    { username: person.username, name: person.user, office: person.office.id },
    ...rows.flatMap(({ before, after }) => [before, after]),
  ];
  const distinct = (key: string): string[] => [
    ...new Set(facts.flatMap((each) => (typeof each[key] === 'string' ? [each[key]] : []))),
  ];
  const usernames = [...new Set(distinct('username').map((name) => name.toLowerCase()))];
  const own = new Set(distinct('office'));
  const offices = await db.selectFrom('offices').select('id').where('company_id', '=', person.companyId).execute();
  return {
    names: distinct('name'),
    offices: offices.map(({ id }) => ({ office: id, usernames, own: own.has(id) })),
  };
}

interface Pseudonym {
  username: string;
  sub: string;
}

/** The rows of an office that name the person. */
const isNamed = (
  [, username, user]: (typeof NAMED)[number],
  { usernames, own }: Identity,
  names: readonly string[],
) => {
  const byUsername = sql<boolean>`lower(${sql.ref(username)}) = any(${usernames}::text[])`;
  return own ? byUsername : sql<boolean>`(${byUsername} and ${sql.ref(user)} = any(${names}::text[]))`;
};

const subsOf = ({ office, usernames }: Identity): string[] =>
  usernames.map((username) => `${office.normalize().toUpperCase()}/${username}`);

/** Replaces the person in the tables of an office, or counts the rows. */
async function inTables(
  db: Database,
  identity: Identity,
  names: readonly string[],
  pseudonym: Pseudonym | null,
): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const columns of NAMED) {
    const [table, username, user, person] = columns;
    const rows = sql`${sql.table(table)} where office_id = ${identity.office} and ${isNamed(columns, identity, names)}`;
    const { rows: found } = await sql<{ count: number }>`select count(*)::integer as count from ${rows}`.execute(db);
    const count = found[0]?.count ?? 0;
    counts[table] = (counts[table] ?? 0) + count;
    if (pseudonym === null || count === 0) continue;
    const more = person === undefined ? sql`` : sql`, ${sql.ref(person)} = ${pseudonym.sub}`;
    await sql`
      update ${sql.table(table)} set ${sql.ref(username)} = ${pseudonym.username}, ${sql.ref(user)} = ${RETIRED_PERSON} ${more}
      where office_id = ${identity.office} and ${isNamed(columns, identity, names)}`.execute(db);
  }
  return counts;
}

/** Replaces the person in the log of an office: as an author, and as the subject of changes. @returns how many events. */
async function inEvents(
  db: Database,
  person: Account,
  identity: Identity,
  names: readonly string[],
  pseudonym: Pseudonym | null,
): Promise<number> {
  const { office, usernames, own } = identity;
  const named = (at: string) => sql<boolean>`(lower(data #>> ${`{${at},username}`}::text[]) = any(${usernames}::text[])
    and (${own} or data #>> ${`{${at},user}`}::text[] = any(${names}::text[])))`;
  const isAbout = (at: string) => sql<boolean>`coalesce(data #>> ${`{${at},id}`}::text[] = ${person.id}, false)`;
  const isFound = sql<boolean>`(coalesce(${named('actor')}, false) or ${isAbout('person')} or ${isAbout('subject')})`;
  if (pseudonym === null) {
    const { rows } = await sql<{ count: number }>`
      select count(*)::integer as count from events where office_id = ${office} and ${isFound}`.execute(db);
    return rows[0]?.count ?? 0;
  }
  const who = JSON.stringify({ username: pseudonym.username, user: RETIRED_PERSON });
  const { event_position: newest } = await db
    .selectFrom('offices')
    .select('event_position')
    .where('id', '=', office)
    .executeTakeFirstOrThrow();
  let count = 0;
  for (let from = 0; from < newest; from += PAGE) {
    const { numAffectedRows = 0n } = await transact(db, async (trx) => {
      await lockOffice(trx, { companyId: person.companyId, officeId: office });
      return sql`
        update events set data = data
          || case when coalesce(${named('actor')}, false)
            then jsonb_build_object('actor', (data -> 'actor') || ${who}::jsonb) else '{}' end
          || case when ${isAbout('person')} then jsonb_build_object('person', (data -> 'person') || ${who}::jsonb,
            'before', (data -> 'before') - 'username' - 'name', 'after', (data -> 'after') - 'username' - 'name')
            else '{}' end
          || case when ${isAbout('subject')} then jsonb_build_object('subject', (data -> 'subject') || ${who}::jsonb)
            else '{}' end
        where office_id = ${office} and position > ${from} and position <= ${from + PAGE} and ${isFound}`.execute(trx);
    });
    count += Number(numAffectedRows);
    await pause(PAUSE_MS);
  }
  return count;
}

/**
 * Removes name and username of a retired person from the company (Ley 29733). What they did stays, by «Persona retirada»
 * with a pseudonym, so that the acts of one person remain distinguishable from another's. Texts that people wrote about
 * them are not searched. Repeatable after a failure.
 * @param isConfirmed false only counts.
 * @throws Refusal conflict for somebody who is not retired.
 */
export async function eraseUser(
  { db, clock }: { db: Database; clock: Clock },
  person: Account,
  isConfirmed: boolean,
): Promise<{ counts: Record<string, number>; username: string }> {
  if (person.state !== 'retired')
    throw new Refusal('conflict', `${person.username} is not retired. Retire the user first.`);
  const username = `retirada-${hash('sha256', person.id).slice(0, 10)}`;
  const { offices, names } = await identitiesOf(db, person);
  const counts: Record<string, number> = {};
  for (const identity of offices) {
    const pseudonym = isConfirmed
      ? { username, sub: `${identity.office.normalize().toUpperCase()}/${username}` }
      : null;
    const found = await inTables(db, identity, names, pseudonym);
    for (const [table, count] of Object.entries(found)) counts[table] = (counts[table] ?? 0) + count;
    counts['events'] = (counts['events'] ?? 0) + (await inEvents(db, person, identity, names, pseudonym));
    if (!isConfirmed || !identity.own) continue;
    for (const table of KEPT_BY_SUB)
      await sql`
        delete from ${sql.table(table)} where company_id = ${person.companyId}
          and person = any(${subsOf(identity)}::text[])`.execute(db);
  }
  if (!isConfirmed) return { counts, username };
  // Rows with the display name alone: not if a colleague has the same one.
  for (const name of names)
    await sql`
      update guest_acts set by_user = ${RETIRED_PERSON}
      where company_id = ${person.companyId} and by_user = ${name} and not exists (
        select from users join offices on offices.id = users.office_id
        where offices.company_id = ${person.companyId} and users.name = ${name} and users.id <> ${person.id}
      )`.execute(db);
  const usernames = offices[0]?.usernames ?? [];
  const by = JSON.stringify({ username, user: RETIRED_PERSON });
  for (const column of STATED)
    await sql`
      update offices set ${sql.ref(column)} = jsonb_set(${sql.ref(column)}, '{by}', ${by}::jsonb)
      where company_id = ${person.companyId}
        and lower(${sql.ref(column)} #>> '{by,username}') = any(${usernames}::text[])
        and ${sql.ref(column)} #>> '{by,user}' = any(${names}::text[])`.execute(db);
  for (const [table, account, user] of NAMED_IN_COMPANY)
    await sql`
      update ${sql.table(table)} set ${sql.ref(account)} = ${username}, ${sql.ref(user)} = ${RETIRED_PERSON}
      where company_id = ${person.companyId} and lower(${sql.ref(account)}) = any(${usernames}::text[])
        and ${sql.ref(user)} = any(${names}::text[])`.execute(db);
  await transact(db, async (trx) => {
    await lockPeople(trx, person.companyId);
    const at = clock();
    await trx
      .updateTable('users')
      .set({ username, name: RETIRED_PERSON, erased_at: at })
      .where('id', '=', person.id)
      .where('office_id', '=', person.office.id)
      .execute();
    await trx.deleteFrom('former_usernames').where('user_id', '=', person.id).execute();
    await sql`select pseudonymise_trail(${person.companyId}, ${person.id}, ${username}, ${RETIRED_PERSON})`.execute(
      trx,
    );
    await recordTrail(trx, {
      companyId: person.companyId,
      officeId: person.office.id,
      kind: 'account.erased',
      actor: { id: null, username: OPERATOR.username, user: OPERATOR.user },
      subject: { kind: 'user', id: person.id, name: RETIRED_PERSON },
      at,
    });
  });
  return { counts, username };
}
