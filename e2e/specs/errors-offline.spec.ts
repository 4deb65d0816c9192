import { expect, signIn, test } from '../support/test.ts';
import { expectSamePage, failureTexts, markPage, popUpOf } from '../support/outages.ts';

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
