import { type Locator, type Page } from '@playwright/test';
import { type CourierTrail } from '@despacho/contracts/dispatch';
import { freePort } from '@despacho/tooling/stack/ports';
import { Desk, type MadeCourier, type MadeOrder, uniqueTag } from '../support/desk.ts';
import { type Painted, paintedCouriers } from '../support/map-pixels.ts';
import { RestartableGateway } from '../support/restartable-gateway.ts';
import { KillableBackend } from '../support/stack.ts';
import { type Link, Street } from '../support/street.ts';
import { expect, openSession, test as base } from '../support/test.ts';
import { type Place, TrackerApp } from '../support/tracker-app.ts';

/** Time for a backend to start in milliseconds. */
const STARTING = 240_000;

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
      const backend = new KillableBackend(ingest);
      await backend.start();
      await use(backend);
      await backend.end();
    },
    { scope: 'worker', timeout: STARTING },
  ],
});
test.describe.configure({ timeout: STARTING, mode: 'serial' });

const START: Place = { lat: -12.0653, lng: -77.0497 };
/** @returns the place this many meters to the north. */
const north = (meters: number): Place => ({ ...START, lat: START.lat + meters / 111_320 });

const theMap = (page: Page): Locator => page.getByRole('application', { name: /^Mapa de la oficina/ });
const theList = (page: Page): Locator => page.getByRole('list', { name: 'Repartidores' });

/** Waits until the couriers' canvas is painted as `is` says, twice alike: the map has come to rest. */
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

/** An order in the same part of the town, without which the courier's page offers no «Salí a ruta». */
async function makeOrder(desk: Desk, courier: MadeCourier): Promise<MadeOrder> {
  const place = { address: 'Av. de Prueba 1', reference: null, ubigeo: '150122', point: north(-600) };
  const [order] = await desk.makeOrders(uniqueTag(), 1, { place });
  if (!order) throw new Error('no order');
  await desk.assign([order], courier.id);
  return order;
}

/** A courier's telephone, which finds its place after «Salí a ruta». */
async function setOff(street: Street, desk: Desk, { id }: MadeCourier): Promise<void> {
  await street.connect(await desk.send<Link>(`couriers/${id}/link`, undefined));
  const telephone = street.page.context();
  await telephone.setGeolocation(null);
  await street.page.getByRole('button', { name: 'Salí a ruta' }).tap();
  // Fixes of before are refused.
  await expect.poll(async () => (await desk.read<CourierTrail>(`couriers/${id}/trail`)).work).not.toBeNull();
  await telephone.setGeolocation({ latitude: START.lat, longitude: START.lng, accuracy: 8 });
}

test('fixes of a courier’s page and of tracker apps are pixels on another browser’s map', async ({
  page,
  browser,
  app,
  ingestPort,
}) => {
  await openSession(page, 'ana');
  const desk = new Desk(page);
  const courier = await desk.makeCourier(`${uniqueTag()} Repartidor`);
  await makeOrder(desk, courier);
  const tracker = await TrackerApp.connect(desk, courier.id, ingestPort);
  await page.goto('/map');
  const map = theMap(page);
  await expect(map).toBeVisible();
  const line = theList(page).getByRole('button', { name: new RegExp(courier.name) });
  await expect(line).toContainText('sin posición');
  await expectPainted(map, ({ pixels }) => pixels === 0, 'nobody');

  const street = await Street.open(browser, app);
  await setOff(street, desk, courier);
  await expect(line).toContainText(/hace \d+ s/);
  await line.click();
  await expectPainted(map, ({ pixels }) => pixels > 100, 'the position of the page');

  const asked = page.getByRole('region', { name: courier.name });
  const follow = asked.getByRole('button', { name: /^Seguir|^Siguiendo/ });
  await follow.click();
  await expect(follow).toHaveAttribute('aria-pressed', 'true');
  await expectPainted(map, ({ pixels }) => pixels > 100, 'the followed courier');
  await follow.click();
  await expect(follow).toHaveAttribute('aria-pressed', 'false');
  const start = await expectPainted(map, ({ pixels }) => pixels > 100, 'the courier at the start');

  // A street further north is higher on the map, which does not follow.
  await tracker.sendAsOsmand(north(100));
  const second = await expectPainted(map, ({ y }) => y < start.y - 10, 'the position of OsmAnd');
  expect(Math.abs(second.x - start.x)).toBeLessThan(10);
  await tracker.sendAsTraccar(north(200));
  await expectPainted(map, ({ y }) => y < second.y - 10, 'the position of Traccar Client');
  await expect(asked).toContainText('64');
  await street.end();
});

test('a map says that its gateway is down while it sleeps, catches up, and shows no ghost', async ({
  page,
  browser,
  app,
  ingestPort,
}) => {
  await openSession(page, 'ana');
  const desk = new Desk(page);
  const tag = uniqueTag();
  const [moving, leaving] = [await desk.makeCourier(`${tag} Sigue`), await desk.makeCourier(`${tag} Se va`)];
  const trackers: TrackerApp[] = [];
  const orders: MadeOrder[] = [];
  for (const courier of [moving, leaving]) {
    orders.push(await makeOrder(desk, courier));
    trackers.push(await TrackerApp.connect(desk, courier.id, ingestPort));
    const street = await Street.open(browser, app);
    await setOff(street, desk, courier);
    await street.end();
  }
  const [movingApp, leavingApp] = trackers;
  if (!movingApp || !leavingApp) throw new Error('no tracker');
  await movingApp.sendAsOsmand(START);
  await leavingApp.sendAsOsmand(north(-300));

  const gateway = await RestartableGateway.start(app);
  const context = await browser.newContext({ baseURL: gateway.url, viewport: { width: 1440, height: 900 } });
  await context.clock.install();
  const office = await context.newPage();
  await openSession(office, 'luis');
  await office.goto('/map');
  const map = theMap(office);
  const line = (courier: MadeCourier) => theList(office).getByRole('button', { name: new RegExp(courier.name) });
  await expect(line(moving)).toBeVisible();
  await expect(line(leaving)).toBeVisible();
  const live = office.getByRole('banner').locator('[data-state]');
  await expect(live).toHaveText('En vivo');
  const before = await expectPainted(map, ({ pixels }) => pixels > 100, 'both couriers');

  await gateway.kill();
  await expect(live).toHaveText(/^Sin conexión desde hace \d+ s$/);
  // The laptop sleeps meanwhile.
  await office.clock.fastForward(10 * 60_000);
  await expect(live).toHaveText('Sin conexión desde hace 10 min');
  await expect(line(moving)).toContainText('10 minsin señal');
  await expect(office.locator('main')).toContainText(/Sin conexión .*: se ve lo último que llegó/);
  await movingApp.sendAsTraccar(north(150));
  await desk.assign(orders.slice(1), moving.id);
  const { version } = (await desk.read<MadeCourier[]>('couriers')).find(({ id }) => id === leaving.id) ?? leaving;
  await desk.send(`couriers/${leaving.id}/retire`, { version });
  await expect(line(leaving)).toBeVisible();

  await gateway.restart();
  // The delay of the next retry, which has grown by now.
  await office.clock.fastForward(31_000);
  await expect(live).toHaveText('En vivo');
  await expect(office.locator('main')).not.toContainText('se ve lo último que llegó');
  await expect(line(leaving)).toBeHidden();
  await expect(line(moving)).toContainText(/hace \d+ s/);
  // A disc less, and the other further north.
  await expectPainted(map, ({ pixels, y }) => pixels > 100 && pixels < before.pixels && y < before.y, 'one courier');
  await context.close();
  await gateway.end();
});
