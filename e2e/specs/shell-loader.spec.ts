import { type Page } from '@playwright/test';
import { chunkOf } from '../support/chunks.ts';
import { stopClock } from '../support/clock.ts';
import { WITH_MOTION } from '../support/motion.ts';
import { shell } from '../support/shell.ts';
import { expect, submitLogin, test } from '../support/test.ts';

test.use(WITH_MOTION);

const loader = (page: Page) => page.locator('#loader');

test('S18: covers the page until the first navigation completes, then fades out over 400 ms', async ({ page }) => {
  const screen = Promise.withResolvers<undefined>();
  await page.clock.install();
  await page.route(`**/${chunkOf('features/session/LoginScreen.tsx')}`, async (route) => {
    await screen.promise;
    await route.continue();
  });
  await page.goto('/auth/login', { waitUntil: 'commit' });
  await expect(loader(page)).toBeVisible();
  await expect(loader(page)).toHaveCSS('transition', /^opacity 0\.4s/);
  await expect(loader(page)).toHaveCSS('opacity', '1');
  expect(await loader(page).boundingBox()).toMatchObject({ x: 0, y: 0, width: 1440, height: 900 });
  await stopClock(page);
  await expect(loader(page)).not.toHaveClass(/leaving/);

  screen.resolve(undefined);
  await expect(loader(page)).toHaveClass(/leaving/);
  await expect(loader(page)).toHaveCSS('opacity', '0');
  await page.clock.runFor(399);
  await expect(loader(page)).toHaveCount(1);
  await page.clock.runFor(1);
  await expect(loader(page)).toHaveCount(0);

  // Later navigations do not show it.
  await page.clock.resume();
  await submitLogin(page, 'ana');
  await expect(page).toHaveURL('/dashboard');
  await expect(loader(page)).toHaveCount(0);
  await shell.menu(page).getByRole('link', { name: 'Clientes' }).click();
  await expect(page.getByRole('table', { name: 'Clientes' })).toBeVisible();
  await expect(loader(page)).toHaveCount(0);
});
