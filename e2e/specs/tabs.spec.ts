import { type Page } from '@playwright/test';
import { PEOPLE } from '../support/people.ts';
import { expect, signIn, submitLogin, test } from '../support/test.ts';

/** Identifies a page load; it changes with a reload. */
const lifeOf = (page: Page): Promise<number> => page.evaluate(() => performance.timeOrigin);

test('S7 S10: signing in again in one tab signs in the others, each at its return address', async ({
  context,
  page,
}) => {
  const paths = ['/clients', '/map'];
  const tabs = await Promise.all(paths.map(() => context.newPage()));
  for (const [index, tab] of tabs.entries()) {
    await tab.goto(paths[index] ?? '');
    await expect(tab).toHaveURL(/\/auth\/login\?volver=/);
  }
  await page.goto('/auth/login');
  await submitLogin(page, 'ana');
  await expect(page).toHaveURL('/dashboard');
  for (const [index, tab] of tabs.entries()) await expect(tab).toHaveURL(paths[index] ?? '');
});

test('S7: signing in as another person in one tab reloads the others as that person', async ({ context, page }) => {
  await signIn(page, 'ana', '/permissions');
  await expect(page.getByRole('grid')).toBeVisible();
  const life = await lifeOf(page);

  // A second login page, opened before the first sign-in: its own session probe finds no user.
  const other = await context.newPage();
  await other.route('**/api/auth/session', (route) => route.fulfill({ status: 401, json: {} }), { times: 1 });
  await other.goto('/auth/login');
  await submitLogin(other, 'rosa');
  await expect(other).toHaveURL('/images');

  await expect.poll(() => lifeOf(page).catch(() => life)).not.toBe(life);
  await expect(page).toHaveURL('/error/403');
  await page.getByRole('main').getByRole('link').first().click();
  await expect(page).toHaveURL('/images');
  await expect(page.getByText('Rosa Mamani Condori').first()).toBeVisible();
  await expect(page.getByText('Ana Torres')).toHaveCount(0);
});

test('S7: signing in as the same person in another tab leaves the others unchanged', async ({ context, page }) => {
  await signIn(page, 'ana', '/clients');
  await page.getByLabel('Buscar cliente').fill('bodega');
  await expect(page).toHaveURL(/q=bodega/);
  const life = await lifeOf(page);
  const other = await context.newPage();
  await other.route('**/api/auth/session', (route) => route.fulfill({ status: 401, json: {} }), { times: 1 });
  await other.goto('/auth/login');
  await submitLogin(other, 'ana');
  await expect(other).toHaveURL('/dashboard');
  await expect(page.getByLabel('Buscar cliente')).toHaveValue('bodega');
  expect(await lifeOf(page)).toBe(life);
  // It already has the csrf token of the new session, so writing works.
  const saved = page.waitForResponse((response) => response.url().endsWith('/api/auth/logout'));
  await page.getByRole('button', { name: 'Acciones', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Salir' }).click();
  expect((await saved).status()).toBe(204);
});

test('S2 S23 S30: a revoked permission takes effect in an open page without a new sign-in', async ({
  browser,
  page,
  app,
}) => {
  // A user of Trujillo, so that people who sign in elsewhere are not affected. Which one depends on the list.
  await signIn(page, 'ana', '/permissions?oficina=TRUJILLO');
  const list = await page.evaluate(async () => {
    const answer = await fetch('/api/users/TRUJILLO');
    return (await answer.json()) as { username: string; user: string; permissionsList: { module: string }[] }[];
  });
  const holds = (codes: string[]) => (user: (typeof list)[number]) =>
    codes.every((code) => user.permissionsList.some(({ module }) => module === code));
  const chosen = list.find((user) => holds(['M01', 'D01'])(user) && !holds(['G01'])(user));
  if (!chosen) throw new Error('Nobody of Trujillo holds M01 and D01');

  const theirs = await browser.newContext({ baseURL: app.url, locale: 'es-PE' });
  const tab = await theirs.newPage();
  await tab.goto('/map');
  await tab.getByLabel('Sucursal').fill('TRUJILLO');
  await tab.getByLabel('Usuario').fill(chosen.username);
  await tab.getByLabel('Contraseña', { exact: true }).fill(PEOPLE.ana.password);
  await tab.getByRole('button', { name: 'Ingresar' }).click();
  await expect(tab).toHaveURL('/map');
  await expect(tab.locator('a[href="/map"]').first()).toBeVisible();
  // An earlier change would only be found by the next check, up to a minute later.
  await expect(tab.getByText('En vivo', { exact: true })).toBeVisible();

  const box = page.getByRole('checkbox', { name: `Mapa, ${chosen.user}` });
  await box.uncheck();
  await page.getByRole('button', { name: /^Guardar 1 cambio/ }).click();
  await expect(page.getByRole('region', { name: 'Cambios sin guardar' })).toHaveCount(0);

  await expect(tab).toHaveURL('/error/403');
  await tab.goto('/dashboard');
  await expect(tab.locator('a[href="/dashboard"]').first()).toBeVisible();
  await expect(tab.locator('a[href="/map"]')).toHaveCount(0);
  await theirs.close();

  await box.check();
  await page.getByRole('button', { name: /^Guardar 1 cambio/ }).click();
  await expect(page.getByRole('region', { name: 'Cambios sin guardar' })).toHaveCount(0);
});
