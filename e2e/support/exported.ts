import { type Download, expect, type Locator, type Page } from '@playwright/test';
import { readSheet } from 'read-excel-file/node';
import { chosen } from './desk.ts';
import { dispatch, linesOf } from './dispatch.ts';

/** A line of an export: cells by column name. */
type Exported = Readonly<Record<string, string>>;

function byColumn([header = [], ...rows]: readonly (readonly string[])[]): Exported[] {
  return rows.map((cells) => {
    expect(cells, 'cells of a line').toHaveLength(header.length);
    return Object.fromEntries(header.map((name, place) => [name, cells[place] ?? '']));
  });
}

/** The orders of a CSV. Cells must not contain separators. */
export const csvOrders = async (download: Download): Promise<Exported[]> =>
  byColumn((await linesOf(download)).map((line) => line.split(';')));

/** The orders of a workbook, read by a library independent of the writer. */
export async function xlsxOrders(download: Download): Promise<Exported[]> {
  const rows = await readSheet(await download.path());
  return byColumn(rows.map((row) => row.map((cell) => (cell === null ? '' : String(cell)))));
}

/** Figures that the screen and a file of the same orders must agree on. */
export interface Figures {
  orders: number;
  withoutCourier: number;
  /** Orders with an amount to collect or a collected amount. */
  withCollect: number;
  /** Amount not yet collected, in céntimos. */
  due: number;
}

/** @returns the figures of the orders in a file. */
export function figuresOf(orders: readonly Exported[]): Figures {
  const count = (holds: (order: Exported) => boolean): number => orders.filter(holds).length;
  return {
    orders: orders.length,
    withoutCourier: count((order) => order['Repartidor'] === ''),
    withCollect: count((order) => order['Cobro (S/)'] !== ''),
    due: orders
      .filter((order) => order['Cobrado (S/)'] === '')
      .reduce((sum, order) => sum + Math.round(Number(order['Cobro (S/)']) * 100), 0),
  };
}

/** @returns the figures shown for the orders in the table, all of which are selected. */
export async function figuresOnScreen(page: Page): Promise<Figures> {
  const number = async (shown: Locator): Promise<number> =>
    Number(/[\d,.]*\d/.exec((await shown.textContent()) ?? '')?.[0].replaceAll(',', ''));
  const flag = (name: string): Locator =>
    dispatch.filters(page).getByRole('button', { name: new RegExp(`^${name} \\d`) });
  return {
    orders: await number(dispatch.count(page)),
    withoutCourier: await number(flag('Sin asignar')),
    withCollect: await number(flag('Con cobro')),
    due: Math.round((await number(chosen(page).getByText(/ por cobrar$/))) * 100),
  };
}
