import { type Download, expect, type Locator, type Page } from '@playwright/test';
import { readSheet } from 'read-excel-file/node';
import { chosen } from './desk.ts';
import { dispatch, linesOf } from './dispatch.ts';

/** A line of an export: its cells by the names of their columns. */
type Exported = Readonly<Record<string, string>>;

function byColumn([header = [], ...rows]: readonly (readonly string[])[]): Exported[] {
  return rows.map((cells) => {
    expect(cells, 'cells of a line').toHaveLength(header.length);
    return Object.fromEntries(header.map((name, place) => [name, cells[place] ?? '']));
  });
}

/** The orders of a CSV whose cells hold no separator. */
export const csvOrders = async (download: Download): Promise<Exported[]> =>
  byColumn((await linesOf(download)).map((line) => line.split(';')));

/** The orders of a workbook, read by a library that has nothing to do with what wrote it. */
export async function xlsxOrders(download: Download): Promise<Exported[]> {
  const rows = await readSheet(await download.path());
  return byColumn(rows.map((row) => row.map((cell) => (cell === null ? '' : String(cell)))));
}

/** What a screen and a file of the same orders must agree on. */
export interface Figures {
  orders: number;
  withoutCourier: number;
  /** With something to collect, or collected. */
  withCollect: number;
  /** Céntimos that nobody has collected yet. */
  due: number;
}

/** @returns what the orders of a file come to. */
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

/** @returns what the table says of the orders it shows, all of which are chosen. */
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
