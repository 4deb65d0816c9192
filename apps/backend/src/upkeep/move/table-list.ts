import { sql } from 'kysely';
import { isOurs } from '#platform/database/own-tables.ts';
import { type Database } from '#platform/database/open-database.ts';

/** A table with the columns that can be written, in their order. Partitions are part of their parent. */
export interface Table {
  name: string;
  columns: { name: string; type: string }[];
}

/** Filled by migrations. */
const OF_MIGRATIONS = ['kysely_migration', 'kysely_migration_lock'];

/** @returns the tables with data, referenced ones before those that refer to them. */
export async function listTables(db: Database): Promise<Table[]> {
  const { rows: tables } = await sql<Table>`
    select relname as name,
      json_agg(json_build_object('name', attname, 'type', format_type(atttypid, atttypmod)) order by attnum) as columns
    from pg_class join pg_attribute on attrelid = pg_class.oid
    where ${isOurs} and relkind in ('r', 'p') and not relispartition
      and attnum > 0 and not attisdropped and attgenerated = ''
      and not relname = any(${OF_MIGRATIONS}::text[])
    group by relname order by relname`.execute(db);
  const { rows: references } = await sql<{ from: string; to: string }>`
    select child.relname as from, parent.relname as to
    from pg_constraint join pg_class as child on child.oid = conrelid join pg_class as parent on parent.oid = confrelid
    where contype = 'f' and child.oid <> parent.oid and child.oid in (select oid from pg_class where ${isOurs})`.execute(
    db,
  );
  const ordered = new Map<string, Table>();
  while (ordered.size < tables.length) {
    const next = tables.filter(
      ({ name }) => !ordered.has(name) && references.every(({ from, to }) => from !== name || ordered.has(to)),
    );
    if (next.length === 0) throw new Error('The tables refer to each other in a circle');
    for (const table of next) ordered.set(table.name, table);
  }
  return [...ordered.values()];
}
