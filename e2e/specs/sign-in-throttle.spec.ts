import { type Page } from '@playwright/test';
import { MOVABLE_CLOCK, stopClock, withoutDispatchService } from '../support/clock.ts';
import { PEOPLE } from '../support/people.ts';
import { reported } from '../support/reported.ts';
import { expect, submitLogin, test } from '../support/test.ts';

// A gateway to which nobody else signs in as Luis.
test.use({ settings: MOVABLE_CLOCK });

/** Uses up the ten attempts of an account at the same time, outside the page. */
async function guessAt(page: Page, url: string, { sucursal, username }: typeof PEOPLE.luis): Promise<number[]> {
  const cookies = await page.context().cookies();
  const headers = {
    cookie: cookies.map(({ name, value }) => `${name}=${value}`).join('; '),
    'content-type': 'application/json',
    'x-xsrf-token': cookies.find(({ name }) => name === 'XSRF-TOKEN')?.value ?? '',
    origin: url,
  };
  const body = JSON.stringify({ sucursal, username, password: 'otra' });
  const guesses = Array.from({ length: 10 }, () => fetch(`${url}/api/auth/login`, { method: 'POST', headers, body }));
  return (await Promise.all(guesses)).map(({ status }) => status);
}

test('S6 G19: too many attempts show a countdown and keep the input', async ({ page, app, watched }) => {
  watched.expectConsole(/status of 429 .*\/api\/auth\/login/);
  watched.expectConsole(/Http failure response for .*\/api\/auth\/login: 429 /);
  await withoutDispatchService(page.context());
  await page.clock.install();
  await page.goto('/auth/login');
  await expect(page.getByRole('button', { name: 'Ingresar' })).toBeVisible();
  expect(await guessAt(page, app.url, PEOPLE.luis)).toEqual(Array(10).fill(401));

  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/auth/login')) asked.push(request.method());
  });
  const before = app.calls(/auth\?/).length;
  await stopClock(page);
  await submitLogin(page, 'luis');
  const message = page.getByRole('alert').filter({ hasText: /\S/ });
  await expect(message).toHaveText(/^Demasiados intentos\. Espere (5 min|4 min \d+ s) y vuelva a intentar\.$/);
  const text = (await message.textContent()) ?? '';
  const button = page.getByRole('button', { name: 'Ingresar' });
  await expect(button).toHaveAttribute('aria-disabled', 'true');

  await test.step('the countdown is visible but not read out', async () => {
    await page.clock.runFor(60_000);
    await expect(page.getByText(/Espere (4 min|3 min \d+ s) y vuelva/)).toBeVisible();
    await expect(message).toHaveText(text);
    await page.getByLabel('Contraseña', { exact: true }).press('Enter');
    await reported(page);
    expect(asked).toHaveLength(1);
  });

  await test.step('the same input can be sent again afterwards', async () => {
    await page.clock.runFor(241_000);
    await expect(message).toHaveText('Ya puede volver a intentar.');
    await expect(button).not.toHaveAttribute('aria-disabled', 'true');
    await expect(page.getByLabel('Sucursal')).toHaveValue(PEOPLE.luis.sucursal);
    await expect(page.getByLabel('Usuario')).toHaveValue(PEOPLE.luis.username);
    await expect(page.getByLabel('Contraseña', { exact: true })).toHaveValue(PEOPLE.luis.password);
    // The gateway's own clock has not moved.
    await button.click();
    await expect(message).toHaveText(/^Demasiados intentos/);
    await reported(page);
    expect(asked).toHaveLength(2);
    expect(app.calls(/auth\?/)).toHaveLength(before);
  });

  await test.step('another user does not wait', async () => {
    const { username, password } = PEOPLE.ana;
    await page.getByLabel('Usuario').fill(username);
    await expect(message).toHaveCount(0);
    await page.getByLabel('Contraseña', { exact: true }).fill(password);
    await button.click();
    await page.clock.resume();
    await expect(page).toHaveURL('/dashboard');
  });
});
