import { sql } from 'kysely';
import { type Database } from '#platform/database/open-database.ts';
import { readPages } from '#platform/database/read-pages.ts';
import { type Dispatcher } from '#platform/dispatch/dispatcher.ts';
import { type Person } from '#platform/person.ts';
import { notFound } from '#platform/refusal.ts';

const people = (db: Database) =>
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

const toPerson = (row: PersonRow): Person => ({
  id: row.id,
  username: row.username,
  user: row.name,
  charge: row.charge,
  companyId: row.companyId,
  ruc: row.ruc,
  office: { id: row.officeId, name: row.officeName },
  modules: row.permissions,
});

/** The columns of a user that a sign-in needs. */
export interface FoundForSignIn {
  person: Person;
  /** Null for somebody without a password. */
  passwordHash: string | null;
  /** Only the owner of an active account may sign in. */
  isActive: boolean;
  /** The password is temporary. */
  mustChangePassword: boolean;
  /** Null if it was set before this was recorded. */
  passwordChangedAt: Date | null;
  /** A sign-in also requires a code of the person's second factor. */
  hasFactor: boolean;
  /** Deadline for setting up a required second factor; null if none is required. */
  factorBy: Date | null;
  /** Whether the company allows passwords. */
  passwordSignIn: boolean;
  /** Until when the password is accepted although the company does not allow it. */
  breakGlassUntil: Date | null;
}

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

const forSignIn = (db: Database) =>
  people(db)
    .leftJoin('factors', 'factors.user_id', 'users.id')
    .leftJoin('sign_in_rules as rules', 'rules.company_id', 'companies.id')
    .select([
      factorBy.as('factorBy'),
      sql<boolean>`coalesce(rules.password_sign_in, true)`.as('passwordSignIn'),
      'factors.confirmed_at as factorSince',
      'users.password_hash as passwordHash',
      'users.state',
      'users.must_change_password as mustChangePassword',
      'users.password_changed_at as passwordChangedAt',
      'users.break_glass_until as breakGlassUntil',
    ]);

type SignInRow = Awaited<ReturnType<ReturnType<typeof forSignIn>['executeTakeFirstOrThrow']>>;

const toFound = (row: SignInRow): FoundForSignIn => ({
  person: toPerson(row),
  passwordHash: row.passwordHash,
  isActive: row.state === 'active',
  mustChangePassword: row.mustChangePassword,
  passwordChangedAt: row.passwordChangedAt,
  hasFactor: row.factorSince !== null,
  factorBy: row.factorBy,
  passwordSignIn: row.passwordSignIn,
  breakGlassUntil: row.breakGlassUntil,
});

/** Finds a user by branch and user name, regardless of case, with the password hash. */
export async function findForSignIn(
  db: Database,
  sucursal: string,
  username: string,
): Promise<FoundForSignIn | undefined> {
  const row = await forSignIn(db)
    .where(sql`lower(offices.id)`, '=', sucursal.toLowerCase())
    .where(sql`lower(users.username)`, '=', username.toLowerCase())
    .executeTakeFirst();
  return row && toFound(row);
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
  return row && { ...toFound(row), factorProved: row.factorProved };
}

/** @returns the user with this id, if the account is active. For callers whose right to it is proved, as by the secret of a link. */
export async function findUser(db: Database, id: string): Promise<Person | undefined> {
  const row = await people(db).where('users.id', '=', id).where('users.state', '=', 'active').executeTakeFirst();
  return row && toPerson(row);
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
