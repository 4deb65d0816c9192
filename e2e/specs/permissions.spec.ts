import { type Page } from '@playwright/test';
import { shell } from '../support/shell.ts';
import { settled } from '../support/settled.ts';
import { expect, openSession, signIn, test } from '../support/test.ts';

/** The list that the last save sent to the API host. */
async function lastSaved(page: Page): Promise<string[]> {
  const response = await page.waitForResponse('**/api/permission/**');
  expect(response.status()).toBe(200);
  const body = response.request().postDataJSON() as { permissionsList: { module: string }[] };
  return body.permissionsList.map(({ module }) => module).sort();
}

// Changes the modules of one person and restores them. No other spec signs in as that person.
test('S26 S27 S42 S45: permission changes reach the person’s open page', async ({ page, browser, app }) => {
  const theirs = await browser.newContext({ baseURL: app.url });
  const other = await theirs.newPage();
  await signIn(other, 'edgar', '/sesiones');
  await expect(shell.live(other)).toBeVisible();
  const images = shell.sidebar(other).getByRole('link', { name: 'Imágenes' });
  await expect(images).toHaveCount(0);

  await openSession(page, 'ana');
  await page.goto('/permissions');
  await settled(page);
  expect(app.calls('/legacy/api/users/LIMA').length).toBeGreaterThan(0);
  const grid = page.getByRole('grid', { name: 'Permisos por usuario' });
  await expect.poll(() => grid.getByRole('row').count()).toBeGreaterThan(10);
  const row = grid.getByRole('row', { name: /Édgar Ibáñez/ });
  const cell = row.getByRole('checkbox', { name: /T02|Imágenes/ });
  const bar = page.getByLabel('Cambios sin guardar');

  await test.step('grants by mouse: summarizes the change and saves the whole list', async () => {
    await expect(cell).not.toBeChecked();
    await expect(row).toContainText('X07');
    await cell.click();
    await expect(bar).toContainText(/Édgar Ibáñez Flores recibe Imágenes/);
    expect(app.calls('/legacy/api/permission/')).toEqual([]);
    const saved = lastSaved(page);
    await page.getByRole('button', { name: /^Guardar/ }).click();
    expect(await saved).toEqual(['D01', 'M01', 'T02', 'U01', 'X07']);
    await expect(bar).toHaveCount(0);
    expect(app.calls('/legacy/api/permission/').map(({ method }) => method)).toEqual(['POST']);
    await expect(images).toHaveCount(1);
  });

  await test.step('revokes by keyboard', async () => {
    await page.reload();
    await settled(page);
    await cell.focus();
    await page.keyboard.press('Space');
    await expect(cell).not.toBeChecked();
    await page.keyboard.press('ArrowRight');
    await expect(cell).not.toBeFocused();
    await page.keyboard.press('Home');
    const saved = lastSaved(page);
    await page.keyboard.press('Control+s');
    expect(await saved).toEqual(['D01', 'M01', 'U01', 'X07']);
    await expect(bar).toHaveCount(0);
    await expect(images).toHaveCount(0);
  });
  await theirs.close();
});
