import { sql } from 'kysely';
import { type Database } from '#platform/database/open-database.ts';
import { type Table } from './table-list.ts';

/** Rows of the first page, and of any later one. */
const FIRST_ROWS = 16;
const MAX_ROWS = 2000;
/** Characters of a page, approximately: the later pages have as many rows as fit, judged by the page before. */
const PAGE_CHARACTERS = 4_000_000;

type Row = Record<string, string | null>;

const lengthOf = (row: Row): number => Object.values(row).reduce((sum, value) => sum + (value?.length ?? 0), 0);

/**
 * Copies the rows of a table into an empty one of the same columns, page by page. Values pass as PostgreSQL writes them
 * as text, which it reads back unchanged whatever the type.
 * @param from a transaction. @param to a transaction, without triggers of the table.
 */
export async function copyTable(from: Database, to: Database, { name, columns }: Table): Promise<void> {
  const names = sql.join(columns.map((column) => sql.ref(column.name)));
  const texts = sql.join(columns.map((column) => sql`${sql.ref(column.name)}::text`));
  const values = sql.join(columns.map((column) => sql`${sql.ref(column.name)}::${sql.raw(column.type)}`));
  await sql`declare moved_rows no scroll cursor for select ${texts} from ${sql.table(name)}`.execute(from);
  for (let size = FIRST_ROWS; ;) {
    const { rows } = await sql<Row>`fetch ${sql.lit(size)} from moved_rows`.execute(from);
    if (rows.length === 0) break;
    const lists = sql.join(columns.map((column) => sql`${rows.map((row) => row[column.name] ?? null)}::text[]`));
    await sql`
      insert into ${sql.table(name)} (${names}) overriding system value
      select ${values} from unnest(${lists}) as given (${names})`.execute(to);
    const characters = rows.reduce((sum, row) => sum + lengthOf(row), 1);
    size = Math.min(MAX_ROWS, Math.max(1, Math.floor((PAGE_CHARACTERS * rows.length) / characters)));
  }
  await sql`close moved_rows`.execute(from);
}
