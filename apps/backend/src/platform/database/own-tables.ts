import { type Kysely, type RawBuilder, sql } from 'kysely';
import { type Schema } from './schema.ts';

/** Not from open-database.ts: it imports the migrations, which use this file. */
type Database = Kysely<Schema>;

/** Extensions that migrations create. Both are trusted: the owner of a database may create them. */
export const EXTENSIONS = ['pg_trgm', 'btree_gin'];

/** Whether a row of `pg_class` is of the current schema and not part of an extension. */
const inSchema = sql<boolean>`
  pg_class.relnamespace = (select oid from pg_namespace where nspname = current_schema())
  and not exists (
    select from pg_depend where classid = 'pg_class'::regclass and objid = pg_class.oid and deptype = 'e')`;

/** Whether the owner of a row of `pg_class` is the owner of our tables. */
const sameOwner = sql<boolean>`pg_class.relowner = (
  select migrations.relowner from pg_class as migrations where migrations.oid = to_regclass('kysely_migration'))`;

/** Condition of a query of `pg_class`: one of our tables. No row fulfils it before the first migration. */
export const isOurs = sql<boolean>`${inSchema} and ${sameOwner}`;

/** @returns the names of relations that fulfil a condition of `pg_class`, in alphabetical order. */
async function namesOf(db: Database, condition: RawBuilder<boolean>): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class where ${condition} order by relname collate "C"`.execute(db);
  return rows.map(({ name }) => name);
}

/** @returns the names of our tables, partitions included, in alphabetical order. */
export const ownTables = (db: Database): Promise<string[]> => namesOf(db, sql`${isOurs} and relkind in ('r', 'p')`);

/** @returns the names of tables, views and sequences that another role has created in our schema. */
export const foreignRelations = (db: Database): Promise<string[]> =>
  namesOf(db, sql`${inSchema} and not ${sameOwner} and relkind in ('r', 'p', 'v', 'm', 'f', 'S')`);

/**
 * @returns a table of this role that prevents filling the database; undefined if there is none. Tables of other roles
 * and of extensions do not count.
 */
export const findTable = async (db: Database): Promise<string | undefined> =>
  (await namesOf(db, sql`${inSchema} and relkind in ('r', 'p') and pg_has_role(relowner, 'usage')`))[0];

/** @returns the names of our tables without statistics: of those that were created or restored since the last `analyze`. */
export const tablesWithoutStatistics = (db: Database): Promise<string[]> =>
  namesOf(db, sql`${isOurs} and relkind = 'r' and reltuples < 0`);

/**
 * Collects the missing statistics of our tables. PostgreSQL assumes that these have ten pages, whatever their size: in the
 * minute until autovacuum reads them, a search of 1,200 orders compared all orders with all orders, for more than 100 seconds.
 */
export async function analyzeNew(db: Database): Promise<void> {
  const names = await tablesWithoutStatistics(db);
  if (names.length > 0) await sql`analyze ${sql.join(names.map((name) => sql.table(name)))}`.execute(db);
}
