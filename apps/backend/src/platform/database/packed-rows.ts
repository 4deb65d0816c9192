import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import { type Database } from './open-database.ts';

/*
 * Rows as JSON that the database writes. Otherwise each value of each row is a separate message part, which both
 * drivers decode one by one: for a page of orders, that costs several times as much as the query (decision 141). Columns
 * of bytes cannot be read like this.
 */

type Query<Row> = SelectQueryBuilder<never, never, Row>;

type DateColumn<Row> = { [Column in keyof Row]: Date extends Row[Column] ? Column : never }[keyof Row];

/** The columns with points in time, which JSON has as text. */
export type DateColumns<Row> = Readonly<Record<DateColumn<Row>, true>>;

/** @returns the rows of a query, in its order. @param dates all columns with points in time. */
export async function readRows<Row>(db: Database, query: Query<Row>, dates: DateColumns<Row>): Promise<Row[]> {
  const { rows } = await sql<{ packed: string | null }>`
    select json_agg(packed)::text as packed from (${query}) as packed`.execute(db);
  const read = JSON.parse(rows[0]?.packed ?? '[]') as Record<string, unknown>[];
  for (const row of read)
    for (const column in dates) if (row[column] !== null) row[column] = new Date(row[column] as string);
  return read as Row[];
}

/** A row as JSON has it. */
type Packed<Row> = { [Column in keyof Row]: Row[Column] extends Date ? string : Row[Column] };

/**
 * For many rows of few columns, this costs half of `readRows`.
 * @returns the values of each column, in the order of the query's rows; points in time as ISO 8601.
 */
export async function readColumns<Row>(
  db: Database,
  query: Query<Row>,
  columns: readonly (keyof Row & string)[],
): Promise<{ [Column in keyof Row]: Packed<Row>[Column][] }> {
  const packed = columns.map((column): RawBuilder<string | null> => {
    const name = sql.ref(column);
    return sql`json_agg(packed.${name})::text as ${name}`;
  });
  const { rows } = await sql<Record<string, string | null>>`
    select ${sql.join(packed)} from (${query}) as packed`.execute(db);
  const values = columns.map((column) => [column, JSON.parse(rows[0]?.[column] ?? '[]') as unknown]);
  return Object.fromEntries(values) as { [Column in keyof Row]: Packed<Row>[Column][] };
}
