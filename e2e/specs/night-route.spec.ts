import { moveClock } from '../support/clock.ts';
import { Desk, uniqueTag } from '../support/desk.ts';
import { KillableBackend } from '../support/stack.ts';
import { type Link, Street } from '../support/street.ts';
import { expect, openSession, test as base } from '../support/test.ts';

const MINUTE = 60_000;
const DAY = 1440 * MINUTE;
/** Milliseconds until it is 20:00 in Lima, when the story begins. */
const TO_EVENING = (DAY + 60 * MINUTE - (Date.now() % DAY)) % DAY;
const evening = (): number => Date.now() + TO_EVENING;
const dateOf = (instant: number): string => new Date(instant).toLocaleDateString('sv-SE', { timeZone: 'America/Lima' });

const MOVED: NodeJS.ProcessEnv = {
  NODE_OPTIONS: `--import=${new URL('../support/moved-clock.ts', import.meta.url).href}`,
  CLOCK_MOVED_MS: String(TO_EVENING),
  // Longer than the night.
  SESSION_IDLE_MINUTES: '600',
};

/** Time for a backend to start in milliseconds. */
const STARTING = 240_000;

const test = base.extend<object, { backend: KillableBackend }>({
  backend: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads off the pattern what a fixture needs.
    async ({}, use) => {
      const backend = new KillableBackend({ ...MOVED, DAY_TURNS_AT: '05:00' });
      await backend.start();
      await use(backend);
      await backend.end();
    },
    { scope: 'worker', timeout: STARTING },
  ],
});
test.use({ settings: MOVED });
test.describe.configure({ timeout: 2 * STARTING });

interface DayOf {
  courier: { id: string };
  delivered: number;
  open: number;
  payments: { means: string; amount: number }[];
}

test('a night route counts in the evening, on the phone and at the desk', async ({ page, browser, app, backend }) => {
  const [today, tomorrow] = [dateOf(evening()), dateOf(evening() + DAY)];
  await page.clock.install({ time: evening() });
  await openSession(page, 'ana');
  const desk = new Desk(page);
  const tag = uniqueTag();
  const due = { collectDue: 4550 };
  const orders = await desk.makeOrders(tag, 2, { date: today, ...due });
  const [next] = await desk.makeOrders(`${tag} N`, 1, { date: tomorrow, ...due });
  if (!next) throw new Error('no order');
  const courier = await desk.makeCourier(`${tag} Hugo`);
  await desk.assign([...orders, next], courier.id);
  const street = await Street.openOnline(browser, app, evening());
  const phone = street.page;
  await street.connect(await desk.send<Link>(`couriers/${courier.id}/link`, undefined));
  const deliver = async (number: number): Promise<void> => {
    await street.openForm(number);
    await street.camera.setInputFiles({ name: 'foto.png', mimeType: 'image/png', buffer: await phone.screenshot() });
    await expect(phone.getByRole('button', { name: /^Ver foto 1/ })).toBeVisible();
    await phone.getByRole('button', { name: 'Efectivo' }).tap();
    await phone.getByRole('button', { name: /^La misma persona/ }).tap();
    await phone.getByRole('button', { name: 'Confirmar entrega' }).tap();
    await street.expectSent();
  };
  // Tomorrow's order is not part of the evening's route.
  await expect(street.stops).toHaveCount(2);
  await phone.getByRole('button', { name: 'Salí a ruta' }).tap();
  await expect(phone.getByRole('button', { name: 'Salí a ruta' })).toBeHidden();
  await expect.poll(async () => (await desk.order(orders[1]?.id ?? '')).state).toBe('en_ruta');
  expect((await desk.order(next.id)).state).toBe('asignada');
  await deliver(1);

  // Five minutes past midnight.
  await page.goto('about:blank');
  const pass = 245 * MINUTE;
  await Promise.all([backend.url, app.gateway.url].map((url) => moveClock(url, pass)));
  for (const each of [page, phone]) await each.clock.fastForward(pass);
  expect(dateOf(evening() + pass)).toBe(tomorrow);
  await deliver(2);
  await phone.getByRole('button', { name: 'Cierre del día' }).tap();
  await expect(phone.getByText('Efectivo que lleva').locator('..')).toContainText('S/ 91.00');
  await phone.getByRole('button', { name: 'Enviar el cierre a la oficina' }).tap();
  await expect(phone.getByText(/^Entregó su cierre a las 00:/)).toBeVisible();

  const dayOf = async (day: string): Promise<DayOf | undefined> =>
    (await desk.read<{ couriers: DayOf[] }>(`days?day=${day}`)).couriers.find((each) => each.courier.id === courier.id);
  expect(await dayOf(today)).toMatchObject({ delivered: 2, payments: [{ means: 'efectivo', amount: 9100 }] });
  expect(await dayOf(tomorrow)).toMatchObject({ delivered: 0, open: 1, payments: [] });
  await page.goto('/assing');
  await page.getByRole('button', { name: 'Cierre del día', exact: true }).click();
  const window = page.getByRole('dialog', { name: 'Cierre del día' });
  const item = window.getByRole('listitem', { name: courier.name });
  await item.getByRole('button').first().click();
  await expect(item).toContainText('2 entregadas');
  await item.getByRole('link', { name: 'Recibir S/ 91.00 en Liquidación' }).click();
  const money = page.getByRole('region', { name: courier.name });
  await money.getByRole('button', { name: 'Todo exacto' }).click();
  await money.getByRole('button', { name: 'Recibir S/ 91.00' }).click();
  await money.getByRole('button', { name: 'Confirmar el día' }).click();
  await expect(money).toContainText(/Día confirmado por .* a las 00:/);
  await street.end();
});
