import { expect, signIn, submitLogin, test } from '../support/test.ts';
import { expectPopUp, expectSamePage, failureTexts, markPage, popUpOf } from '../support/outages.ts';
import { PEOPLE } from '../support/people.ts';

/* With the production limits: 9.5 s in the gateway, 10 s in the browser. Other specs use shorter ones. */

/** Milliseconds that a busy machine may add to a limit. */
const SLACK = 4_000;

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
  expect(after).toBeLessThan(9_500 + SLACK);
  await expect(page.getByRole('table', { name: 'Clientes' })).toBeVisible();
  await expect(page.getByLabel('Buscar cliente')).toHaveValue('bodega');
  await expect(popUpOf(page)).toHaveCount(0);
  expect(app.calls(/\/clients\/$/), 'both slow ones, and the repeat').toHaveLength(3);
});

test('S6 S37 S41: a login of 11 s is tried once, reported as a 504, and keeps input', async ({
  page,
  app,
  watched,
}) => {
  watched.expectConsole(/^Failed to load resource: .* status of 504 .*\/api\/auth\/login$/);
  app.faults.fail(/auth\?/, { kind: 'slow' }, 1);
  await page.goto('/auth/login');
  await markPage(page);
  await expectPopUp(page, 'Gateway Timeout', async () => {
    await submitLogin(page, 'luis');
    const said = page.getByRole('main').getByRole('alert').filter({ hasText: /\S/ });
    await expect(said).toContainText('El servicio tardó demasiado', { timeout: 9_500 + SLACK });
  });
  await expect(page.getByLabel('Contraseña', { exact: true })).toHaveValue(PEOPLE.luis.password);
  expect(app.calls(/auth\?/)).toHaveLength(1);
  await page.getByRole('button', { name: 'Ingresar' }).click();
  await expect(page).toHaveURL('/dashboard');
  await expectSamePage(page);
});

test('S39 S41: a call to a silent gateway ends after 10 s, and a write is not retried', async ({ page, watched }) => {
  watched.expectConsole(/^Http failure response for \S+\/api\/auth\/login: 0 Unknown Error /);
  const logged = failureTexts(page);
  let asked = 0;
  await page.route('**/api/auth/login', () => {
    asked += 1;
  });
  await page.goto('/auth/login');
  const started = Date.now();
  await submitLogin(page, 'luis');
  const said = page.getByRole('main').getByRole('alert').filter({ hasText: /\S/ });
  await expect(said).toContainText('La respuesta tardó demasiado', { timeout: 10_000 + SLACK });
  expect(Date.now() - started).toBeGreaterThan(9_900);
  expect(asked).toBe(1);
  expect(logged).toEqual([
    expect.stringMatching(/^Http failure response for http\S+\/api\/auth\/login: 0 Unknown Error$/),
  ]);
  await expect(popUpOf(page)).toHaveCount(0);
});
