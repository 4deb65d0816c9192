import { openScreen } from '../support/navigate.ts';
import { shell } from '../support/shell.ts';
import { expect, expectAccessibleInBothThemes, signIn, signInByForm, submitLogin, test } from '../support/test.ts';
import { chunkOf, downloads } from '../support/chunks.ts';
import { settled } from '../support/settled.ts';
import { PEOPLE } from '../support/people.ts';

test('S1 S3 S6 S10: the login page, from the empty path to the first section', async ({ page, watched }) => {
  watched.expectConsole(/status of 401 .*\/api\/auth\/login/);
  const downloaded = downloads(page);
  await test.step('S1: is its own chunk and loads no code of the shell', async () => {
    await page.goto('/');
    await expect(page).toHaveURL('/auth/login');
    await expect(page.getByRole('button', { name: 'Ingresar' })).toBeVisible();
    await settled(page);
    await expect.poll(() => downloaded.has(chunkOf('features/session/LoginScreen.tsx'))).toBe(true);
    for (const later of ['app/components/SignedIn.tsx', 'features/dashboard/DashboardScreen.tsx'])
      expect(downloaded.has(chunkOf(later)), later).toBe(false);
  });

  // The unit tests of the rule cover all known attacks.
  await page.goto(`/login?volver=${encodeURIComponent('/\t/evil.example')}`);
  await expect(page).toHaveURL(/\/auth\/login/);

  await test.step('S6: wrong credentials look alike, whichever was wrong, and the input is kept', async () => {
    const { sucursal, username } = PEOPLE.ana;
    const attempts = [
      { sucursal, username, password: 'otra' },
      { sucursal, username: 'nadie', password: 'despacho' },
      { sucursal: 'CUSCO', username, password: 'despacho' },
    ];
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
    await expect(page).toHaveURL(/\/auth\/login/);
  });

  await test.step('S10: a hostile return address leads to the first section', async () => {
    await submitLogin(page, 'rosa');
    await expect(page).toHaveURL('/images');
    await expect.poll(() => downloaded.has(chunkOf('app/components/SignedIn.tsx'))).toBe(true);
  });

  await test.step('S3: with a session the empty path leads to the first section', async () => {
    await page.goto('/');
    await expect(page).toHaveURL('/images');
  });
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
  for (const [path, open] of [
    ['/map', () => page.goto('/map')],
    ['/permissions', () => openScreen(page, '/permissions')],
    ['/dashboard', () => openScreen(page, '/dashboard')],
    ['/assing', () => openScreen(page, '/assing')],
  ] as const) {
    const asked = page.waitForRequest(/\/api\/(orders|users|dashboard).*TRUJILLO/);
    await open();
    await expect(office, path).toContainText('Trujillo');
    await asked;
  }
  await choose('Arequipa');
  await expect(page).toHaveURL('/assing?oficina=AREQUIPA');
  await page.goto('/map');
  await expect(office).toContainText('Arequipa');
});

test('S10 S26: a 401 leads to the login, and signing in returns to the page', async ({ context, page, watched }) => {
  watched.expectConsole(/status of 40[13] /);
  await signInByForm(page, 'ana');
  // The event stream is open by then, so it is not the first request to be refused.
  await expect(shell.live(page)).toBeVisible();
  // The open page's own requests would be refused before the click.
  await page.route(
    ({ pathname }) => pathname.startsWith('/api/') && pathname !== '/api/clients',
    () => undefined,
  );
  await context.clearCookies({ name: 'despacho' });
  await page.getByRole('link', { name: 'Clientes' }).first().click();
  // The login covers the open page.
  await expect(page).toHaveURL(/\/login\?volver=%2Fclients/);
  await expect(page.getByRole('dialog', { name: 'Su sesión terminó' })).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await submitLogin(page, 'ana');
  await expect(page).toHaveURL('/clients');
});
