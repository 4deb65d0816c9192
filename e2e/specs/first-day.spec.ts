import { type Browser, type Page, type Request } from '@playwright/test';
import { stopClock } from '../support/clock.ts';
import { rows } from '../support/desk.ts';
import {
  createPeople,
  createUser,
  enter,
  FIRST_CLIENT,
  importClients,
  install,
  PASSWORD,
  type TemporaryPasswords,
} from '../support/first-day-steps.ts';
import { startRedis } from '../support/redis.ts';
import { settled } from '../support/settled.ts';
import { shell } from '../support/shell.ts';
import { type Gateway, KillableBackend, startGateway } from '../support/stack.ts';
import { type Link, Street } from '../support/street.ts';
import { expect, expectAccessibleInBothThemes, test as base } from '../support/test.ts';

/** Time for a backend to start in milliseconds. */
const STARTING = 180_000;

const NO_LATE_TIMERS = { NODE_OPTIONS: `--import=${new URL('../support/no-late-timers.ts', import.meta.url).href}` };

interface Pair {
  /** Two gateways that share a Redis. */
  gateways: readonly [Gateway, Gateway];
}

const test = base.extend<Pair, { backend: KillableBackend }>({
  gateways: async ({ backend }, use) => {
    const redis = await startRedis();
    const start = () => startGateway(backend.url, backend.secrets, { ...NO_LATE_TIMERS, REDIS_URL: redis.url });
    const gateways = [await start(), await start()] as const;
    await use(gateways);
    await Promise.all(gateways.map(({ service }) => service.stop()));
    await redis.stop();
  },
  backend: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads off the pattern what a fixture needs.
    async ({}, use) => {
      const backend = new KillableBackend({ DEMO: '0', ...NO_LATE_TIMERS });
      await backend.start();
      await install(backend);
      await use(backend);
      await backend.end();
    },
    { scope: 'worker', timeout: STARTING },
  ],
});
test.describe.configure({ timeout: STARTING, mode: 'default' });

const guide = (page: Page) => page.getByRole('region', { name: 'Primer día' });

/** Waits until the guide names this step as the next one. */
const expectNext = (page: Page, title: string) =>
  expect(guide(page).getByRole('paragraph').getByRole('link')).toHaveText(title, { timeout: 30_000 });

async function signInAs(page: Page, sucursal: string, username: string): Promise<void> {
  await enter(page, { sucursal, username, password: PASSWORD });
  await expect(page.getByRole('button', { name: 'Acciones', exact: true })).toBeVisible();
}

async function createCourier(page: Page, name: string): Promise<void> {
  const window = page.getByRole('dialog');
  await window.getByRole('button', { name: 'Nuevo repartidor', exact: true }).click();
  await window.getByLabel('Nombre', { exact: true }).fill(name);
  await window.getByRole('button', { name: 'Crear repartidor', exact: true }).click();
  await expect(window.getByRole('listitem', { name })).toBeVisible();
}

