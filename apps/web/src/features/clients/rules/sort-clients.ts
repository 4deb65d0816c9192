import { type Client } from '@despacho/contracts';
import { compareNames } from '#shared/fields/compare-names.ts';
import { nameOf } from './fields.ts';
import { valueKind, valueText } from '#shared/fields/value-kind.ts';

/** The column a list is sorted by. */
export interface ColumnSort {
  id: string;
  desc: boolean;
}

/** @returns the value to sort by; undefined if there is none. */
function sortKey(value: unknown): string | number | undefined {
  if (valueKind(value) === 'nothing') return undefined;
  if (typeof value === 'number') return value;
  // True before false: sorting by «Activo» lists active clients first.
  if (typeof value === 'boolean') return value ? 0 : 1;
  return valueText(value);
}

/** Spanish order: ñ after n, 2 before 10, numbers before words. */
function compareKeys(a: string | number, b: string | number): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return compareNames(String(a), String(b));
}

/**
 * @param title key of the name column, which is sorted by the names shown.
 * @returns the clients sorted by a column. Those without a value come last in both directions; clients with equal
 *   values keep their order.
 */
export function sortClients(clients: readonly Client[], sort: ColumnSort | null, title?: string): readonly Client[] {
  if (!sort) return clients;
  const direction = sort.desc ? -1 : 1;
  return clients
    .map((client) => ({ client, key: sortKey(sort.id === title ? nameOf(client, title) : client[sort.id]) }))
    .sort(({ key: a }, { key: b }) => {
      if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined);
      return direction * compareKeys(a, b);
    })
    .map(({ client }) => client);
}
