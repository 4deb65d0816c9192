import { expect, test } from 'vitest';
import { DETAIL_COLUMNS, type OrderRow, PROGRESS_COLUMNS } from '../order/order-row.ts';
import { EXPORT_COLUMNS } from './export-columns.ts';

/** Columns of an order that no column of an export states. */
const LEFT_OUT = {
  client_id: 'the client is named',
  client_phone: 'a telephone of the sender, not of the delivery',
  courier_id: 'the courier is named',
  pinned: 'concerns sorting of the route, not the order',
  place_contested: 'answered in «Por ubicar»',
  sequence_day: 'the number is stated as it is stored',
  wanted: 'the day to which the order moved is its date',
};

test('an export has every column of an order', () => {
  const read = new Set<string>();
  const values: Record<string, unknown> = {
    payments: [],
    closed_at: new Date(0),
    created_at: new Date(0),
    changed_at: new Date(0),
  };
  const row = new Proxy(values, {
    get: (all, name) => {
      read.add(String(name));
      return all[String(name)] ?? null;
    },
  }) as unknown as OrderRow;
  for (const { cell } of EXPORT_COLUMNS) cell(row, { timeZone: 'America/Lima', reasons: new Map() });
  const stored = [...Object.values(PROGRESS_COLUMNS), ...Object.values(DETAIL_COLUMNS)].map(([column]) => column);
  expect(stored.filter((column) => !read.has(column)).sort()).toEqual(Object.keys(LEFT_OUT));
});
