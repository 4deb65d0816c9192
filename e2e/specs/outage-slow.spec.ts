import { stopClock } from '../support/clock.ts';
import { reported } from '../support/reported.ts';
import { expect, signIn, submitLogin, test } from '../support/test.ts';
import { failureTexts, popUpOf } from '../support/outages.ts';

/* With the production limits: 9.5 s in the gateway, 10 s in the browser. Other specs use shorter ones. */

test('S37 S41: a response after 11 s becomes a 504, and a successful retry shows no error', async ({
  page,
  app,
  watched,
}) => {
  watched.expectConsole(/^Failed to load resource: .* status of 504 .*\/api\/clients$/);
  await signIn(page, 'ana');
  app.faults.fail(/\/clients\/$/, { kind: 'slow' }, 2);
  // A separate call, because the screen's own may time out in the browser just before the gateway answers.
  const answer = page.evaluate(async () => {
    const started = performance.now();
    const { status } = await fetch('/api/clients');
    return { status, after: performance.now() - started };
  });
  await page.locator('a[href="/clients"]').first().click();
  await page.getByLabel('Buscar cliente').fill('bodega');
  const { status, after } = await answer;
  expect(status).toBe(504);
  expect(after).toBeGreaterThan(9_300);
  await expect(page.getByRole('table', { name: 'Clientes' })).toBeVisible();
  await expect(page.getByLabel('Buscar cliente')).toHaveValue('bodega');
  await expect(popUpOf(page)).toHaveCount(0);
  expect(app.calls(/\/clients\/$/), 'both slow ones, and the repeat').toHaveLength(3);
});

test('S39 S41: a call to a silent gateway ends after 10 s, and a write is not retried', async ({ page, watched }) => {
  watched.expectConsole(/^Http failure response for \S+\/api\/auth\/login: 0 Unknown Error /);
  const logged = failureTexts(page);
  let asked = 0;
  await page.route('**/api/auth/login', () => {
    asked += 1;
  });
  await page.clock.install();
  await page.goto('/auth/login');
  await stopClock(page);
  await submitLogin(page, 'luis');
  await expect.poll(() => asked).toBe(1);
  const said = page.getByRole('main').getByRole('alert').filter({ hasText: /\S/ });
  await page.clock.runFor(9_900);
  await expect(said).toHaveCount(0);
  await page.clock.runFor(100);
  await expect(said).toContainText('La respuesta tardó demasiado');
  await reported(page);
  expect(asked).toBe(1);
  expect(logged).toEqual([
    expect.stringMatching(/^Http failure response for http\S+\/api\/auth\/login: 0 Unknown Error$/),
  ]);
  await expect(popUpOf(page)).toHaveCount(0);
});
