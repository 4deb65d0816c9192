import { type Page } from '@playwright/test';
import { chunkOf, downloads } from '../support/chunks.ts';
import { navigate } from '../support/navigate.ts';
import { settled } from '../support/settled.ts';
import { shell } from '../support/shell.ts';
import { expect, signIn, submitLogin, test } from '../support/test.ts';

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
  { path: '/images', title: 'Imágenes', chunk: 'features/images/ImagesScreen.tsx', luis: false, rosa: true },
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

const NOWHERE = ['/nada', '/auth/nada', '/dashboard/nada', '/clients/1/nada', '/error', '/error/404', '/ASSIGN'];

/** Opens unknown addresses and follows the offered link each time. */
async function expectUnknownAddresses(page: Page, out: string): Promise<void> {
  for (const path of NOWHERE)
    await test.step(path, async () => {
      await navigate(page, path);
      await expect(page).toHaveURL('/error/403');
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await page.getByRole('main').getByRole('link').first().click();
      await expect(page).toHaveURL(out);
    });
}

/** Opens every section by its address; those of other modules lead to error/403. */
async function expectOnlyOwnSections(page: Page, who: 'luis' | 'rosa'): Promise<void> {
  for (const section of SECTIONS)
    await test.step(`${who}: ${section.path}`, async () => {
      await navigate(page, section.path);
      if (section[who])
        await expect(page.getByRole('banner').getByRole('heading', { level: 1 })).toHaveText(section.title);
      await expect(page).toHaveURL(section[who] ? section.path : '/error/403');
    });
}

test('S2 S4 S5: sections require a session and a module; other addresses lead to 403', async ({ page, app }) => {
  await page.goto('/dashboard');
  await expect(page).toHaveURL(/\/auth\/login/);
  await expect(page.getByRole('button', { name: 'Ingresar' })).toBeVisible();
  for (const { path } of SECTIONS) {
    await navigate(page, path);
    await expect(page).toHaveURL(`/auth/login?volver=${encodeURIComponent(path)}`);
  }
  expect(app.calls(/\/legacy\//)).toEqual([]);
  await page.goto('/nada');
  await expect(page).toHaveURL('/error/403');
  await expectUnknownAddresses(page, '/auth/login');
  await submitLogin(page, 'rosa');
  await expect(page).toHaveURL('/images');
  await expectOnlyOwnSections(page, 'rosa');
  await expectUnknownAddresses(page, '/images');
  await page.goto('/clients/1/nada');
  await expect(page).toHaveURL('/error/403');
});

test('S2: luis opens the sections of his modules and is refused the others', async ({ page }) => {
  await signIn(page, 'luis');
  await expectOnlyOwnSections(page, 'luis');
});
