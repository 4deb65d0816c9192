import { hash } from 'node:crypto';
import { sql } from 'kysely';
import { type Clock } from '#platform/clock.ts';
import { type Database } from '#platform/database/open-database.ts';
import { transact } from '#platform/database/transact.ts';
import { conflict } from '#platform/refusal.ts';
import { recordTrail } from '#people/trail/record-trail.ts';
import { OPERATOR } from '#platform/person.ts';
import { type Account, lockPeople } from '#people/directory/accounts-repository.ts';
import { columnsOf, type Treated } from './personal-data.ts';
import { updateLog } from './update-log.ts';

/** Shown instead of a name. */
export const RETIRED_PERSON = 'Persona retirada';

/** Columns that name who did something: table, username, display name and `sub`. */
export const NAMED = columnsOf('author');

/** The same in tables of the whole company. */
export const NAMED_IN_COMPANY = columnsOf('companyAuthor');

/** Rows of requests and quotas by `sub`. */
export const KEPT_BY_SUB = columnsOf('sub').map(([table]) => table);

/** Values of an office that say who set them. */
const STATED = ['settings_changed', 'closed'] as const satisfies Treated<'offices', 'user'>[];

/** The names of a person by office. */
interface Identity {
  office: string;
  /** In lower case. */
  usernames: string[];
  /** Whether the usernames were the person's own in this office, or the display name must match too. */
  own: boolean;
}

interface Erasure {
  db: Database;
  person: Account;
  /** Every display name that the person had. */
  names: readonly string[];
  /** Null only counts. */
  pseudonym: string | null;
  /** Rows by table. */
  counts: Record<string, number>;
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

const subOf = (office: string, username: string): string => `${office.normalize().toUpperCase()}/${username}`;

/** Replaces the person in the tables of an office, or only counts the rows. */
async function inTables(erasure: Erasure, { office, usernames, own }: Identity): Promise<void> {
  const { db, names, pseudonym, counts } = erasure;
  for (const [table, username = '', user = '', person] of NAMED) {
    const isNamed = sql`office_id = ${office} and lower(${sql.ref(username)}) = any(${usernames}::text[])
      and (${own} or ${sql.ref(user)} = any(${names}::text[]))`;
    const { rows } = await sql<{ count: number }>`
      select count(*)::integer as count from ${sql.table(table)} where ${isNamed}`.execute(db);
    const count = rows[0]?.count ?? 0;
    counts[table] = (counts[table] ?? 0) + count;
    if (pseudonym === null || count === 0) continue;
    const more = person === undefined ? sql`` : sql`, ${sql.ref(person)} = ${subOf(office, pseudonym)}`;
    await sql`
      update ${sql.table(table)} set ${sql.ref(username)} = ${pseudonym}, ${sql.ref(user)} = ${RETIRED_PERSON} ${more}
      where ${isNamed}`.execute(db);
  }
}

/** Replaces the person in the log of an office: as an author, and as the subject of changes. @returns how many events. */
async function inEvents({ db, person, names, pseudonym }: Erasure, identity: Identity): Promise<number> {
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
  const who = JSON.stringify({ username: pseudonym, user: RETIRED_PERSON });
  return updateLog(
    db,
    { companyId: person.companyId, officeId: office },
    (page) => sql`
      update events set data = data
        || case when coalesce(${named('actor')}, false)
          then jsonb_build_object('actor', (data -> 'actor') || ${who}::jsonb) else '{}' end
        || case when ${isAbout('person')} then jsonb_build_object('person', (data -> 'person') || ${who}::jsonb,
          'before', (data -> 'before') - 'username' - 'name', 'after', (data -> 'after') - 'username' - 'name')
          else '{}' end
        || case when ${isAbout('subject')} then jsonb_build_object('subject', (data -> 'subject') || ${who}::jsonb)
          else '{}' end
      where ${page} and ${isFound}`,
  );
}

/**
 * Removes name and username of a retired person from the company (Ley 29733). What they did stays, by «Persona
 * retirada» with a pseudonym, so that acts of different people remain distinguishable. Texts that people wrote about
 * them are not searched. Repeatable after a failure.
 * @param isConfirmed false only counts.
 * @throws Refusal conflict for somebody who is not retired.
 */
export async function eraseUser(
  { db, clock }: { db: Database; clock: Clock },
  person: Account,
  isConfirmed: boolean,
): Promise<{ counts: Record<string, number>; username: string }> {
  if (person.state !== 'retired') throw conflict(`${person.username} is not retired. Retire the user first.`);
  const username = `retirada-${hash('sha256', person.id).slice(0, 10)}`;
  const { offices, names } = await identitiesOf(db, person);
  const counts: Record<string, number> = {};
  const erasure = { db, person, names, pseudonym: isConfirmed ? username : null, counts };
  for (const identity of offices) {
    await inTables(erasure, identity);
    counts['events'] = (counts['events'] ?? 0) + (await inEvents(erasure, identity));
    if (!isConfirmed || !identity.own) continue;
    const subs = identity.usernames.map((name) => subOf(identity.office, name));
    for (const table of KEPT_BY_SUB)
      await sql`
        delete from ${sql.table(table)}
        where company_id = ${person.companyId} and person = any(${subs}::text[])`.execute(db);
  }
  if (!isConfirmed) return { counts, username };
  // Rows with only the display name: none if a colleague has the same one.
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
  for (const [table, account = '', user = ''] of NAMED_IN_COMPANY)
    await sql`
      update ${sql.table(table)} set ${sql.ref(account)} = ${username}, ${sql.ref(user)} = ${RETIRED_PERSON}
      where company_id = ${person.companyId} and lower(${sql.ref(account)}) = any(${usernames}::text[])
        and ${sql.ref(user)} = any(${names}::text[])`.execute(db);
  await transact(db, async (trx) => {
    await lockPeople(trx, person.companyId);
    const at = clock();
    await trx
      .updateTable('users')
      .set({ username, name: RETIRED_PERSON, erased_at: at } satisfies Record<Treated<'users', 'user'>, unknown>)
      .where('id', '=', person.id)
      .where('office_id', '=', person.office.id)
      .execute();
    for (const table of ['former_usernames', 'factors', 'provider_links', 'provider_invitations'] as const)
      await trx.deleteFrom(table).where('user_id', '=', person.id).execute();
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
