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

test('S10: a hostile return address leads to the first section', async ({ page }) => {
  // The rule's own tests have all known attacks.
  const hostile = encodeURIComponent('/\t/evil.example');
  await page.goto(`/auth/login?volver=${hostile}`);
  await submitLogin(page, 'ana');
  await expect(page).toHaveURL('/dashboard');
  await page.goto(`/login?volver=${hostile}`);
  await expect(page).toHaveURL('/dashboard');
});
