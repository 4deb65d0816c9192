import { type Page } from '@playwright/test';
import { chunkOf, downloads } from '../support/chunks.ts';
import { settled } from '../support/settled.ts';
import { shell } from '../support/shell.ts';
import { expect, openSession, signIn, submitLogin, test } from '../support/test.ts';

/** Each section, its chunk, and which of the two users without charge S may open it. */
const SECTIONS = [
  { path: '/dashboard', title: 'Dashboard', chunk: 'features/dashboard/DashboardScreen.tsx', luis: true, rosa: false },
  { path: '/map', title: 'Mapa', chunk: 'features/map/MapScreen.tsx', luis: true, rosa: false },
  {
    path: '/assing',
    title: 'Asig. Orden(B)',
    chunk: 'features/dispatch-desk/DispatchDeskScreen.tsx',
    luis: true,
    rosa: false,
  },
  { path: '/images', title: 'Imagenes', chunk: 'features/images/ImagesScreen.tsx', luis: false, rosa: true },
  {
    path: '/permissions',
    title: 'Permiso Usuario',
    chunk: 'features/permissions/PermissionsScreen.tsx',
    luis: false,
    rosa: false,
  },
  { path: '/clients', title: 'Clientes', chunk: 'features/clients/ClientsScreen.tsx', luis: false, rosa: true },
] as const;

test('S2 S22 S24: each menu entry opens its own chunk on first use, is marked and gives its title', async ({
  page,
}) => {
  const downloaded = downloads(page);
  await signIn(page, 'ana');
  await expect(page).toHaveURL('/dashboard');
  await settled(page);
  // The first entry may have a number.
  const titles = SECTIONS.slice(1).map(({ title }) => title);
  await expect(shell.menu(page).getByRole('link')).toHaveText([
    /^Dashboard/,
    ...titles,
    'Oficinas y ajustes',
    'Registro',
    'Salir',
  ]);
  for (const [index, { path, chunk, title }] of SECTIONS.entries()) {
    const link = shell.menu(page).getByRole('link', { name: title });
    if (index > 0) {
      expect(downloaded.has(chunkOf(chunk)), `${chunk} before it is opened`).toBe(false);
      await link.click();
      await expect(page).toHaveURL(path);
    }
    await expect.poll(() => downloaded.has(chunkOf(chunk)), { message: chunk }).toBe(true);
    await expect(link).toHaveAttribute('aria-current', 'page');
    await expect(shell.menu(page).locator('[aria-current]')).toHaveCount(1);
    await expect(page.getByRole('banner').getByRole('heading', { level: 1 })).toHaveText(title);
    await expect(page).toHaveTitle(`${title} · Despacho`);
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

test('S2 S5: no section opens or requests data without a session', async ({ page, app }) => {
  await page.goto('/dashboard');
  await expect(page).toHaveURL(/\/auth\/login/);
  await expect(page.getByRole('button', { name: 'Ingresar' })).toBeVisible();
  for (const { path } of SECTIONS) {
    await navigate(page, path);
    await expect(page).toHaveURL(`/auth/login?volver=${encodeURIComponent(path)}`);
  }
  expect(app.calls(/\/legacy\//)).toEqual([]);
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
