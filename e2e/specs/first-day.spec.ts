import { type Locator, type Page } from '@playwright/test';
import { type CourierTrail } from '@despacho/contracts/dispatch';
import { freePort } from '@despacho/tooling/stack/ports';
import { CourierCalls } from '../support/courier-calls.ts';
import { Desk, type NewCourier, type MadeOrder, rows, uniqueTag } from '../support/desk.ts';
import {
  createPeople,
  enter,
  FIRST_CLIENT,
  importClients,
  install,
  PASSWORD,
  type TemporaryPasswords,
} from '../support/first-day-steps.ts';
import { type Painted, paintedCouriers } from '../support/map-pixels.ts';
import { shell } from '../support/shell.ts';
import { KillableBackend } from '../support/stack.ts';
import { type Link, Street } from '../support/street.ts';
import { expect, expectAccessibleInBothThemes, test as base } from '../support/test.ts';
import { type Place, TrackerApp } from '../support/tracker-app.ts';

/** Time for a backend to start in milliseconds. */
const STARTING = 180_000;

const test = base.extend<object, { ingestPort: number; backend: KillableBackend }>({
  ingestPort: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads off the pattern what a fixture needs.
    async ({}, use) => {
      await use(await freePort());
    },
    { scope: 'worker' },
  ],
  backend: [
    async ({ ingestPort }, use) => {
      const ingest = { INGEST_URL: 'https://rastreo.example.pe', INGEST_PORT: String(ingestPort) };
      const backend = new KillableBackend({ DEMO: '0', ...ingest });
      await backend.start();
      await install(backend);
      await use(backend);
      await backend.end();
    },
    { scope: 'worker', timeout: STARTING },
  ],
});

const SONIA = { sucursal: 'LIMA', username: 'sonia', password: PASSWORD };

// The tests of the file share a service, whose start costs as much as a test.
test.describe.configure({ timeout: STARTING, mode: 'default' });

const guide = (page: Page) => page.getByRole('region', { name: 'Primer día' });

/** Waits until the guide names this step as the next one. */
const expectNext = (page: Page, title: string) =>
  expect(guide(page).getByRole('paragraph').getByRole('link')).toHaveText(title, { timeout: 30_000 });

