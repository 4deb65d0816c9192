import { mkdir, writeFile } from 'node:fs/promises';
import { type TestInfo } from '@playwright/test';
import { programOf, whyMissing } from '@despacho/tooling/machine/programs';
import { CourierCalls } from '../support/courier-calls.ts';
import { goAlongStreet } from '../support/engines/courier-journey.ts';
import { type Engine, type Place } from '../support/engines/engine.ts';
import { startFirefox } from '../support/engines/firefox.ts';
import { goThroughOffice } from '../support/engines/office-journey.ts';
import { startWebKit } from '../support/engines/webkit.ts';
import { PhoneLine } from '../support/phone-line.ts';
import { type Gateway, startGateway } from '../support/stack.ts';
import { fromCamera, prepare } from '../support/street.ts';
import { expect, test } from '../support/test.ts';

interface EngineOfTest {
  name: string;
  /** Programs of the tests; the first one starts the browser. */
  programs: readonly [string, ...string[]];
  start: (place: Place) => Promise<Engine>;
  /** An office whose last person's permissions, and whose settings, no other test changes. */
  other: string;
}

const ENGINES: readonly EngineOfTest[] = [
  { name: 'Firefox', programs: ['Firefox'], start: startFirefox, other: 'AREQUIPA' },
  { name: 'WebKit', programs: ['WebKitWebDriver', 'Xvfb'], start: startWebKit, other: 'TRUJILLO' },
];

/** Starts a browser for a journey, and checks what it reported. A failed journey has a picture of each tab. */
async function inEngine(
  { programs: [program], start }: EngineOfTest,
  size: Place['size'],
  info: TestInfo,
  journey: (engine: Engine, folder: string) => Promise<void>,
): Promise<void> {
  const folder = info.outputPath('home');
  await mkdir(folder, { recursive: true });
  const { PATH = '', TMPDIR = '/tmp' } = process.env;
  // The end of a run finds its processes by TMPDIR.
  const environment = { PATH, TMPDIR, HOME: folder, TZ: 'America/Lima', LANG: 'C.UTF-8' };
  const engine = await start({ executable: programOf(program).find() ?? '', size, folder, environment });
  try {
    await journey(engine, folder);
  } catch (error) {
    for (const [at, tab] of engine.tabs.entries())
      await writeFile(info.outputPath(`tab-${at}.png`), await tab.picture());
    throw error;
  } finally {
    await engine.close();
  }
  expect(engine.complaints(), 'console errors, CSP violations').toEqual([]);
}

for (const engineOfTest of ENGINES)
  test.describe(engineOfTest.name, () => {
    const missing = engineOfTest.programs.map((each) => whyMissing(programOf(each))).find((each) => each !== undefined);
    test.beforeEach(() => {
      // Each has as many steps as several tests.
      test.slow();
      // On CI `npm test` installs them.
      if (missing !== undefined && process.env['CI'] !== undefined) throw new Error(missing);
      test.skip(missing !== undefined, missing);
    });

    test('works through a morning in the office', async ({ page, app }, info) => {
      const { desk, tag, courier: photographer, orders: made, link } = await prepare(page, 1);
      const [photographed] = made;
      if (!photographed) throw new Error('no order');
      const phone = await CourierCalls.connect(app.url, await link());
      await phone.deliver();
      phone.end();
      const courier = await desk.makeCourier(`${tag} Otra`);
      const orders = await desk.makeOrders(`${tag}O`, 3);
      const { other } = engineOfTest;
      const users = (await (await page.request.get(`/api/users/${other}`)).json()) as { user: string }[];
      const person =
        users
          .map(({ user }) => user)
          .toSorted()
          .at(-1) ?? '';
      await inEngine(engineOfTest, { width: 1440, height: 900 }, info, (engine, folder) =>
        goThroughOffice({
          ...{ engine, url: app.url, desk, tag: `${tag}O`, orders, courier },
          ...{ photographed, photographer, other, person, folder },
        }),
      );
    });

    test('works through the day of a courier', async ({ page, app }, info) => {
      const { desk, orders, link } = await prepare(page, 2);
      const photos = [await fromCamera(page, 1), await fromCamera(page, 2)];
      const line = new PhoneLine();
      const url = `http://localhost:${await line.open()}`;
      let running: Gateway | undefined;
      const start = async (): Promise<void> => {
        running = await startGateway(app.backend.url, app.backend.secrets, { PUBLIC_ORIGIN: url });
        line.leadTo(Number(new URL(running.url).port));
      };
      const stop = async (): Promise<void> => running?.service.stop();
      await start();
      // The window of WebKit's test browser is wider: 447 px is the least.
      await inEngine(engineOfTest, { width: 360, height: 740 }, info, async (engine) =>
        goAlongStreet({ engine, url, gateway: { start, stop }, desk, orders, link: await link(), photos }),
      );
      await line.close();
      await stop();
    });
  });
