import { emptyFilter, FIGURE_FILTERS, figureFilter } from '@despacho/contracts/dispatch';
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { erasePersonNamed } from '#edge/commands/personal-data.ts';
import {
  readCouriers,
  readMoney,
  readOfficeActivity,
  readPunctuality,
  readToday,
} from '#insight/figures/read-figures.ts';
import { listOrders } from '#orders/order/list-orders.ts';
import { ordersAsOf } from '#orders/order/orders-as-of.ts';
import { systemIn } from '#platform/dispatch/dispatcher.ts';
import { dispatcherOf } from './dispatch-world.ts';
import { NORTE_RUC } from './people.ts';
import { useDesk } from './use-desk.ts';

const DAY = '2026-11-20';
/** The zone of Lima, where tests begin at 10:00. */
const at = (time: string) => `${DAY}T${time}`;
const MINUTE = 60_000;
const ana = dispatcherOf('ana');

describe('the past of an office', () => {
  const desk = useDesk();
  const { dispatch } = desk;

  /** Delivers an order of S/ 80 at 10:30, and moves the clock to 11:00. */
  async function deliver(): Promise<{ id: string; courierId: string }> {
    const courierId = await dispatch.createCourier();
    const { id } = await dispatch.createOrder({ collectDue: 8000 });
    desk.clock.move(10 * MINUTE);
    await dispatch.ok('assignments.assign', { body: { courierId, orders: await dispatch.refs([id]) } });
    desk.clock.move(20 * MINUTE);
    await dispatch.close([id], { to: 'entregada', payments: [{ means: 'efectivo', amount: 8000 }] });
    desk.clock.move(30 * MINUTE);
    return { id, courierId };
  }

  it('is what it was at each minute: states, couriers, money and activity', async () => {
    const { courierId } = await deliver();
    const modules = ['D03', 'D04', 'D05'];
    const asOf = async (time: string) => {
      const view = { moment: at(time) };
      const { states, day, at: shown } = await readToday(desk.services, ana, view);
      const { couriers } = await readCouriers(desk.services, ana, modules, view);
      const { open, means } = await readMoney(desk.services, ana, modules, view);
      const { lines } = await readOfficeActivity(desk.services, ana, modules, at(time));
      return {
        day,
        shown,
        states: Object.entries(states).filter(([, orders]) => orders > 0),
        couriers: couriers.map(({ id, done, total, cash, seenAt }) => ({ id, done, total, cash, seenAt })),
        open,
        means: means.map(({ amount }) => amount),
        activity: lines.map(({ what }) => what),
      };
    };
    const carried = { id: courierId, total: 1, seenAt: null };
    expect([await asOf('10:09'), await asOf('10:29'), await asOf('10:30')]).toEqual([
      {
        day: DAY,
        shown: '2026-11-20T15:09:00.000Z',
        states: [['pendiente', 1]],
        couriers: [],
        open: 8000,
        means: [],
        activity: ['creada'],
      },
      {
        day: DAY,
        shown: '2026-11-20T15:29:00.000Z',
        states: [['asignada', 1]],
        couriers: [{ ...carried, done: 0, cash: 0 }],
        open: 8000,
        means: [],
        activity: ['asignada', 'creada'],
      },
      {
        day: DAY,
        shown: '2026-11-20T15:30:00.000Z',
        states: [['entregada', 1]],
        couriers: [{ ...carried, done: 1, cash: 8000 }],
        open: 0,
        means: [8000],
        activity: ['entregada', 'asignada', 'creada'],
      },
    ]);
  });

  it('is the same on the map and in the list', async () => {
    const { id } = await deliver();
    const asOf = async (time: string) => {
      const { state, next } = await dispatch.ok('orders.map', { query: { desde: DAY, hasta: DAY, aLas: at(time) } });
      return [...state, next];
    };
    expect([await asOf('10:09'), await asOf('10:29'), await asOf('10:30')]).toEqual([
      ['pendiente', null],
      ['asignada', null],
      ['entregada', null],
    ]);
    const read = await dispatch.ok('orders.map', { query: { desde: DAY, hasta: DAY } });
    expect(read.id).toEqual([id]);
    const ask = (query: Record<string, string>) => dispatch.call('orders.map', { query });
    expect((await ask({ aLas: at('10:30') })).status).toBe(400);
    expect((await ask({ desde: DAY, hasta: DAY, aLas: at('09:59') })).status).toBe(410);
  });

  it('has no figures of the future, or of a time before its log', async () => {
    await deliver();
    const ask = (aLas: string) => dispatch.call('orders.list', { query: { desde: DAY, hasta: DAY, aLas } });
    const [known, future, before] = [await ask(at('10:59')), await ask(at('11:01')), await ask(at('09:59'))];
    expect([known.status, future.status, before.status]).toEqual([200, 400, 410]);
    expect((before.body as { message: string }).message).toMatch(/^Sin datos .*20\/11\/2026 a las 10:00$/);
    // Each office has its own log.
    await expect(readToday(desk.services, dispatcherOf('neighbour'), { moment: at('10:30') })).rejects.toMatchObject({
      kind: 'expired',
    });
  });

  it('shows erased people as erased, and still counts their orders', async () => {
    const { id } = await deliver();
    await sql`update order_progress set state = 'devuelta'`.execute(desk.db);
    const options: Record<string, string> = { ruc: NORTE_RUC, phone: '987654321', confirm: 'yes' };
    expect(await erasePersonNamed(desk.services, (name) => options[name] ?? '')).toMatch(/1 order/);
    const filter = figureFilter(DAY, FIGURE_FILTERS.all);
    const { orders } = await listOrders(desk.services, ana, { filter, sort: 'codigo', size: 10, moment: at('10:29') });
    expect(orders).toMatchObject([
      { id, state: 'asignada', recipient: { name: 'Dato borrado', phone: null }, place: { address: 'Dato borrado' } },
    ]);
    expect((await readToday(desk.services, ana, { moment: at('10:29') })).states.asignada).toBe(1);
  });

  it('reads payments of events in the earlier format', async () => {
    const { id } = await deliver();
    await sql`
      update events set data = jsonb_set(data, '{before}', (data -> 'before') - 'payments'
        || '{"collected": 3000, "means": "yape"}') where order_id = ${Number(id)} and data ->> 'what' = 'entregada'`.execute(
      desk.db,
    );
    const office = systemIn({ companyId: 'norte', officeId: 'N1', timeZone: 'America/Lima' });
    const past = ordersAsOf(office, { at: new Date('2026-11-20T15:20:00Z'), from: DAY, to: DAY });
    const { rows } = await sql`select payments from ${past} as orders`.execute(desk.db);
    expect(rows).toEqual([{ payments: [{ means: 'yape', amount: 3000 }] }]);
  });

  it('lists at most a month, without data that only the present has', async () => {
    await deliver();
    const status = async (query: Record<string, string>) =>
      (await dispatch.call('orders.list', { query: { aLas: at('10:30'), ...query } })).status;
    const days = { desde: DAY, hasta: DAY };
    expect(await status(days)).toBe(200);
    expect(await status({ desde: '2026-11-01', hasta: '2026-12-01' })).toBe(200);
    for (const query of [
      {},
      { desde: DAY },
      { desde: '2026-11-01', hasta: '2026-12-02' },
      { ...days, buscar: 'peña' },
      { ...days, lote: randomUUID() },
      { ...days, marca: 'sin_evidencia' },
      { ...days, no_marca: 'sin_evidencia' },
      { ...days, aLas: '2026-11-20 10:30' },
      { ...days, aLas: '2026-02-30T10:30' },
    ])
      expect([query, await status(query)]).toEqual([query, 400]);
  });

  it('G40: calculates 120 times per person and minute, and once for all widgets', async () => {
    await dispatch.createOrder();
    desk.clock.move(180 * MINUTE);
    const minute = (n: number) => at(`1${Math.floor(n / 60)}:${String(n % 60).padStart(2, '0')}`);
    const list = (n: number, as = ana) =>
      listOrders(desk.services, as, {
        filter: { ...emptyFilter(), from: DAY, to: DAY },
        sort: 'codigo',
        size: 10,
        moment: minute(n),
      });
    // Counts as six: the rows of the day, and the punctuality of those before.
    await readPunctuality(desk.services, ana, { moment: minute(0) });
    for (let n = 0; n < 113; n++) await list(n);
    // Both need the same rows.
    await readMoney(desk.services, ana, ['D04'], { moment: minute(113) });
    await readCouriers(desk.services, ana, ['D03'], { moment: minute(113) });
    await expect(list(114)).rejects.toMatchObject({ kind: 'busy' });
    await expect(readMoney(desk.services, ana, ['D04'], { moment: minute(114) })).rejects.toMatchObject({
      kind: 'busy',
    });
    expect((await list(114, dispatcherOf('luis'))).orders).toHaveLength(1);
    expect((await readToday(desk.services, ana)).states.pendiente).toBe(1);
    desk.clock.move(MINUTE);
    expect((await list(114)).orders).toHaveLength(1);
  });
});
