import { expect, signIn, test } from '../support/test.ts';
import { expectPopUp, expectSamePage, failureTexts, markPage, popUpOf } from '../support/outages.ts';

const CLIENTS = /\/legacy\/base\/clients\/$/;

test('S34: the pop-up has title, text and progress, takes no focus, and closes after 3 s', async ({
  page,
  app,
  watched,
}) => {
  watched.expectConsole(/status of 404 .*\/api\/clients$/);
  await page.clock.install();
  await signIn(page, 'ana');
  app.faults.fail(CLIENTS, { kind: 'status', status: 404 });
  await expectPopUp(page, 'No encontrado', () => page.locator('a[href="/clients"]').first().click());
  const popUp = popUpOf(page);
  await expect(page.getByRole('main').getByRole('alert')).toContainText('No encontrado');

  // Again, now with a controlled clock.
  await page.clock.pauseAt(Date.now() + 60_000);
  const answered = page.waitForResponse('**/api/clients');
  await page.getByRole('main').getByRole('button', { name: 'Reintentar' }).click();
  await page.getByLabel('Buscar cliente').focus();
  await (await answered).finished();
  await expect(async () => {
    await page.clock.runFor(10);
    expect(await popUp.isVisible()).toBe(true);
  }).toPass({ intervals: [10] });
  // Its progress starts in a task of its own.
  await page.clock.runFor(50);
  await expect(popUp.getByRole('heading', { name: 'Oops...' })).toBeVisible();
  await expect(popUp).toContainText('No encontrado');
  await expect(popUp.getByRole('button')).toHaveCount(0);
  // It shrinks to nothing within three seconds, whatever the paused clock says.
  await expect(popUp.locator('.swal2-timer-progress-bar')).not.toHaveCSS('display', 'none');
  await expect(page.getByLabel('Buscar cliente')).toBeFocused();
  await page.clock.runFor(2_850);
  await expect(popUp).toBeVisible();
  await page.clock.runFor(300);
  // The fade-out takes real time while the clock is paused.
  await expect(popUp).toHaveCount(0);
});

test('S38 S39 S41: an offline screen reports it after two retries and recovers with the connection', async ({
  page,
  context,
  watched,
}) => {
  watched.expectConsole(/net::ERR_INTERNET_DISCONNECTED/);
  watched.expectConsole(/^Http failure response for \S+\/api\/\S+: 0 Unknown Error /);
  const logged = failureTexts(page);
  await signIn(page, 'ana');
  const clients = page.getByRole('table', { name: 'Clientes' }).getByRole('link');
  await page.locator('a[href="/clients"]').first().click();
  // The screen of a client is cached from now on; its map may or may not be.
  await clients.first().click();
  await expect(page.getByRole('main').getByRole('article')).toBeVisible();
  await expect(page.getByRole('application', { name: /^Ubicación de / })).toBeVisible();
  await page.goBack();
  await expect(clients.first()).toBeVisible();
  await markPage(page);
  let asked = 0;
  page.on('request', (request) => {
    if (/\/api\/clients\/\w+$/.test(request.url())) asked += 1;
  });
  await context.setOffline(true);
  await clients.nth(1).click();
  await expect(page.getByRole('main').getByRole('alert')).toContainText('No hay conexión con el servidor');
  // The browser reports requests and messages of its console after the screen shows their effect.
  await expect.poll(() => asked).toBe(3);
  await expect.poll(() => logged.filter((text) => /\/api\/clients\/\w+: 0 Unknown Error$/.test(text)).length).toBe(1);
  await expect(popUpOf(page)).toHaveCount(0);
  await context.setOffline(false);
  await expect(page.getByRole('main').getByRole('article')).toBeVisible();
  await expectSamePage(page);
});
