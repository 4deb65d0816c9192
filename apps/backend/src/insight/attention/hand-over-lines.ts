import { mayUse } from '@despacho/contracts';
import { MAX_COLLEAGUES } from '@despacho/contracts/dispatch';
import { sql } from 'kysely';
import { type OfficeKey } from '#platform/database/in-office.ts';
import { type Database } from '#platform/database/open-database.ts';
import { Refusal } from '#platform/refusal.ts';
import { type Account, requireAccount } from '#people/directory/accounts-repository.ts';
import { type HandOver } from '#people/directory/change-person.ts';
import { personSub } from '#people/users/person-sub.ts';
import { nextRevision } from '#work/next-revision.ts';
import { sightOf, visibleTo } from './line-row.ts';

/** Modules to see the list, and to act on its lines. */
const NEEDED = ['D04', 'U01'] as const;

const mayTake = (modules: readonly string[]): boolean => NEEDED.every((code) => mayUse([code], modules));

/** @returns who can receive the lines of a person: active colleagues of the office who see and take lines, by name. */
export async function colleaguesOf(db: Database, person: Account): Promise<{ id: string; name: string }[]> {
  return db
    .selectFrom('users')
    .select(['id', 'name'])
    .where('office_id', '=', person.office.id)
    .where('id', '!=', person.id)
    .where('state', '=', 'active')
    .where(sql<boolean>`permissions @> ${[...NEEDED]}::text[]`)
    .orderBy(sql`lower(name)`)
    .orderBy('id')
    .limit(MAX_COLLEAGUES)
    .execute();
}

/** @throws Refusal invalid for anybody who cannot take the person's lines. */
async function requireColleague(trx: Database, person: Account, id: string): Promise<Account> {
  const office = { companyId: person.companyId, officeId: person.office.id };
  const colleague = await requireAccount(trx, office, id).catch((error: unknown) => {
    if (error instanceof Refusal) return undefined;
    throw error;
  });
  if (colleague?.state === 'active' && colleague.id !== person.id && mayTake(colleague.modules)) return colleague;
  throw new Refusal(
    'invalid',
    'Elija a una persona activa de la oficina que use «Por atender» y Asignación',
    undefined,
    'linesTo',
  );
}

/**
 * Waits for acts on lines, and for searches. They lock the office afterwards, and a search takes long: call this before
 * locking the office.
 */
export async function lockLines(trx: Database, office: OfficeKey): Promise<void> {
  await nextRevision(trx, office);
}

/**
 * Gives the open lines of a person to a colleague, or back to the list, in the transaction that ends their access and after
 * `lockLines`, and records each in its history. Lines that the colleague does not see go back to the list.
 * @returns how many lines there were. @throws Refusal invalid for a colleague who cannot take lines.
 */
export async function handOverLines(trx: Database, person: Account, { to, actor, at }: HandOver): Promise<number> {
  const office = { companyId: person.companyId, officeId: person.office.id };
  const colleague = to === undefined ? undefined : await requireColleague(trx, person, to);
  const [username, user] = [colleague?.username ?? null, colleague?.user ?? null];
  const isGiven = colleague ? visibleTo(sightOf(colleague.modules)) : sql`false`;
  const { rows } = await sql`
    with given as (
      update attention_lines as line set version = version + 1,
        taken_at = case when ${isGiven} then ${at}::timestamptz end,
        taken_person = case when ${isGiven} then ${colleague ? personSub(colleague) : null}::text end,
        taken_username = case when ${isGiven} then ${username}::text end,
        taken_user = case when ${isGiven} then ${user}::text end
      where office_id = ${office.officeId} and taken_person = ${personSub(person)} and closed_at is null
      returning id, taken_person is not null as is_given
    )
    insert into attention_acts (office_id, line_id, act, at, username, user_name, to_username, to_user)
    select ${office.officeId}, id, case when is_given then 'entregar' else 'devolver' end, ${at}::timestamptz,
      ${actor.username}, ${actor.user}, case when is_given then ${username}::text end,
      case when is_given then ${user}::text end
    from given order by id returning 1`.execute(trx);
  return rows.length;
}
