import { CLIENTS_TABLE } from './clients/clients-table.ts';
import { COURIERS_TABLE } from './couriers/couriers-table.ts';
import { type TableKind } from './table-kind.ts';
import { PEOPLE_TABLE } from './people/people-table.ts';

/** The kinds of files, except orders, which have totals and remembered columns (`parse-import.ts`). */
export const TABLES = { clients: CLIENTS_TABLE, couriers: COURIERS_TABLE, people: PEOPLE_TABLE };

export type TableName = keyof typeof TABLES;

type Part<Name extends TableName> =
  (typeof TABLES)[Name] extends TableKind<infer Key, infer Line, infer Context> ? [Key, Line, Context] : never;

export type KeyOf<Name extends TableName> = Part<Name>[0];
export type LineOf<Name extends TableName> = Part<Name>[1];
export type ContextOf<Name extends TableName> = Part<Name>[2];
