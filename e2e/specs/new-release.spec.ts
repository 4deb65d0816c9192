import { type Page } from '@playwright/test';
import { expect, signIn, test } from '../support/test.ts';

/** From now on the server has another release: without the files of this one whose names match. */
async function release(page: Page, missing: string): Promise<void> {
  await page.route(`**/assets/${missing}`, (route) => route.fulfill({ status: 404 }));
  const { origin } = new URL(page.url());
  await page.route(`${origin}/`, (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: '<script type="module" src="./assets/index-0000000.js"></script>',
    }),
  );
}

const notice = (page: Page) => page.getByText('Hay una versión nueva de Despacho y parte de esta página');

test.beforeEach(({ watched }) => {
  watched.expectConsole(/404/);
  watched.expectConsole(/ChunkFailure/);
});

test('a menu whose code a release removed reports that, and keeps unsaved input', async ({ page }) => {
  // Before the page loads menus, which it does after its first rows.
  await page.route('**/assets/popups-*.js*', (route) => route.fulfill({ status: 404 }));
  await signIn(page, 'ana', '/permissions');
  const box = page.getByRole('grid').getByRole('checkbox', { checked: false, disabled: false }).first();
  const name = (await box.getAttribute('aria-label')) ?? '';
  const edited = page.getByRole('checkbox', { name, exact: true });
  await box.click();
  await expect(edited).toBeChecked();
  await release(page, 'popups-*.js*');

  await page.getByRole('button', { name: 'Acciones', exact: true }).click();
  await expect(notice(page)).toBeVisible();
  await expect(edited).toBeChecked();

  // The browser asks before it reloads a page with unsaved changes.
  const asked = page.waitForEvent('dialog');
  const clicked = page.getByRole('button', { name: 'Recargar' }).click();
  const dialog = await asked;
  expect(dialog.type()).toBe('beforeunload');
  await dialog.dismiss();
  await clicked;
  await expect(edited).toBeChecked();
});

test('a window opened for the first time reports a release, and opens after a reload', async ({ page }) => {
  await page.route('**/assets/windows-*.js*', (route) => route.fulfill({ status: 404 }));
  await signIn(page, 'ana', '/assing');
  await release(page, 'windows-*.js*');
  await page.getByRole('button', { name: 'Nueva orden' }).click();
  const reported = page.getByRole('main').getByRole('alert');
  await expect(reported).toContainText('Hay una versión nueva de Despacho');

  await page.unrouteAll();
  await reported.getByRole('button', { name: 'Reintentar' }).click();
  await expect(page.getByRole('complementary', { name: 'Nueva orden' })).toBeVisible();
});
