import { type Page } from '@playwright/test';
import { stopClock } from '../support/clock.ts';
import { atRest, shell } from '../support/shell.ts';
import { expect, signIn, test } from '../support/test.ts';

const CLIENTS = '/legacy/base/clients/';

const progress = async (page: Page): Promise<number> =>
  Number(await shell.loadingBar(page).getAttribute('data-loading-bar'));

/** Signs in and waits until nothing animates; Math.random always returns the middle. */
async function signInAtRest(page: Page): Promise<void> {
  await page.addInitScript(() => (Math.random = () => 0.5));
  await signIn(page, 'ana');
  await atRest(page);
}

const openClients = (page: Page): Promise<void> => shell.menu(page).getByRole('link', { name: 'Clientes' }).click();

test('S19: shows a thin red line at the top until a request fails or is answered', async ({ page, app, watched }) => {
  watched.expectConsole(/status of 500 .*\/api\/clients/);
  await signInAtRest(page);
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

test('S19: starts at 2, advances every 250 ms in decreasing steps, and ends at 100 for 500 ms', async ({
  page,
  app,
}) => {
  const answer = Promise.withResolvers<undefined>();
  await page.clock.install();
  await signInAtRest(page);
  // The chunks of the screen load first, so that only the request is pending.
  await openClients(page);
  await shell.menu(page).getByRole('link', { name: 'Dashboard' }).click();
  await atRest(page);
  await stopClock(page);
  await page.clock.runFor(60_000);
  app.faults.fail(CLIENTS, { kind: 'held', until: answer.promise });
  await openClients(page);
  await expect.poll(() => progress(page)).toBe(2);

  const values = [2];
  for (let tick = 0; tick < 9; tick += 1) {
    await page.clock.runFor(249);
    expect(await progress(page)).toBe(values.at(-1));
    await page.clock.runFor(1);
    await expect.poll(() => progress(page)).toBeGreaterThan(values.at(-1) ?? 0);
    values.push(await progress(page));
  }
  const steps = values.slice(1).map((value, index) => value - (values[index] ?? 0));
  for (const [index, step] of steps.slice(1).entries()) expect(step).toBeLessThan(steps[index] ?? 0);
  expect(values.at(-1)).toBeLessThan(99);

  answer.resolve(undefined);
  await expect.poll(() => progress(page)).toBe(100);
  await page.clock.runFor(499);
  expect(await progress(page)).toBe(100);
  await page.clock.runFor(1);
  await expect.poll(() => progress(page)).toBe(0);
});

test('S19: the last of several requests completes it', async ({ page, app }) => {
  const [first, second] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()];
  await signInAtRest(page);
  app.faults.fail('findPredeterminado', { kind: 'held', until: first.promise });
  app.faults.fail(CLIENTS, { kind: 'held', until: second.promise });
  await page.goto('/clients');
  await expect.poll(() => app.calls('findPredeterminado').length + app.calls(CLIENTS).length).toBeGreaterThan(2);
  const answered = page.waitForResponse('**/api/storage');
  first.resolve(undefined);
  await (await answered).finished();
  await expect(shell.storage(page)).toBeVisible();
  await page.waitForTimeout(300);
  expect(await progress(page)).toBeGreaterThan(0);
  expect(await progress(page)).toBeLessThan(100);
  second.resolve(undefined);
  await expect(page.getByRole('table', { name: 'Clientes' })).toBeVisible();
  await expect(shell.loadingBar(page)).toHaveAttribute('data-idle');
});

test('S19: background requests do not start it', async ({ page, app }) => {
  const answer = Promise.withResolvers<undefined>();
  await page.clock.install();
  await signInAtRest(page);
  const before = app.calls('findPredeterminado').length;
  app.faults.fail('findPredeterminado', { kind: 'held', until: answer.promise });
  const sent = page.waitForRequest('**/api/storage');
  await page.clock.fastForward('05:00');
  expect((await sent).headers()['x-despacho-background']).toBe('1');
  await expect.poll(() => app.calls('findPredeterminado').length).toBe(before + 1);
  for (let look = 0; look < 5; look += 1) {
    expect(await progress(page)).toBe(0);
    await page.waitForTimeout(100);
  }
  answer.resolve(undefined);
});
