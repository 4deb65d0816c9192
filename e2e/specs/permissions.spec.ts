import { type Page } from '@playwright/test';
import { shell } from '../support/shell.ts';
import { settled } from '../support/settled.ts';
import { expect, openSession, signIn, test } from '../support/test.ts';

// These tests change the modules of the same people and restore them. No other spec signs in as them.
test.describe.configure({ mode: 'serial' });

const cell = (page: Page, module: string, person: string) =>
  page.getByRole('row', { name: new RegExp(person) }).getByRole('checkbox', { name: new RegExp(module) });

async function open(page: Page): Promise<void> {
  await page.goto('/permissions');
  await settled(page);
  await expect(page.getByRole('grid', { name: 'Permisos por usuario' })).toBeVisible();
}

/** The list that the last save sent to the API host. */
async function lastSaved(page: Page): Promise<string[]> {
  const response = await page.waitForResponse('**/api/permission/**');
  expect(response.status()).toBe(200);
  const body = response.request().postDataJSON() as { permissionsList: { module: string }[] };
  return body.permissionsList.map(({ module }) => module);
}

test('S45 S27: lists the office’s users, summarizes the changes, and saves the whole list', async ({ page, app }) => {
  await openSession(page, 'ana');
  await open(page);
  expect(app.calls('/legacy/api/users/LIMA').length).toBeGreaterThan(0);
  await expect.poll(() => page.getByRole('row').count()).toBeGreaterThan(10);

  const person = 'Édgar Ibáñez';
  const map = cell(page, 'T02|Imágenes', person);
  await expect(map).not.toBeChecked();
  await expect(page.getByRole('row', { name: new RegExp(person) })).toContainText('X07');
  await map.click();
  const bar = page.getByLabel('Cambios sin guardar');
  await expect(bar).toContainText(/Édgar Ibáñez Flores recibe Imágenes/);
  expect(app.calls('/legacy/api/permission/')).toEqual([]);

  const saved = lastSaved(page);
  await page.getByRole('button', { name: /^Guardar/ }).click();
  expect((await saved).sort()).toEqual(['D01', 'M01', 'T02', 'U01', 'X07']);
  await expect(bar).toHaveCount(0);
  const calls = app.calls('/legacy/api/permission/');
  expect(calls.map(({ method }) => method)).toEqual(['POST']);

  await page.reload();
  await settled(page);
  await expect(cell(page, 'T02|Imágenes', person)).toBeChecked();

  await cell(page, 'T02|Imágenes', person).click();
  const again = lastSaved(page);
  await page.getByRole('button', { name: /^Guardar/ }).click();
  expect((await again).sort()).toEqual(['D01', 'M01', 'U01', 'X07']);
});

test('S42: a granted permission reaches the person’s open page by the event stream', async ({ page, browser, app }) => {
  const theirs = await browser.newContext({ baseURL: app.url });
  const other = await theirs.newPage();
  await signIn(other, 'edgar');
  const second = await theirs.newPage();
  await second.goto('/map');
  await settled(second);
  await expect(shell.live(other)).toBeVisible();
  await expect(shell.live(second)).toBeVisible();
  expect(app.calls('/operations/events')).toHaveLength(1);
  const images = (tab: Page) =>
    tab.getByRole('complementary', { name: 'Menú' }).getByRole('link', { name: 'Imagenes' });
  await expect(images(other)).toHaveCount(0);

  await openSession(page, 'ana');
  await open(page);
  for (const visible of [1, 0]) {
    const saved = lastSaved(page);
    await cell(page, 'T02|Imágenes', 'Édgar Ibáñez').click();
    await page.getByRole('button', { name: /^Guardar/ }).click();
    await saved;
    for (const tab of [other, second]) await expect(images(tab)).toHaveCount(visible);
  }
  await theirs.close();
});
