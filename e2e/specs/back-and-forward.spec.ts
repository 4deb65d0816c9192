import { expect, signIn, submitLogin, test } from '../support/test.ts';

test('S10: a sign-in returns to query and fragment, and leaves no history entry of its own', async ({ page }) => {
  await page.goto('/error/403');
  await page.goto('/clients?q=bodega#fila');
  await expect(page).toHaveURL(/\/auth\/login\?volver=/);
  await submitLogin(page, 'ana');
  await expect(page).toHaveURL('/clients?q=bodega#fila');
  await page.locator('a[href="/map"]').first().click();
  await expect(page).toHaveURL('/map');
  await page.goBack();
  await expect(page).toHaveURL('/clients?q=bodega#fila');
  await page.goBack();
  await expect(page).toHaveURL('/error/403');
});

test('S4: back from a refused address leads to the previous page', async ({ page }) => {
  await signIn(page, 'luis', '/map');
  await page.locator('a[href="/assing"]').first().click();
  await expect(page).toHaveURL('/assing');
  await page.goto('/permissions');
  await expect(page).toHaveURL('/error/403');
  await page.goBack();
  await expect(page).toHaveURL('/assing');
  await page.goBack();
  await expect(page).toHaveURL('/map');
});

/** Known attacks that make a browser open another site or run a script. The rule's own tests have more. */
const HOSTILE = [
  ['/auth/login', '/\t/evil.example'],
  ['/login', '\\\\evil.example'],
  ['/auth/login', '//evil.example'],
  ['/auth/login', '//evil.example:80@localhost/'],
  ['/login', '/login?volver=/login'],
] as const;

test('S10: a hostile return address leads to the first section', async ({ page, app, context }) => {
  await page.goto('/auth/login');
  await submitLogin(page, 'ana');
  await expect(page).toHaveURL('/dashboard');
  for (const [entry, back] of HOSTILE) {
    await page.goto(`${entry}?volver=${encodeURIComponent(back)}`);
    await expect(page, `${entry} ${back}`).toHaveURL(`${app.url}/dashboard`);
  }
  // Leave the page first, or its stream would notice the ended session.
  await page.goto('about:blank');
  await context.clearCookies();
  await page.goto(`/auth/login?volver=${encodeURIComponent('/\t/evil.example')}`);
  await submitLogin(page, 'ana');
  await expect(page).toHaveURL('/dashboard');
});
