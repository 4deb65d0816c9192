import { sql } from 'kysely';
import { isOurs } from '#platform/database/own-tables.ts';
import { type Database } from '#platform/database/open-database.ts';

/*
 * What migrations of an empty database do not create as in the original: partitions and sequences, which the service
 * creates while it runs, and indexes whose definition depended on the rows of that time.
 */

/** Creates the partitions of the original. */
export async function copyPartitions(from: Database, to: Database): Promise<void> {
  const { rows } = await sql<{ name: string; parent: string; bound: string }>`
    select child.relname as name, parent.relname as parent, pg_get_expr(child.relpartbound, child.oid) as bound
    from pg_inherits join pg_class as child on child.oid = inhrelid join pg_class as parent on parent.oid = inhparent
      join pg_namespace as schema on schema.oid = parent.relnamespace
    where nspname = current_schema() and parent.relkind = 'p' and child.relkind = 'r'`.execute(from);
  for (const { name, parent, bound } of rows)
    await sql`
      create table if not exists ${sql.table(name)} partition of ${sql.table(parent)} ${sql.raw(bound)}`.execute(to);
}

/** Gives every sequence the position of the original, so that no number is used twice. */
export async function copySequences(from: Database, to: Database): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select sequencename as name from pg_sequences where schemaname = current_schema()`.execute(from);
  for (const { name } of rows) {
    const { rows: states } = await sql<{ last: string; called: boolean }>`
      select last_value::text as last, is_called as called from ${sql.table(name)}`.execute(from);
    const { last = '1', called = false } = states[0] ?? {};
    await sql`create sequence if not exists ${sql.table(name)}`.execute(to);
    await sql`select setval(${sql.lit(name)}::regclass, ${last}::bigint, ${called})`.execute(to);
  }
}

/** An index that no constraint needs. */
const looseIndexes = (db: Database) =>
  sql<{ name: string; definition: string }>`
    select index.relname as name, pg_get_indexdef(index.oid, 0, true) as definition
    from pg_index join pg_class as index on index.oid = indexrelid
    where indrelid in (select oid from pg_class where ${isOurs}) and not index.relispartition
      and not exists (select from pg_constraint where conindid = index.oid)`.execute(db);

/** Drops them before the rows are copied, which takes less time without them. */
export async function dropIndexes(to: Database): Promise<void> {
  for (const { name } of (await looseIndexes(to)).rows) await sql`drop index ${sql.table(name)}`.execute(to);
}

/** Creates the definitions of the original. */
export async function copyIndexes(from: Database, to: Database): Promise<void> {
  for (const { definition } of (await looseIndexes(from)).rows) await sql.raw(definition).execute(to);
}
