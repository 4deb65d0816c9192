import { type OperationPolicy } from '@despacho/contracts';
import { type RawBuilder, sql } from 'kysely';
import { type OfficeKey } from '#platform/database/in-office.ts';
import { type Database } from '#platform/database/open-database.ts';
import { type Dispatcher } from '#platform/dispatch/dispatcher.ts';
import { personSub } from './person-sub.ts';
import { callersAccount } from './users-repository.ts';

/** What an operation requires of the person who calls it. */
type Required = Pick<OperationPolicy, 'access' | 'also' | 'alsoUnless' | 'charge'>;

/** Columns, as `table.column`. Without an office, the right is one in the whole company. */
interface Columns {
  author: string;
  company: string;
  office?: string;
}

/** Whether the account `author`, with its office `home`, may call an operation in an office of the company. */
function isAllowed({ access, also = [], alsoUnless, charge }: Required, office: RawBuilder<unknown> | null) {
  const modules = typeof access === 'string' ? sql`true` : sql`author.permissions && ${[...access]}::text[]`;
  const more = sql`(author.permissions @> ${[...also]}::text[] or author.charge = ${alsoUnless ?? null}::text)`;
  const inOffice = office === null ? sql`true` : sql`(author.office_id = ${office} or author.charge = 'S')`;
  return sql<boolean>`(author.state = 'active' and ${modules} and ${more}
    and coalesce(author.charge = ${charge ?? null}::text, true) and ${inOffice})`;
}

/**
 * Whether the author of something may act now: with an active account, in its office or with charge S in its company,
 * and with the modules and charge of the operation that made it. What a person prepared or shared is valid only while
 * this is true. Without an author, it is always valid.
 */
export function mayActNow({ author, company, office }: Columns, required: Required): RawBuilder<boolean> {
  return sql<boolean>`(${sql.ref(author)} is null or exists (
    select from users as author join offices as home on home.id = author.office_id
    where author.id = ${sql.ref(author)} and home.company_id = ${sql.ref(company)}
      and ${isAllowed(required, office === undefined ? null : sql.ref(office))}))`;
}

/** The same for a table with `author_id`, `company_id` and `office_id`. @param table its name or alias. */
export const authorMayAct = (table: string, required: Required): RawBuilder<boolean> =>
  mayActNow({ author: `${table}.author_id`, company: `${table}.company_id`, office: `${table}.office_id` }, required);

/**
 * @returns the id of the dispatcher's account, to store as the author of their rows; null for the service itself and
 * for accounts of another host.
 */
export const authorOf = async (db: Database, dispatcher: Dispatcher): Promise<string | null> =>
  dispatcher.isPerson === false ? null : ((await callersAccount(db, dispatcher).executeTakeFirst())?.id ?? null);

/**
 * @param subs authors of what stays readable.
 * @returns those whose accounts may no longer act in the office. Accounts of another host are not in this database.
 */
export async function authorsWhoLeft(
  db: Database,
  { companyId, officeId }: OfficeKey,
  subs: readonly string[],
  required: Required,
): Promise<Set<string>> {
  const wanted = new Set(subs);
  if (wanted.size === 0) return wanted;
  const { rows } = await sql<{ office: string; username: string; may: boolean }>`
    select author.office_id as office, author.username, ${isAllowed(required, sql`${officeId}`)} as may
    from users as author join offices as home on home.id = author.office_id
    where home.company_id = ${companyId}
      and lower(author.username) = any(${[...wanted].map((sub) => sub.slice(sub.lastIndexOf('/') + 1))}::text[])`.execute(
    db,
  );
  return new Set(
    rows
      .flatMap(({ office, username, may }) => (may ? [] : personSub({ office: { id: office }, username })))
      .filter((sub) => wanted.has(sub)),
  );
}
