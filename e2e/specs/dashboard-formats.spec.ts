import { expect, openSession, test } from '../support/test.ts';

test('opens the Dashboard in a browser that writes the month first', async ({ page }) => {
  await page.addInitScript(() => {
    const Original = Intl.DateTimeFormat;
    Intl.DateTimeFormat = new Proxy(Original, {
      construct: (_, [, options]: [unknown, Intl.DateTimeFormatOptions?]) => new Original('en-US', options),
    });
  });
  await openSession(page, 'ana');
  await page.goto('/dashboard');
  for (const title of ['Puntualidad', 'Repartidores'])
    await expect(page.getByRole('heading', { name: title, exact: true })).toBeVisible();
  await expect(page.getByText('Reintentar')).toHaveCount(0);
});
