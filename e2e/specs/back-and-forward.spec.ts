import { expect, submitLogin, test } from '../support/test.ts';

test('S4 S10: Back skips a sign-in and a refused address', async ({ page }) => {
  await test.step('S10: a sign-in restores query and fragment without a history entry', async () => {
    await page.goto('/error/403');
    await page.goto('/sesiones?q=bodega#fila');
    await expect(page).toHaveURL(/\/auth\/login\?volver=/);
    await submitLogin(page, 'luis');
    await expect(page).toHaveURL('/sesiones?q=bodega#fila');
    await page.locator('a[href="/map"]').first().click();
    await expect(page).toHaveURL('/map');
    await page.goBack();
    await expect(page).toHaveURL('/sesiones?q=bodega#fila');
    await page.goBack();
    await expect(page).toHaveURL('/error/403');
    await page.goForward();
    await expect(page).toHaveURL('/sesiones?q=bodega#fila');
  });

  await test.step('S4: Back from a refused address opens the previous page', async () => {
    await page.locator('a[href="/assing"]').first().click();
    await expect(page).toHaveURL('/assing');
    await page.goto('/permissions');
    await expect(page).toHaveURL('/error/403');
    await page.goBack();
    await expect(page).toHaveURL('/assing');
    await page.goBack();
    await expect(page).toHaveURL('/sesiones?q=bodega#fila');
  });
});
