import { type Page } from '@playwright/test';
import { PEOPLE } from '../support/people.ts';
import { expect, submitLogin, test } from '../support/test.ts';
import {
  expectPopUp,
  expectSamePage,
  failureTexts,
  markPage,
  OUTAGES,
  popUpOf,
  SHORT_LIMIT,
} from '../support/outages.ts';

test.use({ settings: SHORT_LIMIT });

/** The auth host's first call. A refusal (4xx) means a wrong password; everything else is an outage. */
const LOGIN = /\/legacy\/base\/auth\?/;
const CREDENTIALS = 'auth/credentials';

const OTHERWISE: Record<string, { status: number; title: string }> = {
  '500 in HTML': { status: 503, title: 'El servicio no está disponible' },
  '503': { status: 503, title: 'El servicio no está disponible' },
};

/** Faults that are outages for a login, with the gateway's response. */
const LOGIN_OUTAGES = OUTAGES.filter(({ name }) => !name.startsWith('4')).map((outage) => ({
  ...outage,
  ...OTHERWISE[outage.name],
}));

async function expectNothingLost(page: Page): Promise<void> {
  const { sucursal, username, password } = PEOPLE.luis;
  await expect(page.getByLabel('Sucursal')).toHaveValue(sucursal);
  await expect(page.getByLabel('Usuario')).toHaveValue(username);
  await expect(page.getByLabel('Contraseña', { exact: true })).toHaveValue(password);
}

test('S6 S37 S38 S41: the login distinguishes outages from wrong passwords and tries once', async ({
  page,
  app,
  watched,
}) => {
  watched.expectConsole(/^Failed to load resource: .* status of 50\d .*\/api\/auth\/login$/);
  watched.expectConsole(/^Http failure response for \S+\/api\/auth\/login: 50[23] /);
  const logged = failureTexts(page);
  expect(LOGIN_OUTAGES.length).toBeGreaterThan(6);

  await page.goto('/auth/login');
  await markPage(page);
  const said = page.getByRole('main').getByRole('alert').filter({ hasText: /\S/ });
  for (const outage of LOGIN_OUTAGES)
    await test.step(outage.name, async () => {
      app.faults.heal();
      const before = app.calls(LOGIN).length;
      const since = logged.length;
      if (outage.fault === 'stopped') await app.faults.stop();
      else app.faults.fail(LOGIN, outage.fault);
      await expectPopUp(page, outage.popUp, async () => {
        const answer = page.waitForResponse('**/api/auth/login');
        await submitLogin(page, 'luis');
        expect((await answer).status()).toBe(outage.status);
        await expect(said).toContainText(outage.title);
      });
      await expectNothingLost(page);
      await expect.poll(() => logged.slice(since)).toHaveLength(outage.status === 504 ? 0 : 1);
      if (outage.fault === 'stopped') await app.faults.start();
      else expect(app.calls(LOGIN).length - before).toBe(1);
    });

  app.faults.heal();
  await page.getByRole('button', { name: 'Ingresar' }).click();
  await expect(page).toHaveURL('/dashboard');
  await expectSamePage(page);
});

test('S5 S6: an outage of the credentials call at login is not a wrong password', async ({ page, app, watched }) => {
  watched.expectConsole(/status of 50\d .*\/api\/auth\/login$/);
  watched.expectConsole(/^Http failure response for \S+\/api\/auth\/login: 50\d /);
  app.faults.fail(CREDENTIALS, { kind: 'cut' });
  await page.goto('/auth/login');
  await submitLogin(page, 'luis');
  await expect(page.getByRole('main').getByRole('alert').filter({ hasText: /\S/ })).toContainText(
    'El servicio envió una respuesta no válida',
  );
  await expectNothingLost(page);
  app.faults.heal();
  await page.getByRole('button', { name: 'Ingresar' }).click();
  await expect(page).toHaveURL('/dashboard');
});

test('S6: a refused login shows only a wrong user or password, whatever the host says', async ({
  page,
  app,
  watched,
}) => {
  watched.expectConsole(/status of 401 .*\/api\/auth\/login$/);
  const said = page.getByRole('main').getByRole('alert').filter({ hasText: /\S/ });
  for (const [index, status] of [400, 401, 403, 404].entries()) {
    // A new page, or the message of the previous refusal would be taken for this one's.
    await page.goto('/auth/login');
    app.faults.fail(LOGIN, { kind: 'status', status, message: 'la clave no corresponde' });
    await submitLogin(page, 'luis');
    await expect(said, `the host answers ${status}`).toHaveText('Usuario o contraseña incorrectos');
    await expect(page.locator('body')).not.toContainText('la clave no corresponde');
    await expect(popUpOf(page)).toHaveCount(0);
    await expect(page.getByLabel('Usuario')).toHaveValue(PEOPLE.luis.username);
    expect(app.calls(LOGIN)).toHaveLength(index + 1);
  }
});
