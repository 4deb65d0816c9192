import { installClock, MOVABLE_CLOCK, passMinutes, withoutDispatchService } from '../support/clock.ts';
import { expect, signIn, submitLogin, test } from '../support/test.ts';
import { expectPopUp, expectSamePage, markPage, PROBE_OUTAGES, SHORT_LIMIT } from '../support/outages.ts';

test.use({ settings: { ...SHORT_LIMIT, ...MOVABLE_CLOCK } });
// All tests of the file share a gateway.
test.describe.configure({ mode: 'default' });

const CREDENTIALS = 'auth/credentials';

/** In minutes. Longer than pages that open together share one credentials call. */
const NO_LONGER_SHARED = 0.1;

test.beforeEach(({ context }) => withoutDispatchService(context));

test('S5 S7: each tab makes at most one credentials call; Salir in one ends all', async ({ context, page, app }) => {
  const MINUTES_LATER = 6;
  await installClock(context);
  await signIn(page, 'ana', '/clients');
  await expect(page.getByRole('table', { name: 'Clientes' })).toBeVisible();
  await passMinutes(app.url, NO_LONGER_SHARED, context);
  const before = app.calls(CREDENTIALS).length;
  const tabs = await Promise.all([context.newPage(), context.newPage()]);
  await Promise.all(tabs.map((tab) => tab.goto('/clients')));
  for (const tab of tabs) await expect(tab.getByRole('table', { name: 'Clientes' })).toBeVisible();
  const made = app.calls(CREDENTIALS).length - before;
  expect(made).toBeGreaterThan(0);
  expect(made).toBeLessThanOrEqual(tabs.length);

  const cookie = (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join('; ');
  const replay = (): Promise<number> =>
    fetch(`${app.url}/api/auth/session`, { headers: { cookie } }).then((response) => response.status);
  expect(await replay()).toBe(200);
  await page.getByRole('button', { name: 'Acciones', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Salir' }).click();
  await expect(page).toHaveURL('/auth/login');
  for (const tab of tabs) {
    await expect(tab).toHaveURL(/\/auth\/login/);
    await expect(tab.getByRole('table')).toHaveCount(0);
  }
  expect(await replay()).toBe(401);
  const calls = app.calls(/\/legacy\//).length;
  // Longer than the interval of every regular call.
  await passMinutes(app.url, MINUTES_LATER, context);
  expect(app.calls(/\/legacy\//).length, 'nobody goes on asking').toBe(calls);

  await page.goBack();
  await expect(page).toHaveURL(/\/auth\/login/);
});

test('S5: an outage of the credentials call leads to /auth, keeps the session and recovers', async ({
  page,
  context,
  app,
  watched,
}) => {
  watched.expectConsole(/^Failed to load resource: .* status of 50\d /);
  watched.expectConsole(/^Http failure response for \S+\/api\/(auth\/session|storage|offices|events): 50\d /);

  await signIn(page, 'ana', '/clients');
  const sessionCookie = async () => (await context.cookies()).find(({ name }) => name === 'despacho')?.value;
  const cookie = await sessionCookie();
  expect(cookie).toBeTruthy();
  const retry = page.getByRole('button', { name: 'Reintentar' });
  for (const [index, outage] of PROBE_OUTAGES.entries())
    await test.step(outage.name, async () => {
      await passMinutes(app.url, NO_LONGER_SHARED);
      if (outage.fault === 'stopped') await app.faults.stop();
      else app.faults.fail(CREDENTIALS, outage.fault);
      // The gateway reports any other host error as unavailable.
      await expectPopUp(page, outage.status === 504 ? outage.popUp : undefined, async () => {
        await page.goto('/clients?q=bodega');
        await expect(page.getByRole('heading', { name: 'El servicio no responde' })).toBeVisible();
      });
      await expect(page.getByText('Su sesión no se ha cerrado')).toBeVisible();
      await expect(page).toHaveURL('/auth/login?volver=%2Fclients%3Fq%3Dbodega');
      await markPage(page);

      await app.faults.start();
      app.faults.heal();
      // Every second time it recovers without a click.
      if (index % 2 === 0) await retry.click();
      await expect(page.getByRole('table', { name: 'Clientes' })).toBeVisible();
      await expect(page).toHaveURL('/clients?q=bodega');
      await expect(page.getByLabel('Buscar cliente')).toHaveValue('bodega');
      await expectSamePage(page);
      expect(await sessionCookie(), 'the session it was').toBe(cookie);
    });
});

for (const status of [401, 403])
  test(`S5 S10: a ${status} of the credentials call ends the session, keeping the return address`, async ({
    page,
    app,
  }) => {
    await signIn(page, 'ana', '/clients');
    await passMinutes(app.url, NO_LONGER_SHARED);
    app.faults.fail(CREDENTIALS, { kind: 'status', status });
    await page.goto('/clients?q=bodega');
    await expect(page).toHaveURL(/\/auth\/login\?volver=/);
    app.faults.heal();
    await submitLogin(page, 'ana');
    await expect(page).toHaveURL('/clients?q=bodega');
  });

test('S5: navigation reuses the user in memory; a reload exchanges the cookie once', async ({ page, app }) => {
  await signIn(page, 'ana', '/clients');
  const before = app.calls(CREDENTIALS).length;
  await page.getByRole('link', { name: 'Permiso Usuario' }).first().click();
  await expect(page).toHaveURL('/permissions');
  await page.getByRole('link', { name: 'Clientes' }).first().click();
  await expect(page).toHaveURL('/clients');
  expect(app.calls(CREDENTIALS).length).toBe(before);

  await passMinutes(app.url, NO_LONGER_SHARED);
  await page.reload();
  await expect(page.getByRole('table', { name: 'Clientes' })).toBeVisible();
  expect(app.calls(CREDENTIALS).length).toBe(before + 1);
});
