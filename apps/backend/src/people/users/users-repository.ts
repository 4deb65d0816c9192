import { sql } from 'kysely';
import { type Database } from '#platform/database/open-database.ts';
import { readPages } from '#platform/database/read-pages.ts';
import { type Dispatcher } from '#platform/dispatch/dispatcher.ts';
import { type Person } from '#platform/person.ts';
import { notFound } from '#platform/refusal.ts';

/** Selects users with their offices and companies, for `toPerson`. */
export const people = (db: Database) =>
  db
    .selectFrom('users')
    .innerJoin('offices', 'offices.id', 'users.office_id')
    .innerJoin('companies', 'companies.id', 'offices.company_id')
    .select([
      'users.id',
      'users.username',
      'users.name',
      'users.charge',
      'users.permissions',
      'offices.id as officeId',
      'offices.name as officeName',
      'companies.id as companyId',
      'companies.ruc',
    ]);

type PersonRow = Awaited<ReturnType<ReturnType<typeof people>['executeTakeFirstOrThrow']>>;

export const toPerson = (row: PersonRow): Person => ({
  id: row.id,
  username: row.username,
  user: row.name,
  charge: row.charge,
  companyId: row.companyId,
  ruc: row.ruc,
  office: { id: row.officeId, name: row.officeName },
  modules: row.permissions,
});

/** Whether the rules of the company require a second factor of the user; null without rules. */
export const isRequired = sql<
  boolean | null
>`(rules.required_company or (rules.required_charge_s and users.charge = 'S')
  or users.office_id = any(rules.required_offices))`;

/** Whether a person who may sign in lacks a required second factor. */
export const lacksFactor = sql<boolean>`(users.state = 'active' and factors.confirmed_at is null and coalesce(${isRequired}, false))`;

/** Deadline for a required second factor, null without one. Counts a day of grace as 24 hours. */
export const factorBy = sql<Date | null>`case when ${isRequired}
  then greatest(rules.required_since, users.created_at) + make_interval(hours => 24 * rules.grace_days) end`;

/** Of `users`, `factors` and `rules`. */
const SIGN_IN = [
  // Null for somebody without a password.
  'users.password_hash as passwordHash',
  // The password is temporary.
  'users.must_change_password as mustChangePassword',
  // Null if it was set before this was recorded.
  'users.password_changed_at as passwordChangedAt',
  // Until when the password is accepted although the company does not allow it.
  'users.break_glass_until as breakGlassUntil',
  sql<boolean>`coalesce(rules.password_sign_in, true)`.as('allowsPasswords'),
  // Only the owner of an active account may sign in.
  sql<boolean>`users.state = 'active'`.as('isActive'),
  // A sign-in also requires a code of the person's second factor.
  sql<boolean>`factors.confirmed_at is not null`.as('hasFactor'),
  // Deadline for setting up a required second factor; null if none is required.
  factorBy.as('factorBy'),
] as const;

const forSignIn = (db: Database) =>
  people(db)
    .leftJoin('factors', 'factors.user_id', 'users.id')
    .leftJoin('sign_in_rules as rules', 'rules.company_id', 'companies.id')
    .select(SIGN_IN);

type SignInRow = Awaited<ReturnType<ReturnType<typeof forSignIn>['executeTakeFirstOrThrow']>>;

/** What a sign-in needs of a user. */
export type FoundForSignIn = Omit<SignInRow, keyof PersonRow> & { person: Person };

const toFound = <Row extends SignInRow>(row: Row) => ({ ...row, person: toPerson(row) });

/** An account as it is named at a sign-in, regardless of case. */
export interface AccountName {
  sucursal: string;
  username: string;
}

/** Finds a user by branch and user name, with the password hash. */
export async function findForSignIn(
  db: Database,
  { sucursal, username }: AccountName,
): Promise<FoundForSignIn | undefined> {
  const row = await forSignIn(db)
    .where(sql`lower(offices.id)`, '=', sucursal.toLowerCase())
    .where(sql`lower(users.username)`, '=', username.toLowerCase())
    .executeTakeFirst();
  return row && toFound(row);
}

/**
 * Locks a person's row until the transaction ends, and reads what a sign-in needs again: while a password or the lock was
 * awaited, it may have changed.
 * @returns undefined if the account is no longer active under the same names.
 */
