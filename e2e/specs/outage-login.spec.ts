import { type Page } from '@playwright/test';
import { PEOPLE } from '../support/people.ts';
import { expect, submitLogin, test } from '../support/test.ts';
import { expectPopUp, expectSamePage, failureTexts, markPage, OUTAGES, SHORT_LIMIT } from '../support/outages.ts';

test.use({ settings: SHORT_LIMIT });

/** The auth host's first call. A refusal (4xx) means a wrong password; everything else is an outage. */
const LOGIN = /\/legacy\/base\/auth\?/;
const CREDENTIALS = 'auth/credentials';

const OTHERWISE: Record<string, { status: number; title: string }> = {
  '500 in HTML': { status: 503, title: 'El servicio no está disponible' },
  '503': { status: 503, title: 'El servicio no está disponible' },
};

/**
 * Faults that are outages for a login, with the gateway's response: one of each kind. The gateway's own tests have the
 * others, and the refusals.
 */
const LOGIN_OUTAGES = OUTAGES.filter(({ name }) =>
  ['500 in HTML', '504', 'a slow answer', 'a stopped backend'].includes(name),
).map((outage) => ({
  ...outage,
  ...OTHERWISE[outage.name],
}));

async function expectNothingLost(page: Page): Promise<void> {
  const { sucursal, username, password } = PEOPLE.luis;
  await expect(page.getByLabel('Sucursal')).toHaveValue(sucursal);
  await expect(page.getByLabel('Usuario')).toHaveValue(username);
  await expect(page.getByLabel('Contraseña', { exact: true })).toHaveValue(password);
}

test('S5 S6 S37 S38 S41: the login distinguishes outages from wrong passwords and tries once', async ({
  page,
  app,
  watched,
}) => {
  watched.expectConsole(/^Failed to load resource: .* status of 50\d .*\/api\/auth\/login$/);
  watched.expectConsole(/^Http failure response for \S+\/api\/auth\/login: 50[23] /);
  const logged = failureTexts(page);
  expect(LOGIN_OUTAGES).toHaveLength(4);

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

  await test.step('an outage of the credentials call', async () => {
    app.faults.heal();
    app.faults.fail(CREDENTIALS, { kind: 'cut' });
    await submitLogin(page, 'luis');
    await expect(said).toContainText('El servicio envió una respuesta no válida');
    await expectNothingLost(page);
  });

  app.faults.heal();
  await page.getByRole('button', { name: 'Ingresar' }).click();
  await expect(page).toHaveURL('/dashboard');
  await expectSamePage(page);
});