test('from empty data to the first order delivered on a phone', async ({ page, browser, context, app, watched }) => {
  // The code of the second office is taken at first.
  watched.expectConsole(/status of 409 .*\/api\/offices/);
  watched.expectConsole(/^Http failure response for \S+\/api\/offices\S*: 409 /);
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: app.url });
  await signInAs(page, 'LIMA', 'sonia');

  await test.step('the guide leads to the office', async () => {
    await expectNext(page, 'Revise los datos y ajustes de su oficina');
    await guide(page).getByRole('paragraph').getByRole('link').click();
    await expect(page).toHaveURL(/\/settings$/);
    await expectAccessibleInBothThemes(page);
  });

  await test.step('a second office, whose code is taken at first', async () => {
    await page.getByRole('button', { name: 'Nueva oficina', exact: true }).click();
    await page.getByLabel('Código', { exact: true }).fill('lima');
    await page.getByLabel('Nombre', { exact: true }).fill('Lima Norte');
    await page.getByRole('combobox', { name: 'Provincia', exact: true }).click();
    await page.getByRole('option', { name: 'Lima', exact: true }).click();
    await page.getByRole('button', { name: 'Crear oficina', exact: true }).click();
    await page.getByRole('button', { name: 'Crear con el código lima-2', exact: true }).click();
    // The settings are now those of the new office, and so is the guide.
    await expect(page.getByRole('region', { name: 'Reparto de Lima Norte' })).toBeVisible();
    await expect(page).toHaveURL(/oficina=lima-2/);
    await expectNext(page, 'Cree las cuentas de su equipo');
  });

  const passwords = await test.step('three people, pasted', async (): Promise<TemporaryPasswords> => {
    await guide(page).getByRole('paragraph').getByRole('link').click();
    const created = await createPeople(page);
    await expectNext(page, 'Registre a sus clientes');
    return created;
  });

  await test.step('one of them signs in on her own computer and chooses a password', async () => {
    const hers = await browser.newContext({ baseURL: app.url });
    const herPage = await hers.newPage();
    await enter(herPage, { sucursal: 'lima-2', username: 'elena', password: passwords.get('elena') ?? '' });
    const form = herPage.getByRole('form', { name: 'Elija su contraseña' });
    await expect(herPage.getByRole('heading', { level: 1 })).toHaveText('Elija su contraseña');
    await expectAccessibleInBothThemes(herPage);
    await form.getByLabel('Contraseña nueva', { exact: true }).fill(PASSWORD);
    await form.getByLabel('Repita la contraseña nueva').fill(PASSWORD);
    await form.getByRole('button', { name: 'Guardar e ingresar' }).click();
    await expect(herPage.getByRole('button', { name: 'Acciones', exact: true })).toBeVisible();
    await hers.close();
  });

  await test.step('twenty clients from a file', async () => {
    await guide(page).getByRole('paragraph').getByRole('link').click();
    await importClients(page);
    await expectNext(page, 'Registre a sus repartidores');
  });

  await test.step('five couriers', async () => {
    await guide(page).getByRole('paragraph').getByRole('link').click();
    for (const name of ['Hugo Paredes', 'Juana Cruz', 'Luz Mamani', 'Pedro Rojas', 'Sara Huamán'])
      await createCourier(page, name);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expectNext(page, 'Cree la primera orden');
  });

  await test.step('the first order', async () => {
    await guide(page).getByRole('paragraph').getByRole('link').click();
    const form = page.getByRole('form').filter({ has: page.getByLabel('Destinatario', { exact: true }) });
    await form.getByLabel('Destinatario', { exact: true }).fill('Elena Rojas');
    await form.getByLabel('Dirección', { exact: true }).fill('Av. de Prueba 1');
    await form.getByLabel('Distrito', { exact: true }).fill('Miraflores');
    await page.keyboard.press('Enter');
    await form.getByLabel('Cliente', { exact: true }).fill(FIRST_CLIENT);
    await form
      .getByRole('button', { name: /^(Crear|Guardar)/ })
      .first()
      .click();
    await expect(rows(page)).toHaveCount(1);
  });

  await test.step('assigned', async () => {
    await rows(page).first().click();
    await page.keyboard.press('a');
    const window = page.getByRole('dialog', { name: 'Asignar 1 orden' });
    await window.getByRole('combobox', { name: 'Repartidor', exact: true }).fill('Hugo');
    await expect(window.getByRole('option')).toHaveCount(1);
    await page.keyboard.press('Enter');
    await expect(window).toBeHidden();
  });

  await test.step('delivered on a phone', async () => {
    // The side panel of the order covers the couriers.
    await page.goto('/assing?oficina=lima-2');
    await expect(rows(page)).toHaveCount(1);
    await page.getByRole('button', { name: 'Administrar repartidores', exact: true }).click();
    const window = page.getByRole('dialog');
    await window.getByRole('button', { name: 'Teléfono de Hugo Paredes', exact: true }).click();
    await window.getByRole('button', { name: 'Conectar su teléfono', exact: true }).click();
    const code = (await window.getByLabel(/^Código \d/).innerText()).trim();
    await window.getByRole('button', { name: 'Copiar enlace', exact: true }).click();
    const link = await page.evaluate(() => navigator.clipboard.readText());
    const phone = await Street.open(browser, app);
    await phone.connect({ fragment: new URL(link).hash.slice(1), code } satisfies Link);
    await phone.deliver(1);
    await phone.expectSent();
    await phone.end();
  });

  await test.step('the guide is gone, and never returns', async () => {
    await page.goto('/assing?oficina=lima-2&todas=1');
    await expect(rows(page)).toHaveCount(1);
    await expect(guide(page)).toBeHidden({ timeout: 30_000 });
    await page.reload();
    await expect(rows(page)).toHaveCount(1);
    await expect(guide(page)).toHaveCount(0);
  });
});

/** Opens a section in a separate browser and stops its clock, so that the page does nothing by itself. */
async function openAsleep(browser: Browser, gateway: Gateway, path: string) {
  const page = await (await browser.newContext({ baseURL: gateway.url })).newPage();
  await page.clock.install();
  await signInAs(page, 'LIMA', 'marta');
  await page.goto(path);
  await expect(shell.live(page)).toBeVisible();
  await settled(page);
  await stopClock(page);
  return page;
}

/** @returns the paths of streams of a page that end from now on; the list grows. */
function endedStreams(page: Page): string[] {
  const ended: string[] = [];
  const note = (request: Request): void => {
    const { pathname } = new URL(request.url());
    if (pathname === '/api/events') ended.push(pathname);
  };
  page.on('requestfinished', note);
  page.on('requestfailed', note);
  return ended;
}

test('G44: disabling a person ends three sessions and their streams on two gateways', async ({
  browser,
  backend,
  gateways: [first, second],
}) => {
  await createUser(backend, { username: 'marta', name: 'Marta Paz', charge: 'D', modules: 'D01,M01,U01' });
  const sonia = await (await browser.newContext({ baseURL: first.url })).newPage();
  await signInAs(sonia, 'LIMA', 'sonia');
  const hers = [
    await openAsleep(browser, first, '/assing'),
    await openAsleep(browser, second, '/map'),
    await openAsleep(browser, second, '/dashboard'),
  ];
  await sonia.goto('/permissions?oficina=LIMA&vista=personas');
  const sessions = sonia
    .getByRole('row', { name: /Marta Paz/ })
    .getByRole('cell')
    .nth(4);
  await expect(sessions).toHaveText('3');
  await sonia.getByRole('button', { name: 'Desactivar a Marta Paz', exact: true }).click();
  const streams = hers.map(endedStreams);
  await sonia.getByRole('button', { name: 'Desactivar', exact: true }).click();

  // The gateway ends them: the pages send no requests, and `no-late-timers.ts` stops regular checks.
  for (const ended of streams) await expect.poll(() => ended).toEqual(['/api/events']);
  for (const page of hers) {
    const refused = page.waitForResponse('**/api/events');
    await page.clock.runFor(1000);
    expect((await refused).status()).toBe(401);
    await page.clock.resume();
    const form = page.getByRole('dialog', { name: 'Su sesión terminó' });
    await form.getByLabel('Contraseña', { exact: true }).fill(PASSWORD);
    await form.getByRole('button', { name: 'Ingresar' }).click();
    await expect(form.getByRole('alert')).toBeVisible();
    await page.context().close();
  }
  await sonia.context().close();
});
