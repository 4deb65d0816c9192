import { sql } from 'kysely';
import { type Database } from '#platform/database/open-database.ts';
import { conflict } from '#platform/refusal.ts';
import { type Table } from './table-list.ts';

/** Number of rows, and a sum of hashes of all their values, which does not depend on their order. */
async function summarize(db: Database, { name, columns }: Table): Promise<{ count: number; hashes: string }> {
  const values = sql.join(columns.map((column) => sql.ref(column.name)));
  const { rows } = await sql<{ count: number; hashes: string }>`
    select count(*)::float8 as count, coalesce(sum(hashtextextended(row(${values})::text, 0)::numeric), 0)::text as hashes
    from ${sql.table(name)}`.execute(db);
  return rows[0] ?? { count: 0, hashes: '' };
}

/**
 * @param from and `to` are transactions with the same settings of time zone and style of dates.
 * @returns the number of rows of each table. @throws Refusal naming a table that differs.
 */
export async function compareTables(
  from: Database,
  to: Database,
  tables: readonly Table[],
): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const table of tables) {
    const [expected, found] = [await summarize(from, table), await summarize(to, table)];
    if (expected.count !== found.count)
      throw conflict(`${found.count} of ${expected.count} rows of ${table.name} were copied. Nothing was changed.`);
    if (expected.hashes !== found.hashes)
      throw conflict(`The copied rows of ${table.name} differ. Nothing was changed.`);
    counts[table.name] = found.count;
  }
  return counts;
}
