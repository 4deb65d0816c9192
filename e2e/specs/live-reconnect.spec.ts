import { randomUUID } from 'node:crypto';
import { type Receipt } from '@despacho/contracts/dispatch';
import { type Page } from '@playwright/test';
import { Desk, type MadeOrder, openDesk, receipt, rows, uniqueTag } from '../support/desk.ts';
import { expectSamePage, markPage } from '../support/outages.ts';
import { KillableBackend } from '../support/stack.ts';
import { expect, openSession, test as base } from '../support/test.ts';

interface Colleague {
  /** A colleague's page, which opens no screen. Ana uses `page`. */
  luis: Page;
}

/** Time for a backend to start in milliseconds; the first time it also creates orders. */
const STARTING = 180_000;

const test = base.extend<Colleague, { backend: KillableBackend }>({
  backend: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads off the pattern what a fixture needs.
    async ({}, use) => {
      const backend = new KillableBackend();
      await backend.start();
      await use(backend);
      await backend.end();
    },
    { scope: 'worker', timeout: STARTING },
  ],
  luis: async ({ browser, app }, use) => {
    const context = await browser.newContext({ baseURL: app.url });
    await use(await context.newPage());
    await context.close();
  },
});
test.describe.configure({ timeout: STARTING });

const STREAM = /\/operations\/events/;
const ASSIGN = /\/operations\/assignments\?/;

const live = (page: Page) => page.getByRole('banner').locator('[data-state]');

/** Selects two orders from this position on, and a courier; only the final key press is missing. */
async function aboutToAssign(page: Page, from: number, courier: string): Promise<void> {
  await rows(page).nth(from).click();
  await rows(page)
    .nth(from + 1)
    .click({ modifiers: ['Shift'] });
  await page.keyboard.press('a');
  const window = page.getByRole('dialog', { name: 'Asignar 2 órdenes' });
  await window.getByRole('combobox', { name: 'Repartidor', exact: true }).fill(courier);
  await expect(window.getByRole('option')).toHaveCount(1);
}

/** Waits until this many assignments were sent. */
const expectSent = (app: { calls: (where: RegExp) => { method: string }[] }, count: number): Promise<void> =>
  expect.poll(() => app.calls(ASSIGN).filter(({ method }) => method === 'POST').length).toBe(count);

test('a killed service: both assignments are made once, and missed changes are shown', async ({
  page,
  luis,
  app,
  backend,
  watched,
}) => {
  // The gateway has no service for a while, and a stream breaks off.
  watched.expectConsole(/status of 50[234] .*\/api\//);
  watched.expectConsole(/^Http failure response for \S+\/api\/\S+: 50[234] /);
  // Moving the clock a minute ahead ends a pending presence report by its time limit.
  watched.expectConsole(/^Http failure response for \S+\/api\/presence\S*: 0 /);
  watched.expectConsole(/ERR_INCOMPLETE_CHUNKED_ENCODING .*\/api\/events$/);
  await page.clock.install();
  await Promise.all([openSession(page, 'ana'), openSession(luis, 'luis')]);
  const [desk, his] = [new Desk(page), new Desk(luis)];
  const tag = uniqueTag();
  const orders = await desk.makeOrders(tag, 4);
  const courier = await desk.makeCourier(`${tag} Repartidora`);
  await openDesk(page, tag, 4);
  const key = randomUUID();
  const references = orders.slice(0, 2).map(({ id, version }) => ({ id, version }));
  const assignHis = () => his.send<Receipt>('assignments', { courierId: courier.id, orders: references }, 'POST', key);
  await expect(live(page)).toHaveText('En vivo');
  await markPage(page);
  const row = (at: number) => rows(page).nth(at);

  await test.step('kills the service after one request was written and before the other was read', async () => {
    app.faults.fail(ASSIGN, { kind: 'lost' }, 1);
    await expect(assignHis()).rejects.toThrow(/assignments: /);
    await expect(rows(page).filter({ hasText: 'Asignada' })).toHaveCount(2);

    await aboutToAssign(page, 2, courier.name);
    backend.freeze();
    await page.keyboard.press('Enter');
    await expectSent(app, 2);
    app.faults.fail(STREAM, { kind: 'down' });
    await backend.kill();
    await expect(receipt(page)).toContainText('No hubo respuesta');
  });

  await test.step('shows since when the connection is lost', async () => {
    await expect(live(page)).toHaveText(/^Sin conexión desde hace \d+ (s|min)$/);
    await page.clock.fastForward(61_000);
    await expect(live(page)).toHaveText(/^Sin conexión desde hace \d+ min$/);
  });

  await test.step('both retry, and each request runs once', async () => {
    await backend.start();
    expect((await assignHis()).outcomes).toMatchObject([{ ok: true }, { ok: true }]);
    await receipt(page).getByRole('button', { name: 'Reintentar', exact: true }).click();
    await expect(receipt(page)).toContainText('2 órdenes asignadas');
    for (const { id } of orders) {
      const { order, timeline } = await desk.read<{ order: MadeOrder; timeline: { what: string }[] }>(`orders/${id}`);
      expect(order).toMatchObject({ state: 'asignada', courier: { id: courier.id } });
      expect(timeline.map(({ what }) => what)).toEqual(['asignada', 'creada']);
    }
  });

  await test.step('shows the colleague’s changes after the stream reconnects, without duplicates', async () => {
    const refs = async (at: number) => {
      const { id, version } = await his.order(orders[at]?.id ?? '');
      return [{ id, version }];
    };
    await his.send('assignments/state', { orders: await refs(0), to: 'en_ruta' });
    const [edited] = await refs(1);
    await his.send(`orders/${edited?.id ?? ''}`, { version: edited?.version, changes: { packages: 7 } }, 'PATCH');
    const before = app.calls(STREAM).length;

    app.faults.heal();
    // The delay of the next retry, which has grown by now.
    await page.clock.fastForward(31_000);
    await expect(live(page)).toHaveText('En vivo');
    await expect(row(0)).toContainText('En ruta');
    await expect(row(0)).toContainText(/cambió Luis hace \d+ (s|min)/);
    await expect(row(1)).toContainText(/cambió Luis hace \d+ (s|min)/);
    const notice = page.getByRole('region', { name: 'Mientras estuvo fuera' });
    // «En ruta» of the desk is also the courier's start.
    await expect(notice).toContainText(/^Mientras estuvo fuera: 3 cambios/);
    const asked = app.calls(STREAM).slice(before);
    expect(asked.length).toBeGreaterThan(0);
    for (const { headers } of asked) expect(headers['last-event-id']).toEqual(expect.stringMatching(/./));
    await expectSamePage(page);
  });
});