export async function lockForSignIn(trx: Database, person: Person): Promise<FoundForSignIn | undefined> {
  await lockUsers(trx, [person.id]);
  // In a second statement, because one that waits for a lock reads other tables as they were before. Without offices and
  // companies: an embedded database plans each statement again, and every sign-in runs this one.
  const row = await trx
    .selectFrom('users')
    .leftJoin('factors', 'factors.user_id', 'users.id')
    .leftJoin('sign_in_rules as rules', (join) => join.on('rules.company_id', '=', person.companyId))
    .select(SIGN_IN)
    .where('users.id', '=', person.id)
    .where('users.username', '=', person.username)
    .where('users.office_id', '=', person.office.id)
    .where('users.state', '=', 'active')
    .executeTakeFirst();
  return row && { ...row, person };
}

/** Locks and reads as `lockForSignIn`. @returns undefined also for an unknown account. */
export async function lockNamed(trx: Database, account: AccountName): Promise<FoundForSignIn | undefined> {
  const found = await findForSignIn(trx, account);
  return found && lockForSignIn(trx, found.person);
}

/** Finds the user of the provider's company who is linked with the subject. */
export async function findBySubject(
  db: Database,
  { issuer, ruc }: { issuer: string; ruc: string },
  sub: string,
): Promise<(FoundForSignIn & { factorProved: boolean }) | undefined> {
  const row = await forSignIn(db)
    .innerJoin('provider_links', 'provider_links.user_id', 'users.id')
    .select('provider_links.factor_proved as factorProved')
    .where('provider_links.issuer', '=', issuer)
    .where('provider_links.sub', '=', sub)
    .where('companies.ruc', '=', ruc)
    .executeTakeFirst();
  return row && toFound(row);
}

/** Whether a user is active. Read under the lock of their row, it stays true until the transaction ends. */
export async function isActive(db: Database, id: string): Promise<boolean> {
  const row = await db.selectFrom('users').select('state').where('id', '=', id).executeTakeFirst();
  return row?.state === 'active';
}

/** The owner of a valid token, unless the account is no longer active. */
export async function findByToken(db: Database, tokenHash: string, now: Date): Promise<Person | undefined> {
  const row = await people(db)
    .innerJoin('access_tokens', 'access_tokens.user_id', 'users.id')
    .where('access_tokens.token_hash', '=', tokenHash)
    .where('access_tokens.expires_at', '>', now)
    .where('users.state', '=', 'active')
    .executeTakeFirst();
  return row && toPerson(row);
}

/**
 * @returns a user of the company, or of one office if `officeId` is given.
 * @throws Refusal not-found for any other id.
 */
export async function requireUser(
  db: Database,
  { companyId, officeId }: { companyId: string; officeId?: string | undefined },
  id: string,
): Promise<Person> {
  const inCompany = people(db).where('companies.id', '=', companyId).where('users.id', '=', id);
  const reachable = officeId === undefined ? inCompany : inCompany.where('offices.id', '=', officeId);
  return toPerson(await reachable.executeTakeFirstOrThrow(notFound));
}

/**
 * Locks the rows of some users until the transaction ends, in the order of their ids, so that concurrent transactions
 * cannot deadlock.
 */
export async function lockUsers(trx: Database, ids: readonly string[]): Promise<void> {
  await trx.selectFrom('users').select('id').where('id', 'in', ids).orderBy('id').forNoKeyUpdate().execute();
}

/** Users per statement, so that other statements run in between. */
const PAGE = 500;

/** The active users of an office. */
export async function listUsersOf(db: Database, companyId: string, officeId: string): Promise<Person[]> {
  const rows = readPages<PersonRow>(PAGE, (last) =>
    people(db)
      .where('companies.id', '=', companyId)
      .where('offices.id', '=', officeId)
      .where('users.state', '=', 'active')
      .where('users.id', '>', last?.id ?? '')
      .orderBy('users.id')
      .limit(PAGE)
      .execute(),
  );
  const found: Person[] = [];
  for await (const row of rows) found.push(toPerson(row));
  return found;
}

/** Whether another active user of the office has the module. */
export async function someoneElseHolds(
  db: Database,
  { companyId, office, id }: Person,
  code: string,
): Promise<boolean> {
  const row = await people(db)
    .where('companies.id', '=', companyId)
    .where('offices.id', '=', office.id)
    .where('users.id', '!=', id)
    .where('users.state', '=', 'active')
    .where(sql<boolean>`${code} = any(users.permissions)`)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** The account of the user who is calling, with the column `id`; none if another host has the accounts. */
export const callersAccount = (db: Database, { companyId, sub, username }: Dispatcher) =>
  db
    .selectFrom('users')
    .innerJoin('offices', 'offices.id', 'users.office_id')
    .select('users.id')
    .where('offices.company_id', '=', companyId)
    .where(sql`upper(offices.id)`, '=', sub.slice(0, sub.indexOf('/')))
    // Both folded by the database, as its index is: one with the C collation does not fold «Ñ».
    .where(sql`lower(users.username)`, '=', sql`lower(${username}::text)`);
