import { DISPATCH_OPERATIONS } from '@despacho/contracts/dispatch';
import { networksOf } from '@despacho/server/networks-of';
import { sql } from 'kysely';
import { type Database } from '#platform/database/open-database.ts';
import { OPERATOR, type Person } from '#platform/person.ts';
import { type PasswordActor, placeOf } from '../tokens/store-password.ts';
import { recordTrail } from '../trail/record-trail.ts';
import { mayActNow } from '../users/may-act.ts';

/** An address is known from 24 hours after a sign-in there, for 30 days. */
const KNOWN_DAYS = 30;
const NEW_HOURS = 24;

/** Hours for which a permit is valid. */
export const PERMIT_HOURS = 24;

/** How far the clock of the gateway that reported a sign-in may differ from the service's. */
const REPORTED_WITHIN = '1 minute';

/** Maximum of compared addresses of a person: more than a traveller has in a month. */
const MAX_ADDRESSES = 500;

/**
 * @returns whether the account signed in from the network of the address within 30 days, but not only in the last 24 hours,
 * because a thief may have just signed in with the password. The network of the account's very first sign-in is known
 * immediately, if the trail has that sign-in: those of the documented call, lost reports and deleted entries are missing.
 */
async function isKnown(trx: Database, { id, companyId }: Person, address: string, now: Date): Promise<boolean> {
  const isHere = (other: string): boolean => networksOf(other).own === networksOf(address).own;
  const { rows } = await sql<{ address: string; at: Date }>`
    select address, min(at) as at from trail
    where company_id = ${companyId} and actor_id = ${id} and kind = 'signIn.ok' and address is not null
      and at > ${now}::timestamptz - make_interval(days => ${KNOWN_DAYS})
    group by address order by min(at) limit ${MAX_ADDRESSES}`.execute(trx);
  const here = rows.find((row) => isHere(row.address));
  if (here && now.getTime() - here.at.getTime() > NEW_HOURS * 3_600_000) return true;
  // An account that never signed in anywhere has no owner yet to protect.
  const { rows: accounts } = await sql<{ isNew: boolean; first: string | null }>`
    select sign_ins.at is null as "isNew",
      (select address from trail
        where company_id = ${companyId} and actor_id = users.id and kind = 'signIn.ok' and address is not null
          and at between sign_ins.first_at - ${REPORTED_WITHIN}::interval and sign_ins.first_at + ${REPORTED_WITHIN}::interval
        order by at, id limit 1) as first
    from users left join sign_ins on sign_ins.user_id = users.id
    where users.id = ${id} and users.sign_ins_complete`.execute(trx);
  const [account] = accounts;
  const first = account?.first ?? null;
  return account?.isNew === true || (first !== null && here !== undefined && isHere(first));
}

/** @returns whether the person has an unused permit of charge S or the operator. Setting up a factor uses it. */
async function hasPermit(trx: Database, { id, companyId }: Person, now: Date): Promise<boolean> {
  const { rows } = await sql`
    select from trail as permit join users on users.id = permit.subject_id
    where permit.company_id = ${companyId} and permit.subject_id = ${id} and permit.subject_kind = 'user'
      and permit.kind = 'factor.permitted' and permit.at > ${now}::timestamptz - make_interval(hours => ${PERMIT_HOURS})
      and ${mayActNow(
        { author: 'permit.actor_id', company: 'permit.company_id', office: 'users.office_id' },
        DISPATCH_OPERATIONS['people.permitFactor'].policy,
      )}
      and not exists (select from trail as used where used.company_id = permit.company_id
        and used.subject_id = permit.subject_id and used.subject_kind = 'user' and used.kind = 'factor.added'
        and used.id > permit.id)
    limit 1`.execute(trx);
  return rows.length > 0;
}

/**
 * Prevents a thief of the password from setting up the factor before its owner.
 * @param address of the browser; undefined if the gateway does not state it.
 * @returns whether the person may set up a second factor there.
 */
export const maySetUp = async (
  trx: Database,
  person: Person,
  address: string | undefined,
  now: Date,
): Promise<boolean> =>
  (address !== undefined && (await isKnown(trx, person, address, now))) || hasPermit(trx, person, now);

/** Permits a person to set up a second factor at any address, once. @param actor the operator by default. @returns until when. */
export async function permitSetUp(
  trx: Database,
  person: Person,
  now: Date,
  actor: PasswordActor = { id: null, ...OPERATOR },
): Promise<Date> {
  await recordTrail(trx, { kind: 'factor.permitted', ...placeOf(person), actor, at: now });
  return new Date(now.getTime() + PERMIT_HOURS * 3_600_000);
}
