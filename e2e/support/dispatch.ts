import { readFile } from 'node:fs/promises';
import { type Download, type Locator, type Page } from '@playwright/test';
import { expect } from './patience.ts';

/** The parts of Asig. Orden, by the names people and screen readers know them by. */
export const dispatch = {
  filters: (page: Page): Locator => page.getByRole('search', { name: 'Filtros de órdenes' }),
  /** How many orders the filters leave, in words. */
  count: (page: Page): Locator => dispatch.filters(page).getByRole('status'),
  search: (page: Page): Locator => page.getByRole('banner').getByRole('textbox', { name: 'Buscar orden' }),
  imports: (page: Page): Locator => page.getByRole('dialog', { name: 'Importar órdenes' }),
  exports: (page: Page): Locator => page.getByRole('dialog', { name: 'Exportar órdenes' }),
};

/** Opens one of the two windows for files. */
export async function openFiles(page: Page, what: 'Importar órdenes' | 'Exportar órdenes'): Promise<void> {
  await page.getByRole('banner').getByRole('button', { name: 'Archivo', exact: true }).click();
  await page.getByRole('menuitem', { name: what }).click();
  await expect(page.getByRole('dialog', { name: what })).toBeVisible();
}

/** Chooses a file in the window for importing. */
export async function chooseFile(page: Page, file: { name: string; mimeType: string; buffer: Buffer }): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await dispatch.imports(page).getByRole('button', { name: 'Elegir archivo' }).click();
  await (await chooser).setFiles(file);
}

/** Searches, and waits until the table has the answer. */
export async function searchOrders(page: Page, text: string, count: string): Promise<void> {
  await dispatch.search(page).fill(text);
  await expect(page).toHaveURL(new RegExp(`buscar=${text}`));
  await expect(dispatch.count(page)).toHaveText(count);
}

/** @returns what a press makes the browser download. */
export async function downloaded(page: Page, press: () => Promise<void>): Promise<Download> {
  const coming = page.waitForEvent('download');
  await press();
  return coming;
}

/** @returns the lines of a downloaded CSV, without the mark it begins with and without the last, empty one. */
export async function linesOf(download: Download): Promise<string[]> {
  const text = await readFile(await download.path(), 'utf8');
  return text
    .replace(/^\uFEFF/, '')
    .split('\r\n')
    .filter((line) => line !== '');
}
