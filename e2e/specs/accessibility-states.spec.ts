import { type Page } from '@playwright/test';
import { popUpOf } from '../support/outages.ts';
import { shell } from '../support/shell.ts';
import { settled } from '../support/settled.ts';
import { expect, expectAccessibleInBothThemes, signIn, test } from '../support/test.ts';

/* Screens without an address: dialogs, and states after a failure. */

async function changeOnePermission(page: Page): Promise<void> {
  await settled(page);
  const row = page.getByRole('row', { name: /Ítalo Cárdenas/ });
  await row.getByRole('checkbox', { name: /^Mapa/ }).click();
  await expect(page.getByLabel('Cambios sin guardar')).toBeVisible();
}

test('S26: the bar of unsaved changes and the discard dialog pass axe', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await signIn(page, 'ana', '/permissions');
  await changeOnePermission(page);
  await expectAccessibleInBothThemes(page);
  await page
    .getByRole('navigation', { name: 'Secciones', exact: true })
    .getByRole('link', { name: 'Clientes', exact: true })
    .click();
  await expect(page.getByRole('button', { name: 'Salir sin guardar' })).toBeVisible();
  await expectAccessibleInBothThemes(page);
});

test('S26: one user’s switches on a phone pass axe', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 760 });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await signIn(page, 'ana', '/permissions?persona=1003');
  await settled(page);
  await expect(page.getByRole('switch').first()).toBeVisible();
  await expectAccessibleInBothThemes(page);
});

test('S26: the dialog to sign in again passes axe', async ({ page, context, watched }) => {
  watched.expectConsole(/^Failed to load resource: .* status of 401 /);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await signIn(page, 'ana', '/clients');
  await settled(page);
  // The event stream is open by then, so it is not the first request to be refused.
  await expect(shell.live(page)).toBeVisible();
  await context.clearCookies({ name: 'despacho' });
  await page.getByRole('link', { name: /Textiles Kuélap/ }).click();
  await expect(page.getByRole('dialog', { name: 'Su sesión terminó' })).toBeVisible();
  await expectAccessibleInBothThemes(page);
});

/** Time in milliseconds after which the pop-up closes. */
const POP_UP_MS = 3_000;

test('S26: a failed part of a screen, and the pop-up, pass axe', async ({ page, app, watched }) => {
  watched.expectConsole(/^Failed to load resource: .* status of 404 /);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  // The pop-up stays open for both checks.
  await page.addInitScript((limit) => {
    const later = setTimeout;
    Object.assign(globalThis, {
      setTimeout: (work: () => void, ms?: number) => later(work, ms === limit ? 600_000 : ms),
    });
  }, POP_UP_MS);
  app.faults.fail(/\/clients\/$/, { kind: 'status', status: 404 });
  await signIn(page, 'ana', '/clients');
  await expect(popUpOf(page)).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await expect(popUpOf(page)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Reintentar' })).toBeAttached();
});
