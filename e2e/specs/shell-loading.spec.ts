import { type Page } from '@playwright/test';
import { atRest, shell } from '../support/shell.ts';
import { expect, signIn, test } from '../support/test.ts';

const CLIENTS = '/legacy/base/clients/';

const openClients = (page: Page): Promise<void> => shell.menu(page).getByRole('link', { name: 'Clientes' }).click();

test('S19: shows a thin red line at the top until a request fails or is answered', async ({ page, app, watched }) => {
  watched.expectConsole(/status of 500 .*\/api\/clients/);
  await signIn(page, 'ana');
  await atRest(page);
  app.faults.fail(CLIENTS, { kind: 'status', status: 500 });
  const seen = Promise.withResolvers<undefined>();
  await page.route('**/api/clients', async (route) => {
    await seen.promise;
    await route.continue();
  });
  await openClients(page);
  const bar = shell.loadingBar(page);
  await expect(bar).not.toHaveAttribute('data-idle');
  seen.resolve(undefined);
  const retry = page.getByRole('button', { name: 'Reintentar' });
  await expect(retry).toBeVisible();
  await expect(bar).toHaveAttribute('data-idle');

  const answer = Promise.withResolvers<undefined>();
  app.faults.heal();
  app.faults.fail(CLIENTS, { kind: 'held', until: answer.promise });
  await retry.click();
  await expect(bar).not.toHaveAttribute('data-idle');
  await expect(bar).toHaveCSS('background-color', 'rgb(217, 45, 32)');
  await expect(bar).toHaveCSS('opacity', '1');
  const box = await bar.boundingBox();
  expect(box).toMatchObject({ x: 0, y: 0 });
  expect(box?.height).toBeLessThanOrEqual(3);
  await expect(bar.locator('*')).toHaveCount(0);
  await expect(page.locator('[class*="spin" i], [role="progressbar"]')).toHaveCount(0);
  answer.resolve(undefined);
  await expect(bar).toHaveAttribute('data-idle');
  await expect(bar).toHaveCSS('opacity', '0');
});
