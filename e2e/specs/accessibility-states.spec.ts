import { type Page } from '@playwright/test';
import { popUpOf } from '../support/outages.ts';
import { settled } from '../support/settled.ts';
import { expect, expectAccessible, signIn, test } from '../support/test.ts';

/* Screens that no address leads to: they come up over others, or when something fails. */

const THEMES = ['light', 'dark'] as const;

async function changeOnePermission(page: Page): Promise<void> {
  await page.goto('/permissions');
  await settled(page);
  const row = page.getByRole('row', { name: /Ítalo Cárdenas/ });
  await row.getByRole('checkbox', { name: /^Mapa/ }).click();
  await expect(page.getByLabel('Cambios sin guardar')).toBeVisible();
}

for (const colorScheme of THEMES) {
  test.describe(colorScheme, () => {
    test.use({ colorScheme });

    test('S26: the bar of changes, and the question before they are dropped, pass axe', async ({ page }) => {
      // axe looks at some 250 cells of the matrix, twice.
      test.setTimeout(90_000);
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await signIn(page, 'ana');
      await changeOnePermission(page);
      await expectAccessible(page);
      await page.getByRole('link', { name: 'Clientes', exact: true }).click();
      await expect(page.getByRole('button', { name: 'Salir sin guardar' })).toBeVisible();
      await expectAccessible(page);
    });

    test('S26: one person’s switches on a phone pass axe', async ({ page }) => {
      await page.setViewportSize({ width: 390, height: 760 });
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await signIn(page, 'ana');
      await page.goto('/permissions?persona=1003');
      await settled(page);
      await expect(page.getByRole('switch').first()).toBeVisible();
      await expectAccessible(page);
    });

    test('S26: the window to sign in again passes axe', async ({ page, context, watched }) => {
      watched.expectConsole(/^Failed to load resource: .* status of 401 /);
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await signIn(page, 'ana');
      await page.goto('/clients');
      await settled(page);
      // Its stream is open by then, and will not be the first to be refused.
      await expect(page.getByText('En vivo')).toBeVisible();
      await context.clearCookies({ name: 'despacho' });
      await page.getByRole('link', { name: /Textiles Kuélap/ }).click();
      await expect(page.getByRole('dialog', { name: 'Su sesión terminó' })).toBeVisible();
      await expectAccessible(page);
    });

    test('S26: a failed part of a screen, and the pop-up, pass axe', async ({ page, app, watched }) => {
      watched.expectConsole(/^Failed to load resource: .* status of 404 /);
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await signIn(page, 'ana');
      app.faults.fail(/\/clients\/$/, { kind: 'status', status: 404 });
      await page.goto('/clients');
      await expect(popUpOf(page)).toBeVisible();
      await expectAccessible(page);
      await expect(page.getByRole('button', { name: 'Reintentar' })).toBeVisible();
    });
  });
}