test('from empty data to the first order delivered on a phone', async ({ page, browser, context, app, watched }) => {
  // The code of the second office is taken at first.
  watched.expectConsole(/status of 409 .*\/api\/offices/);
  watched.expectConsole(/^Http failure response for \S+\/api\/offices\S*: 409 /);
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: app.url });
  await enter(page, SONIA);

  await test.step('the guide leads to the office', async () => {
    await expectNext(page, 'Revise los datos y ajustes de su oficina');
    await guide(page).getByRole('paragraph').getByRole('link').click();
    await expect(page).toHaveURL(/\/settings$/);
    await expectAccessibleInBothThemes(page, '[aria-label="Primer día"]');
  });

  await test.step('a second office, whose code is taken at first', async () => {
    await page.getByRole('button', { name: 'Nueva oficina', exact: true }).click();
    await page.getByLabel('Código', { exact: true }).fill('lima');
    await page.getByLabel('Nombre', { exact: true }).fill('Lima Norte');
    await page.getByRole('combobox', { name: 'Provincia', exact: true }).click();
    await page.getByRole('option', { name: 'Lima', exact: true }).click();
    await page.getByRole('button', { name: 'Crear oficina', exact: true }).click();
    await page.getByRole('button', { name: 'Crear con el código lima-2', exact: true }).click();
    await page.getByRole('button', { name: 'Ir a Lima Norte', exact: true }).click();
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

  await test.step('one is edited, and one is disabled', async () => {
    await page.getByRole('button', { name: 'Editar a Rosa Mamani' }).click();
    await page.getByLabel('Nombre y apellidos').fill('Rosa Mamani Soto');
    await page.getByRole('button', { name: 'Aplicar el perfil Despachador' }).click();
    await page.getByRole('button', { name: 'Guardar' }).click();
    await expect(page.getByRole('row', { name: /Rosa Mamani Soto/ })).toBeVisible();
    await page.getByRole('button', { name: 'Desactivar a Luis Quispe' }).click();
    await page.getByRole('button', { name: 'Desactivar', exact: true }).click();
    await page.getByRole('button', { name: /^Desactivadas/ }).click();
    await expect(page.getByRole('button', { name: 'Activar a Luis Quispe' })).toBeVisible();
  });

  await test.step('a disabled person cannot sign in elsewhere; a colleague signs in and chooses a password', async () => {
    const hers = await browser.newContext({ baseURL: app.url, viewport: { width: 390, height: 760 } });
    const herPage = await hers.newPage();
    await enter(herPage, { sucursal: 'lima-2', username: 'luis', password: passwords.get('luis') ?? '' });
    await expect(herPage.getByRole('alert')).toBeVisible();
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

  await test.step('a courier', async () => {
    await guide(page).getByRole('paragraph').getByRole('link').click();
    const window = page.getByRole('dialog');
    await window.getByRole('button', { name: 'Nuevo repartidor', exact: true }).click();
    await window.getByLabel('Nombre', { exact: true }).fill('Hugo Paredes');
    await window.getByRole('button', { name: 'Crear repartidor', exact: true }).click();
    await expect(window.getByRole('listitem', { name: 'Hugo Paredes' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expectNext(page, 'Cree la primera orden');
  });

  await test.step('the first order', async () => {
    await guide(page).getByRole('paragraph').getByRole('link').click();
    const form = page.getByRole('form').filter({ has: page.getByLabel('Destinatario', { exact: true }) });
    await form.getByLabel('Destinatario', { exact: true }).fill('Elena Rojas');
    await form.getByLabel('Dirección', { exact: true }).fill('Mz. P Lt. 1');
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
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Administrar repartidores', exact: true }).click();
    const window = page.getByRole('dialog');
    await window.getByRole('button', { name: 'Teléfono de Hugo Paredes', exact: true }).click();
    await window.getByRole('button', { name: 'Conectar su teléfono', exact: true }).click();
    const code = (await window.getByLabel(/^Código \d/).innerText()).trim();
    await window.getByRole('button', { name: 'Copiar enlace', exact: true }).click();
    const link = await page.evaluate(() => navigator.clipboard.readText());
    const phone = await CourierCalls.connect(app.url, { fragment: new URL(link).hash.slice(1), code });
    await phone.deliver();
    phone.end();
  });

  await test.step('the guide disappears permanently', async () => {
    const clients = page.getByRole('table', { name: 'Clientes' });
    await page.keyboard.press('Escape');
    await shell.menu(page).getByRole('link', { name: 'Clientes', exact: true }).click();
    await expect(clients).toBeVisible();
    await expect(guide(page)).toBeHidden({ timeout: 30_000 });
    await page.reload();
    await expect(clients).toBeVisible();
    await expect(guide(page)).toHaveCount(0);
  });
});

const START: Place = { lat: -12.0653, lng: -77.0497 };
/** @returns the place this many meters to the north. */
const north = (meters: number): Place => ({ ...START, lat: START.lat + meters / 111_320 });

const officeMap = (page: Page): Locator => page.getByRole('application', { name: /^Mapa de la oficina/ });
const courierList = (page: Page): Locator => page.getByRole('list', { name: 'Repartidores' });

/** Waits until two readings of the couriers' canvas are equal and satisfy `is`: the map has stopped moving. */
async function expectPainted(map: Locator, is: (painted: Painted) => boolean, what: string): Promise<Painted> {
  let before = '';
  let last: Painted = { pixels: 0, x: 0, y: 0 };
  await expect
    .poll(async () => {
      last = await paintedCouriers(map);
      const now = JSON.stringify(last);
      const rests = now === before;
      before = now;
      return rests && is(last) ? what : `${what}: not in ${now}`;
    })
    .toBe(what);
  return last;
}

/** An order nearby, without which the courier's page has no «Salí a ruta». */
async function makeOrder(desk: Desk, courier: NewCourier): Promise<MadeOrder> {
  const place = { address: 'Mz. P Lt. 1', reference: null, ubigeo: '150122', point: north(-600) };
  const [order] = await desk.makeOrders(uniqueTag(), 1, { place });
  if (!order) throw new Error('no order');
  await desk.assign([order], courier.id);
  return order;
}

test('the office’s map draws couriers, reports a lost connection and catches up', async ({
  page,
  browser,
  app,
  ingestPort,
  watched,
}) => {
  watched.expectConsole(/status of 50[234] .*\/api\//);
  watched.expectConsole(/^Http failure response for \S+\/api\/\S+: (50[234]|0) /);
  watched.expectConsole(/ERR_INCOMPLETE_CHUNKED_ENCODING .*\/api\/events$/);
  await page.clock.install();
  const entered = page.waitForResponse('**/api/auth/login');
  await enter(page, SONIA);
  await entered;
  const desk = new Desk(page);
  const tag = uniqueTag();
  const [moving, leaving] = [await desk.makeCourier(`${tag} Sigue`), await desk.makeCourier(`${tag} Se va`)];
  await makeOrder(desk, moving);
  const order = await makeOrder(desk, leaving);
  const linkOf = ({ id }: NewCourier) => desk.send<Link>(`couriers/${id}/link`, undefined);
  const tracker = await TrackerApp.connect(desk, moving.id, ingestPort);
  const other = await CourierCalls.connect(app.url, await linkOf(leaving));

  await page.goto('/map');
  const map = officeMap(page);
  const line = ({ name }: NewCourier) => courierList(page).getByRole('button', { name: new RegExp(name) });
  const live = page.getByRole('banner').locator('[data-state]');
  await expect(line(moving)).toContainText('sin posición');
  await expect(live).toHaveText('En vivo');
  await expectPainted(map, ({ pixels }) => pixels === 0, 'nobody');

  await test.step('the position of a courier’s page', async () => {
    const street = await Street.openOnline(browser, app);
    await street.connect(await linkOf(moving));
    const telephone = street.page.context();
    await telephone.setGeolocation(null);
    await street.page.getByRole('button', { name: 'Salí a ruta' }).tap();
    // Earlier positions are rejected.
    await expect.poll(async () => (await desk.read<CourierTrail>(`couriers/${moving.id}/trail`)).work).not.toBeNull();
    await telephone.setGeolocation({ latitude: START.lat, longitude: START.lng, accuracy: 8 });
    await expect(line(moving)).toContainText(/hace \d+ s/);
    await line(moving).click();
    await expectPainted(map, ({ pixels }) => pixels > 100, 'the position of the page');
    await street.end();
  });

  const asked = page.getByRole('region', { name: moving.name });
  await test.step('positions of tracker apps: a street further north is higher on the map', async () => {
    // Centres the courier; the map no longer follows it.
    const follow = asked.getByRole('button', { name: /^Seguir|^Siguiendo/ });
    await follow.click();
    await expectPainted(map, ({ pixels }) => pixels > 100, 'the followed courier');
    await follow.click();
    await expect(follow).toHaveAttribute('aria-pressed', 'false');
    const start = await expectPainted(map, ({ pixels }) => pixels > 100, 'the courier at the start');
    await tracker.sendAsOsmand(north(100));
    const second = await expectPainted(map, ({ y }) => y < start.y - 10, 'the position of OsmAnd');
    expect(Math.abs(second.x - start.x)).toBeLessThan(10);
    await tracker.sendAsTraccar(north(200));
    await expectPainted(map, ({ y }) => y < second.y - 10, 'the position of Traccar Client');
    await expect(asked).toContainText('64');
    await asked.getByRole('button', { name: 'Cerrar la ficha' }).click();
  });

  const before = await test.step('a second courier', async () => {
    const { pixels } = await paintedCouriers(map);
    await other.start(2);
    await other.sendPlace(START);
    other.end();
    return expectPainted(map, (painted) => painted.pixels > pixels + 100, 'both couriers');
  });

  const note = page.locator('main').getByText(/^Sin conexión .*: se ve lo último que llegó$/);
  await test.step('reports a lost connection while the computer sleeps', async () => {
    await expect(note).toHaveCount(0);
    await app.faults.stop();
    await expect(live).toHaveText(/^Sin conexión desde hace \d+ s$/);
    await expect(note).toBeVisible();
    await page.clock.fastForward(10 * 60_000);
    await expect(live).toHaveText(/^Sin conexión desde hace 1\d min$/);
    await expect(line(moving)).toContainText(/1\d minsin señal/);
    await expect(line(leaving)).toBeVisible();
  });

  await test.step('after reconnection one courier has moved and the other is gone', async () => {
    await app.faults.start();
    await tracker.sendAsTraccar(north(250));
    await desk.assign([order], moving.id);
    const { version } = (await desk.read<NewCourier[]>('couriers')).find(({ id }) => id === leaving.id) ?? leaving;
    await desk.send(`couriers/${leaving.id}/retire`, { version });
    // Longer than the delay of the next retry, which has grown by now.
    await page.clock.fastForward(31_000);
    await expect(live).toHaveText('En vivo');
    await expect(note).toHaveCount(0);
    await expect(line(leaving)).toBeHidden();
    await expect(line(moving)).toContainText(/hace \d+ s/);
    // One disc fewer, and the other further north.
    await expectPainted(map, ({ pixels, y }) => pixels > 100 && pixels < before.pixels && y < before.y, 'one courier');
  });
});
