import { type Page } from '@playwright/test';
import { chunkOf, downloads } from '../support/chunks.ts';
import { settled } from '../support/settled.ts';
import { expect, openSession, signIn, submitLogin, test } from '../support/test.ts';

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

/** Goes to an address that redirects, without loading the page again. It is shown before the router redirects. */
async function navigate(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    const { idx } = history.state as { idx: number };
    history.pushState({ idx: idx + 1, key: to, usr: null }, '', to);
    dispatchEvent(new PopStateEvent('popstate', { state: history.state as unknown }));
  }, path);
}

test('S2: no section opens without a session', async ({ page }) => {
  await page.goto('/dashboard');
  await expect(page).toHaveURL(/\/auth\/login/);
  await expect(page.getByRole('button', { name: 'Ingresar' })).toBeVisible();
  for (const { path } of SECTIONS) {
    await navigate(page, path);
    await expect(page).toHaveURL(`/auth/login?volver=${encodeURIComponent(path)}`);
  }
});

for (const who of ['luis', 'rosa'] as const)
  test(`S2: ${who} opens the sections of their modules and is refused the others`, async ({ page }) => {
    await openSession(page, who);
    for (const section of SECTIONS) {
      await page.goto(section.path);
      await expect(page, section.path).toHaveURL(section[who] ? section.path : '/error/403');
    }
  });

const NOWHERE = ['/nada', '/auth/nada', '/dashboard/nada', '/clients/1/nada', '/error', '/error/404', '/ASSIGN'];

/** Opens an unknown address and follows the offered link. */
async function expectNowhere(page: Page, path: string, out: string): Promise<void> {
  await navigate(page, path);
  await expect(page).toHaveURL('/error/403');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.getByRole('main').getByRole('link').first().click();
  await expect(page).toHaveURL(out);
}

test('S4: unknown addresses lead to error/403, with and without a session', async ({ page }) => {
  await page.goto('/nada');
  await expect(page).toHaveURL('/error/403');
  for (const path of NOWHERE) await test.step(path, () => expectNowhere(page, path, '/auth/login'));
  await submitLogin(page, 'rosa');
  await expect(page).toHaveURL('/images');
  for (const path of NOWHERE) await test.step(`${path}, signed in`, () => expectNowhere(page, path, '/images'));
  await page.goto('/clients/1/nada');
  await expect(page).toHaveURL('/error/403');
});
