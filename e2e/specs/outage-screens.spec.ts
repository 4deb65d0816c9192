import { type Page } from '@playwright/test';
import { type App, expect, signIn, test } from '../support/test.ts';
import {
  expectPopUp,
  expectSamePage,
  failureTexts,
  isLogged,
  markPage,
  type Outage,
  REACTIONS,
  SHORT_LIMIT,
  triesOf,
} from '../support/outages.ts';

test.use({ settings: SHORT_LIMIT });

/* The list of clients represents every screen with data from one request; component tests cover the others. */
const API = '/api/clients';
const UPSTREAM = /\/legacy\/base\/clients\/$/;

const openList = (page: Page): Promise<void> => page.locator('a[href="/clients"]').first().click();

async function breakWith({ faults }: App, { fault }: Outage): Promise<void> {
  faults.heal();
  if (fault === 'stopped') await faults.stop();
  else {
    await faults.start();
    faults.fail(UPSTREAM, fault);
  }
}

/** Expects the catalogued reaction to a failure after `act` makes the screen load. */
async function expectFailure(page: Page, app: App, outage: Outage, act: () => Promise<void>) {
  await breakWith(app, outage);
  const before = app.calls(UPSTREAM).length;
  const answers: number[] = [];
  const note = (response: { url: () => string; status: () => number }): void => {
    if (response.url().endsWith(API)) answers.push(response.status());
  };
  page.on('response', note);
  const wanted = Array.from({ length: triesOf(outage) }, () => outage.status);
  const main = page.getByRole('main');
  await expectPopUp(page, outage.popUp, async () => {
    await act();
    await expect.poll(() => answers).toEqual(wanted);
    await expect(main.getByRole('heading', { name: outage.title })).toBeVisible();
  });
  const hostMessage = main.getByText('falla de prueba', { exact: false });
  await expect(hostMessage, 'S35: the message of a 400, and of no other status').toHaveCount(
    outage.status === 400 ? 1 : 0,
  );
  await expect(main).not.toContainText(/nginx|secret-host/);
  expect(answers, 'no further tries').toEqual(wanted);
  const { fault } = outage;
  // The gateway repeats a read once if a kept connection drops.
  const most = wanted.length + (typeof fault === 'object' && fault.kind === 'down' ? 1 : 0);
  const calls = app.calls(UPSTREAM).length - before;
  if (fault !== 'stopped') expect(calls >= wanted.length && calls <= most, `${calls} calls`).toBe(true);
  page.off('response', note);
}

test('S34 S35 S36 S37 S38 S39 S41: a screen shows each failure and recovers without a reload', async ({
  page,
  app,
  watched,
}) => {
  const logged = failureTexts(page);
  const path = API;
  watched.expectConsole(/^Failed to load resource: .* status of (4|5)\d\d /);
  watched.expectConsole(
    new RegExp(`^Http failure response for \\S+${path}: (403 Forbidden|502 Bad Gateway|503 Service Unavailable) `),
  );
  // While the backend is stopped, the page's other calls fail too.
  watched.expectConsole(/^Http failure response for \S+\/api\/(storage|offices|events|orders\S*): 502 Bad Gateway /);

  await signIn(page, 'ana');
  await expect(page).toHaveURL('/dashboard');
  await page.waitForLoadState('load');
  await markPage(page);
  const retry = page.getByRole('main').getByRole('button', { name: 'Reintentar' });
  const search = page.getByLabel('Buscar cliente');
  for (const [index, outage] of REACTIONS.entries())
    await test.step(outage.name, async () => {
      const since = logged.length;
      await expectFailure(page, app, outage, () => (index === 0 ? openList(page) : retry.click()));
      const own = (): string[] => logged.slice(since).filter((text) => new RegExp(`${path}: `).test(text));
      await expect.poll(own).toHaveLength(isLogged(outage) ? 1 : 0);
      for (const text of own())
        expect(text).toMatch(new RegExp(`: ${outage.status} (Forbidden|Bad Gateway|Service Unavailable)$`));
      if (index === 0) await search.fill('bodega');
    });

  await app.faults.start();
  app.faults.heal();
  await retry.click();
  await expect(page.getByRole('table', { name: 'Clientes' }).getByRole('link').first()).toBeVisible();
  await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0);
  await expect(search).toHaveValue('bodega');
  await expectSamePage(page);
});
