import { type Page } from '@playwright/test';
import { chunkOf, downloads } from '../support/chunks.ts';
import { settled } from '../support/settled.ts';
import { expect, signIn, submitLogin, test } from '../support/test.ts';

/** Each section, its chunk, and which of the two users without charge S may open it. */
const SECTIONS = [
  { path: '/dashboard', chunk: 'features/dashboard/DashboardScreen.tsx', luis: true, rosa: false },
  { path: '/map', chunk: 'features/map/MapScreen.tsx', luis: true, rosa: false },
  { path: '/assing', chunk: 'features/dispatch-desk/DispatchDeskScreen.tsx', luis: true, rosa: false },
  { path: '/images', chunk: 'features/images/ImagesScreen.tsx', luis: false, rosa: true },
  { path: '/clients', chunk: 'features/clients/ClientsScreen.tsx', luis: false, rosa: true },
  { path: '/permissions', chunk: 'features/permissions/PermissionsScreen.tsx', luis: false, rosa: false },
] as const;

test('S2: each section is its own chunk, downloaded on first use', async ({ page }) => {
  const downloaded = downloads(page);
  await signIn(page, 'ana');
  await expect(page).toHaveURL('/dashboard');
  await settled(page);
  for (const [index, { path, chunk }] of SECTIONS.entries()) {
    if (index > 0) {
      expect(downloaded.has(chunkOf(chunk)), `${chunk} before it is opened`).toBe(false);
      await page.locator(`a[href="${path}"]`).first().click();
      await expect(page).toHaveURL(path);
    }
    await expect.poll(() => downloaded.has(chunkOf(chunk)), { message: chunk }).toBe(true);
  }
});

test('S2: no section opens without a session', async ({ page }) => {
  for (const { path } of SECTIONS) {
    await page.goto(path);
    await expect(page).toHaveURL(/\/auth\/login/);
  }
});

for (const who of ['luis', 'rosa'] as const)
  test(`S2: ${who} opens the sections of their modules and is refused the others`, async ({ page }) => {
    await signIn(page, who);
    for (const section of SECTIONS) {
      await page.goto(section.path);
      await expect(page, section.path).toHaveURL(section[who] ? section.path : '/error/403');
    }
  });

const NOWHERE = ['/nada', '/auth/nada', '/dashboard/nada', '/clients/1/nada', '/error', '/error/404', '/ASSIGN'];

/** Opens an unknown address and follows the offered link. */
async function expectNowhere(page: Page, path: string, out: string): Promise<void> {
  await page.goto(path);
  await expect(page).toHaveURL('/error/403');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.getByRole('main').getByRole('link').first().click();
  await expect(page).toHaveURL(out);
}

test('S4: unknown addresses lead to error/403, with and without a session', async ({ page }) => {
  for (const path of NOWHERE) await test.step(path, () => expectNowhere(page, path, '/auth/login'));
  await submitLogin(page, 'rosa');
  await expect(page).toHaveURL('/images');
  for (const path of NOWHERE) await test.step(`${path}, signed in`, () => expectNowhere(page, path, '/images'));
});
