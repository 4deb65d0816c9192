import { shell } from '../support/shell.ts';
import { expect, signIn, signInByForm, submitLogin, test } from '../support/test.ts';
import { chunkOf, downloads } from '../support/chunks.ts';
import { settled } from '../support/settled.ts';
import { PEOPLE } from '../support/people.ts';

test('S1: the login is its own chunk and loads no code of the shell', async ({ page }) => {
  const downloaded = downloads(page);
  await page.goto('/auth');
  await expect(page).toHaveURL('/auth/login');
  await expect(page.getByRole('button', { name: 'Ingresar' })).toBeVisible();
  await settled(page);
  await expect.poll(() => downloaded.has(chunkOf('features/session/LoginScreen.tsx'))).toBe(true);
  for (const later of ['app/components/SignedIn.tsx', 'features/dashboard/DashboardScreen.tsx'])
    expect(downloaded.has(chunkOf(later)), later).toBe(false);

  await submitLogin(page, 'ana');
  await expect(page).toHaveURL('/dashboard');
  await expect.poll(() => downloaded.has(chunkOf('app/components/SignedIn.tsx'))).toBe(true);
});

test('S3: the empty path leads to the login, or to the first allowed section', async ({ page }) => {
  await page.goto('/');
  await expect(page).toHaveURL('/auth/login');
  await submitLogin(page, 'rosa');
  await expect(page).toHaveURL('/images');
  for (const entry of ['/', '/auth', '/auth/login']) {
    await page.goto(entry);
    await expect(page).toHaveURL('/images');
  }
});

test.describe('the login form', () => {
  test('S6: wrong credentials look alike, whichever was wrong, and the input is kept', async ({ page, watched }) => {
    watched.expectConsole(/status of 401 .*\/api\/auth\/login/);
    const { sucursal, username } = PEOPLE.ana;
    const attempts = [
      { sucursal, username, password: 'otra' },
      { sucursal, username: 'nadie', password: 'despacho' },
      { sucursal: 'CUSCO', username, password: 'despacho' },
    ];
    await page.goto('/auth/login');
    for (const attempt of attempts) {
      await page.getByLabel('Sucursal').fill(attempt.sucursal);
      await page.getByLabel('Usuario').fill(attempt.username);
      await page.getByLabel('Contraseña', { exact: true }).fill(attempt.password);
      const answer = page.waitForResponse('**/api/auth/login');
      await page.getByRole('button', { name: 'Ingresar' }).click();
      expect((await answer).status()).toBe(401);
      await expect(page.getByRole('alert').filter({ hasText: /\S/ })).toHaveText('Usuario o contraseña incorrectos');
      await expect(page.getByLabel('Sucursal')).toHaveValue(attempt.sucursal);
      await expect(page.getByLabel('Usuario')).toHaveValue(attempt.username);
    }
    await expect(page).toHaveURL('/auth/login');
  });
});

test('S7: Salir ends the session on the server and signs out every open tab', async ({ context, page, app }) => {
  await signIn(page, 'ana');
  const other = await context.newPage();
  await other.goto('/clients');
  await expect(other.getByRole('navigation').first()).toBeVisible();
  const cookie = (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join('; ');
  const replay = (): Promise<number> =>
    fetch(`${app.url}/api/auth/session`, { headers: { cookie } }).then((response) => response.status);
  expect(await replay()).toBe(200);

  await page.getByRole('button', { name: 'Acciones', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Salir' }).click();
  await expect(page).toHaveURL('/auth/login');
  await expect(other).toHaveURL(/\/auth\/login/);
  expect(await replay()).toBe(401);

  await page.goBack();
  await expect(page).toHaveURL(/\/auth\/login/);
});

test('S8: every section opens with the remembered office, and a new choice is remembered', async ({ page }) => {
  const office = page.getByRole('banner').getByRole('combobox', { name: 'Oficina' });
  const choose = async (name: string): Promise<void> => {
    await office.click();
    await page.getByRole('option', { name, exact: true }).click();
  };
  await signIn(page, 'ana');
  await expect(office).toContainText('Lima');
  await choose('Trujillo');
  await expect(page).toHaveURL('/dashboard?oficina=TRUJILLO');
  for (const path of ['/map', '/assing', '/permissions', '/dashboard']) {
    const asked = page.waitForRequest(/\/api\/(orders|users|dashboard).*TRUJILLO/);
    await page.goto(path);
    await expect(office, path).toContainText('Trujillo');
    await asked;
  }
  await page.goto('/assing');
  await choose('Arequipa');
  await expect(page).toHaveURL('/assing?oficina=AREQUIPA');
  await page.goto('/map');
  await expect(office).toContainText('Arequipa');
});

test.describe('an expired session', () => {
  test('S10: a 401 leads to the login, and signing in returns to the page', async ({ context, page, watched }) => {
    watched.expectConsole(/status of 40[13] /);
    await signInByForm(page, 'ana');
    // The event stream is open by then, so it is not the first request to be refused.
    await expect(shell.live(page)).toBeVisible();
    // What the open page requests by itself would be refused before the click.
    await page.route(
      ({ pathname }) => pathname.startsWith('/api/') && pathname !== '/api/clients',
      () => undefined,
    );
    await context.clearCookies({ name: 'despacho' });
    await page.getByRole('link', { name: 'Clientes' }).first().click();
    // The login covers the open page.
    await expect(page).toHaveURL(/\/login\?volver=%2Fclients/);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await submitLogin(page, 'ana');
    await expect(page).toHaveURL('/clients');
  });

  test('S10: /login forwards to /auth/login with the return address', async ({ page }) => {
    await page.goto('/login?volver=%2Fclients%3Fq%3Dx');
    await expect(page).toHaveURL(/\/auth\/login\?volver=/);
    await submitLogin(page, 'ana');
    await expect(page).toHaveURL(/\/clients\?q=x/);
  });
});
