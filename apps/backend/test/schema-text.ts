import { sql } from 'kysely';
import { type Database } from '#platform/database/open-database.ts';

/** What a column of each type is in JavaScript; see `types` of server-pool.ts. */
const TYPES: Record<string, string> = {
  bigint: 'number',
  boolean: 'boolean',
  bytea: 'Uint8Array',
  'double precision': 'number',
  integer: 'number',
  jsonb: 'Json',
  polygon: 'string',
  real: 'number',
  smallint: 'number',
  text: 'string',
  'timestamp with time zone': 'Date',
  uuid: 'string',
};

interface Column {
  table: string;
  column: string;
  type: string;
  nullable: boolean;
  has_default: boolean;
  always: boolean;
}

function typeOf({ table, column, type, nullable, has_default, always }: Column): string {
  const element = TYPES[type.replace(/\[\]$/, '')];
  if (element === undefined) throw new Error(`${table}.${column}: no type of JavaScript for ${type}`);
  const plain = type.endsWith('[]') ? `${element}[]` : element;
  if (always) return `GeneratedAlways<${plain}>`;
  if (plain === 'Json') return nullable ? 'OptionalJson' : 'Json';
  const full = nullable ? `${plain} | null` : plain;
  return has_default ? `Generated<${full}>` : full;
}

/** @returns the doc comments of a former source by table, and by table and column. */
function docsOf(source: string): Map<string, string> {
  const docs = new Map<string, string>();
  let table = '';
  for (const [, doc = '', indent = '', name = ''] of source.matchAll(/^( +\/\*\*[^]*?\*\/\n)?( +)(\w+): /gm)) {
    if (indent.length === 2) table = name;
    docs.set(indent.length === 2 ? name : `${table}.${name}`, doc);
  }
  return docs;
}

/**
 * @param former source of src/platform/database/tables.ts, whose doc comments are kept.
 * @returns that source for the tables and views of a migrated database.
 */
export async function schemaText(db: Database, former: string): Promise<string> {
  const docs = docsOf(former);
  const { rows } = await sql<Column>`
    select relname as table, attname as column, format_type(atttypid, null) as type, not attnotnull as nullable,
      atthasdef or attidentity <> '' as has_default, attidentity = 'a' or attgenerated <> '' as always
    from pg_attribute join pg_class on pg_class.oid = attrelid
    where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p', 'v') and not relispartition
      and relname not like 'kysely_%' and attnum > 0 and not attisdropped
    order by relname collate "C", attnum`.execute(db);
  const tables = Object.entries(Object.groupBy(rows, ({ table }) => table)).map(([table, columns = []]) => {
    const lines = columns.map(
      (column) => `${docs.get(`${table}.${column.column}`) ?? ''}    ${column.column}: ${typeOf(column)};`,
    );
    return `${docs.get(table) ?? ''}  ${table}: {\n${lines.join('\n')}\n  };`;
  });
  return `/*
 * Generated from the migrated database by \`npm run schema\`, except the doc comments of tables and columns, which it
 * keeps. schema.ts refines the types.
 */

import { type ColumnType, type Generated, type GeneratedAlways } from 'kysely';

type Json = ColumnType<unknown, string, string>;
type OptionalJson = ColumnType<unknown, string | null | undefined, string | null>;

/** Columns of views are nullable here, because PostgreSQL derives no constraints for them. */
export interface Tables {
${tables.join('\n')}
}
`;
}
