import { fold, MODULE_CODES } from '@despacho/contracts';
import { PEOPLE_LISTS, type PeopleList, type PersonOfOffice, type PersonState } from '@despacho/contracts/dispatch';
import { sql } from 'kysely';
import { type OfficeKey } from '#platform/database/in-office.ts';
import { countRows } from '#platform/database/count-rows.ts';
import { type Database } from '#platform/database/open-database.ts';
import { type Dispatcher } from '#platform/dispatch/dispatcher.ts';
import { type Person, seesWholeCompany } from '#platform/person.ts';
import { notFound, Refusal } from '#platform/refusal.ts';
import { factorBy, lacksFactor } from '../users/users-repository.ts';

/** A user with what only the administration of people needs. */
export interface Account extends Person {
  state: PersonState;
  version: number;
  erasedAt: Date | null;
  lastSignIn: Date | null;
  /** Whether nobody has ever signed in with it. False if that is unknown. */
  unused: boolean;
  hasFactor: boolean;
  /** Of a person who lacks a required second factor: until when they sign in without it. */
  factorBy: Date | null;
  hasProvider: boolean;
}

const accounts = (db: Database) =>
  db
    .selectFrom('users')
    .innerJoin('offices', 'offices.id', 'users.office_id')
    .innerJoin('companies', 'companies.id', 'offices.company_id')
    .leftJoin('sign_ins', 'sign_ins.user_id', 'users.id')
    .leftJoin('factors', 'factors.user_id', 'users.id')
    .leftJoin('sign_in_rules as rules', 'rules.company_id', 'companies.id')
    .leftJoin('provider_links', 'provider_links.user_id', 'users.id')
    .select([
      'users.id',
      'users.username',
      'users.name as user',
      'users.charge',
      'users.permissions as modules',
      'users.state',
      'users.version',
      'users.erased_at as erasedAt',
      'sign_ins.at as lastSignIn',
      sql<boolean>`users.sign_ins_complete and sign_ins.at is null`.as('unused'),
      sql<boolean>`factors.confirmed_at is not null`.as('hasFactor'),
      sql<Date | null>`case when ${lacksFactor} then ${factorBy} end`.as('factorBy'),
      sql<boolean>`provider_links.user_id is not null`.as('hasProvider'),
      'offices.id as officeId',
      'offices.name as officeName',
      'companies.id as companyId',
      'companies.ruc',
    ]);

type Row = Awaited<ReturnType<ReturnType<typeof accounts>['executeTakeFirstOrThrow']>>;

const toAccount = ({ officeId, officeName, ...row }: Row): Account => ({
  ...row,
  office: { id: officeId, name: officeName },
});

/** @returns a user of an office. @throws Refusal not-found for any other id. */
export async function requireAccount(db: Database, { companyId, officeId }: OfficeKey, id: string): Promise<Account> {
  const row = await accounts(db)
    .where('companies.id', '=', companyId)
    .where('offices.id', '=', officeId)
    .where('users.id', '=', id)
    .executeTakeFirstOrThrow(notFound);
  return toAccount(row);
}

/** @returns a user by office and username, regardless of case. */
export async function findAccount(db: Database, office: string, username: string): Promise<Account | undefined> {
  const row = await accounts(db)
    .where(sql`lower(offices.id)`, '=', office.toLowerCase())
    .where(sql`lower(users.username)`, '=', username.toLowerCase())
    .executeTakeFirst();
  return row && toAccount(row);
}

/**
 * @returns the account of the person who makes a request, as it is now: what the gateway stated may be a minute old.
 * The server's operator has none, and is returned as an account with every right.
 * @throws Refusal forbidden for somebody who is not an active user of the company, and in another office without charge
 * S.
 */
export async function requireCaller(
  db: Database,
  { companyId, officeId, homeOfficeId = officeId, sub, username, user, charge, isOperator }: Dispatcher,
): Promise<Account> {
  if (isOperator)
    return {
      id: sub,
      username,
      user,
      charge,
      companyId,
      ruc: '',
      office: { id: officeId, name: '' },
      modules: [...MODULE_CODES],
      state: 'active',
      version: 1,
      erasedAt: null,
      lastSignIn: null,
      unused: false,
      hasFactor: false,
      factorBy: null,
      hasProvider: false,
    };
  const found = await findAccount(db, homeOfficeId, username);
  if (
    found?.companyId !== companyId ||
    found.state !== 'active' ||
    !(found.office.id === officeId || seesWholeCompany(found))
  )
    throw new Refusal('forbidden', 'No tiene permiso para esta operación');
  return found;
}

