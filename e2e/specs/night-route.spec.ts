import { moveClock } from '../support/clock.ts';
import { Desk, type MadeCourier, type MadeOrder, uniqueTag } from '../support/desk.ts';
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

test('the night route of two couriers counts in the evening, on the phones and at the desk', async ({
  page,
  browser,
  app,
  backend,
}) => {
  const [today, tomorrow] = [dateOf(evening()), dateOf(evening() + DAY)];
  await page.clock.install({ time: evening() });
  await openSession(page, 'ana');
  const desk = new Desk(page);
  const tag = uniqueTag();
  const due = { collectDue: 4550 };
  const orders = await desk.makeOrders(tag, 4, { date: today, ...due });
  const [next] = await desk.makeOrders(`${tag} N`, 1, { date: tomorrow, ...due });
  if (!next) throw new Error('no order');
  const hugo = await desk.makeCourier(`${tag} Hugo`);
  const ana = await desk.makeCourier(`${tag} Ana`);
  const assign = async (some: readonly MadeOrder[], { id }: MadeCourier) => desk.assign(some, id);
  await assign(orders.slice(0, 2), hugo);
  await assign([...orders.slice(2), next], ana);
  const street = async ({ id }: MadeCourier): Promise<Street> => {
    const opened = await Street.open(browser, app, MOVED, evening());
    await opened.connect(await desk.send<Link>(`couriers/${id}/link`, undefined));
    return opened;
  };
  const [hugos, anas] = [await street(hugo), await street(ana)];
  const deliver = async (phone: Street, number: number): Promise<void> => {
    await phone.openForm(number);
    await phone.camera.setInputFiles({
      name: 'foto.png',
      mimeType: 'image/png',
      buffer: await phone.page.screenshot(),
    });
    await expect(phone.page.getByRole('button', { name: /^Ver foto 1/ })).toBeVisible();
    await phone.page.getByRole('button', { name: 'Efectivo' }).tap();
    await phone.page.getByRole('button', { name: /^La misma persona/ }).tap();
    await phone.page.getByRole('button', { name: 'Confirmar entrega' }).tap();
    await phone.expectSent();
  };
  for (const phone of [hugos, anas]) {
    // Tomorrow's order is not part of the evening's route.
    await expect(phone.stops).toHaveCount(2);
    await phone.page.getByRole('button', { name: 'Salí a ruta' }).tap();
    await expect(phone.page.getByRole('button', { name: 'Salí a ruta' })).toBeHidden();
  }
  await expect.poll(async () => (await desk.order(orders[3]?.id ?? '')).state).toBe('en_ruta');
  expect((await desk.order(next.id)).state).toBe('asignada');
  await deliver(hugos, 1);
  await deliver(anas, 3);

  // Five minutes past midnight.
  await page.goto('about:blank');
  const pass = 245 * MINUTE;
  await Promise.all(
    [backend.url, app.gateway.url, hugos.gatewayUrl, anas.gatewayUrl].map((url) => moveClock(url, pass)),
  );
  for (const each of [page, hugos.page, anas.page]) await each.clock.fastForward(pass);
  expect(dateOf(evening() + pass)).toBe(tomorrow);
  await deliver(hugos, 2);
  await deliver(anas, 4);
  for (const phone of [hugos, anas]) {
    await phone.page.getByRole('button', { name: 'Cierre del día' }).tap();
    await expect(phone.page.getByText('Efectivo por entregar').locator('..')).toContainText('S/ 91.00');
    await phone.page.getByRole('button', { name: 'Enviar el cierre a la oficina' }).tap();
    await expect(phone.page.getByText(/^Entregó su cierre a las 00:/)).toBeVisible();
  }

  const dayOf = async (day: string, { id }: MadeCourier): Promise<DayOf | undefined> =>
    (await desk.read<{ couriers: DayOf[] }>(`days?day=${day}`)).couriers.find(({ courier }) => courier.id === id);
  const whole = { delivered: 2, payments: [{ means: 'efectivo', amount: 9100 }] };
  expect(await dayOf(today, hugo)).toMatchObject(whole);
  expect(await dayOf(today, ana)).toMatchObject(whole);
  expect(await dayOf(tomorrow, hugo)).toBeUndefined();
  await page.goto('/assing');
  await page.getByRole('button', { name: 'Cierre del día', exact: true }).click();
  const window = page.getByRole('dialog', { name: 'Cierre del día' });
  const item = window.getByRole('listitem', { name: hugo.name });
  await item.getByRole('button').first().click();
  await expect(item).toContainText('2 entregadas');
  await item.getByRole('link', { name: 'Recibir S/ 91.00 en Liquidación' }).click();
  const money = page.getByRole('region', { name: hugo.name });
  await money.getByRole('button', { name: 'Todo exacto' }).click();
  await money.getByRole('button', { name: 'Recibir S/ 91.00' }).click();
  await money.getByRole('button', { name: 'Confirmar el día' }).click();
  await expect(money).toContainText(/Día confirmado por .* a las 00:/);

  for (const phone of [hugos, anas]) await phone.end();
});
