import { readFile } from 'node:fs/promises';
import { type Download, type Locator, type Page } from '@playwright/test';
import { expect } from './patient-expect.ts';

/** Parts of Asig. Orden by their accessible names. */
export const dispatch = {
  filters: (page: Page): Locator => page.getByRole('search', { name: 'Filtros de órdenes' }),
  /** The number of orders in the filter result, in words. */
  count: (page: Page): Locator => dispatch.filters(page).getByRole('status'),
  search: (page: Page): Locator => page.getByRole('banner').getByRole('textbox', { name: 'Buscar orden' }),
  imports: (page: Page): Locator => page.getByRole('dialog', { name: 'Importar órdenes' }),
  exports: (page: Page): Locator => page.getByRole('dialog', { name: 'Exportar órdenes' }),
};

/** Opens the import or the export dialog. */
export async function openFiles(page: Page, what: 'Importar órdenes' | 'Exportar órdenes'): Promise<void> {
  await page.getByRole('banner').getByRole('button', { name: 'Archivo', exact: true }).click();
  await page.getByRole('menuitem', { name: what }).click();
  await expect(page.getByRole('dialog', { name: what })).toBeVisible();
}

/** Chooses a file in the import dialog. */
export async function chooseFile(page: Page, file: { name: string; mimeType: string; buffer: Buffer }): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await dispatch.imports(page).getByRole('button', { name: 'Seleccionar archivo' }).click();
  await (await chooser).setFiles(file);
}

/** Searches and waits until the table shows the result. */
export async function searchOrders(page: Page, text: string, count: string): Promise<void> {
  await dispatch.search(page).fill(text);
  await expect(page).toHaveURL(new RegExp(`buscar=${text}`));
  await expect(dispatch.count(page)).toHaveText(count);
}

/** @returns the download that `press` starts. */
export async function downloaded(page: Page, press: () => Promise<void>): Promise<Download> {
  const coming = page.waitForEvent('download');
  await press();
  return coming;
}

/** @returns the lines of a downloaded CSV, without the byte order mark and the last, empty line. */
export async function linesOf(download: Download): Promise<string[]> {
  const text = await readFile(await download.path(), 'utf8');
  return text
    .replace(/^\uFEFF/, '')
    .split('\r\n')
    .filter((line) => line !== '');
}
