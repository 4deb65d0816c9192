import { type Locator, type Page } from '@playwright/test';
import { type App, expect, signIn, test } from '../support/test.ts';
import {
  expectPopUp,
  expectSamePage,
  failureTexts,
  isLogged,
  markPage,
  type Outage,
  OUTAGES,
  REACTIONS,
  SHORT_LIMIT,
  triesOf,
} from '../support/outages.ts';

test.use({ settings: SHORT_LIMIT });

/** A screen with data from one call. */
interface FailingScreen {
  name: string;
  /** The call as the browser and the upstream see it. */
  api: RegExp;
  upstream: RegExp;
  /** The screen's own text for a 404, if it has one; such a screen offers no retry. */
  missing?: string;
  /** Opens it without a page load. */
  open: (page: Page) => Promise<void>;
  /** A field and the text typed into it during the outage. */
  typed?: readonly [label: string, text: string];
  content: (page: Page) => Locator;
}

const SCREENS: readonly FailingScreen[] = [
  {
    name: 'the clients list',
    api: /\/api\/clients$/,
    upstream: /\/legacy\/base\/clients\/$/,
    open: (page) => page.locator('a[href="/clients"]').first().click(),
    typed: ['Buscar cliente', 'bodega'],
    content: (page) => page.getByRole('table', { name: 'Clientes' }).getByRole('link').first(),
  },
  {
    name: "a client's page",
    api: /\/api\/clients\/\w+$/,
    upstream: /\/legacy\/base\/clients\/\w+$/,
    missing: 'Este cliente no existe',
    open: async (page) => {
      await page.locator('a[href="/clients"]').first().click();
      await expect(page).toHaveURL('/clients');
      await page.getByRole('table', { name: 'Clientes' }).getByRole('link').first().click();
    },
    content: (page) => page.getByRole('article').getByRole('heading', { level: 2 }).first(),
  },
  {
    name: 'permissions',
    api: /\/api\/users\/\w+$/,
    upstream: /\/legacy\/api\/users\/\w+$/,
    open: (page) => page.locator('a[href="/permissions"]').first().click(),
    typed: ['Buscar usuario', 'quispe'],
    content: (page) => page.getByRole('checkbox', { name: /, Luis Quispe/ }).first(),
  },
];

async function breakWith({ faults }: App, { upstream }: FailingScreen, { fault }: Outage): Promise<void> {
  faults.heal();
  if (fault === 'stopped') await faults.stop();
  else {
    await faults.start();
    faults.fail(upstream, fault);
  }
}

/** Expects the catalogued reaction to a failure after `act` makes the screen load. */
async function expectFailure(page: Page, app: App, screen: FailingScreen, outage: Outage, act: () => Promise<void>) {
  await breakWith(app, screen, outage);
  const before = app.calls(screen.upstream).length;
  const answers: number[] = [];
  const note = (response: { url: () => string; status: () => number }): void => {
    if (screen.api.test(response.url())) answers.push(response.status());
  };
  page.on('response', note);
  const wanted = Array.from({ length: triesOf(outage) }, () => outage.status);
  const title = outage.status === 404 ? (screen.missing ?? outage.title) : outage.title;
  const main = page.getByRole('main');
  await expectPopUp(page, outage.popUp, async () => {
    await act();
    await expect.poll(() => answers).toEqual(wanted);
    await expect(main.getByRole('heading', { name: title })).toBeVisible();
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
  const calls = app.calls(screen.upstream).length - before;
  if (fault !== 'stopped') expect(calls >= wanted.length && calls <= most, `${calls} calls`).toBe(true);
  page.off('response', note);
}

for (const screen of SCREENS)
  test(`S34 S35 S36 S37 S38 S39 S41: ${screen.name} shows each failure and recovers without a reload`, async ({
    page,
    app,
    watched,
  }) => {
    const logged = failureTexts(page);
    const path = screen.api.source.replace('$', '');
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
    // The first screen shows each outage; the others each reaction.
    const outages = screen === SCREENS[0] ? OUTAGES : REACTIONS;
    const [first] = outages;
    let before: Outage | undefined;
    for (const outage of outages)
      await test.step(outage.name, async () => {
        const since = logged.length;
        if (before?.status === 404 && screen.missing) await page.goBack();
        const opens = before === undefined || (before.status === 404 && screen.missing !== undefined);
        await expectFailure(page, app, screen, outage, () => (opens ? screen.open(page) : retry.click()));
        before = outage;
        const own = (): string[] => logged.slice(since).filter((text) => new RegExp(`${path}: `).test(text));
        await expect.poll(own).toHaveLength(isLogged(outage) ? 1 : 0);
        for (const text of own())
          expect(text).toMatch(new RegExp(`: ${outage.status} (Forbidden|Bad Gateway|Service Unavailable)$`));
        if (outage === first && screen.typed) await page.getByLabel(screen.typed[0]).fill(screen.typed[1]);
      });

    await app.faults.start();
    app.faults.heal();
    await retry.click();
    await expect(screen.content(page)).toBeVisible();
    await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0);
    if (screen.typed) await expect(page.getByLabel(screen.typed[0])).toHaveValue(screen.typed[1]);
    await expectSamePage(page);
  });