/**
 * Lets one transaction at a time change the people of a company, so that its rules about everybody (the last S, the
 * ceiling) stay true. Taken before every other lock.
 */
export async function lockPeople(trx: Database, companyId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${companyId}, hashtext('people')))`.execute(trx);
}

/** Without accents, in lower case; «ñ» becomes «n~», which sorts after every other «n». Same as in the index users_by_name. */
const sortKey = sql<string>`replace(lower(translate(left(users.name, 200), 'ÁÀÄÂÉÈËÊÍÌÏÎÓÒÖÔÚÙÜÛáàäâéèëêíìïîóòöôúùüûÑ',
  'AAAAEEEEIIIIOOOOUUUUaaaaeeeeiiiioooouuuuñ')), 'ñ', 'n~') collate "C"`;

const likeText = (word: string): string => `%${word.replace(/[\\%_]/g, String.raw`\$&`)}%`;

const isIn = (list: PeopleList) => (list === 'withoutFactor' ? lacksFactor : sql<boolean>`users.state = ${list}`);

interface AccountPage {
  list: PeopleList | undefined;
  search: string;
  after: { key: string; id: string } | undefined;
  size: number;
}

/** @returns users of an office by name, each with its place in that order. */
export async function listAccounts(
  db: Database,
  { companyId, officeId }: OfficeKey,
  { list, search, after, size }: AccountPage,
): Promise<(Account & { key: string })[]> {
  let query = accounts(db)
    .select(sortKey.as('key'))
    .where('companies.id', '=', companyId)
    .where('offices.id', '=', officeId);
  if (list) query = query.where(isIn(list));
  for (const word of fold(search).split(' ').filter(Boolean))
    query = query.where(
      sql<boolean>`replace(${sortKey}, '~', '') || ' ' || lower(users.username) like ${likeText(word)}`,
    );
  if (after) query = query.where(sql<boolean>`(${sortKey}, users.id collate "C") > (${after.key}, ${after.id})`);
  const rows = await query
    .orderBy(sortKey)
    .orderBy(sql`users.id collate "C"`)
    .limit(size)
    .execute();
  return rows.map(({ key, ...row }) => ({ ...toAccount(row), key }));
}

/** @returns how many users of an office are in each list. */
export function countByList(db: Database, { companyId, officeId }: OfficeKey): Promise<Record<PeopleList, number>> {
  return db
    .selectFrom('users')
    .innerJoin('offices', 'offices.id', 'users.office_id')
    .leftJoin('factors', 'factors.user_id', 'users.id')
    .leftJoin('sign_in_rules as rules', 'rules.company_id', 'offices.company_id')
    .select(({ fn }) => PEOPLE_LISTS.map((list) => fn.countAll<number>().filterWhere(isIn(list)).as(list)))
    .where('offices.company_id', '=', companyId)
    .where('offices.id', '=', officeId)
    .executeTakeFirstOrThrow();
}

/** @returns how many users a company has, in any state. */
export async function countPeople(db: Database, companyId: string): Promise<number> {
  return countRows(
    db
      .selectFrom('users')
      .innerJoin('offices', 'offices.id', 'users.office_id')
      .where('offices.company_id', '=', companyId),
  );
}

/** Whether another active user satisfies a condition. */
async function someoneElse(
  db: Database,
  { id, companyId }: Account,
  condition: ReturnType<typeof sql<boolean>>,
): Promise<boolean> {
  const row = await accounts(db)
    .where('companies.id', '=', companyId)
    .where('users.id', '!=', id)
    .where('users.state', '=', 'active')
    .where(condition)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export const someoneElseAdministers = (db: Database, account: Account): Promise<boolean> =>
  someoneElse(db, account, sql`users.office_id = ${account.office.id} and 'G01' = any(users.permissions)`);

export const someoneElseHasChargeS = (db: Database, account: Account): Promise<boolean> =>
  someoneElse(db, account, sql`users.charge = 'S'`);

export const toPersonOfOffice = (account: Account): PersonOfOffice => ({
  id: account.id,
  version: account.version,
  state: account.state,
  username: account.username,
  name: account.user,
  charge: account.charge,
  modules: account.modules,
  lastSignIn: account.lastSignIn?.toISOString() ?? null,
  unused: account.unused,
  sessions: null,
  erased: account.erasedAt !== null,
  factor: account.hasFactor,
  factorBy: account.factorBy?.toISOString() ?? null,
  provider: account.hasProvider,
});
