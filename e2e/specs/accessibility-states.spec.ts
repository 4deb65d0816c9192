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

/** Time in milliseconds after which the pop-up closes. */
const POP_UP_MS = 3_000;

test('S26: unsaved changes, a failed part and one user’s switches pass axe', async ({ page, app, watched }) => {
  watched.expectConsole(/^Failed to load resource: .* status of 404 /);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  // The pop-up stays open for both checks.
  await page.addInitScript((limit) => {
    const later = setTimeout;
    Object.assign(globalThis, {
      setTimeout: (work: () => void, ms?: number) => later(work, ms === limit ? 600_000 : ms),
    });
  }, POP_UP_MS);
  await signIn(page, 'ana', '/permissions');

  await test.step('the bar of unsaved changes, and the question before leaving', async () => {
    await changeOnePermission(page);
    await expectAccessibleInBothThemes(page);
    await shell.menu(page).getByRole('link', { name: 'Clientes', exact: true }).click();
    await expect(page.getByRole('button', { name: 'Salir sin guardar' })).toBeVisible();
    await expectAccessibleInBothThemes(page);
  });

  await test.step('a failed part of a screen, and the pop-up', async () => {
    app.faults.fail(/\/clients\/$/, { kind: 'status', status: 404 });
    await page.getByRole('button', { name: 'Salir sin guardar' }).click();
    await expect(popUpOf(page)).toBeVisible();
    await expectAccessibleInBothThemes(page);
    await expect(popUpOf(page)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Reintentar' })).toBeAttached();
  });

  await test.step('one user’s switches on a phone', async () => {
    await page.setViewportSize({ width: 390, height: 760 });
    await page.goto('/permissions?persona=1003');
    await settled(page);
    await expect(page.getByRole('switch').first()).toBeVisible();
    await expectAccessibleInBothThemes(page);
  });
});
