import {
  COURSE_MINUTES,
  DASHBOARD_WIDGETS,
  DISPATCH_OPERATIONS,
  FIGURE_FILTERS,
  figureFilter,
  MAX_FIGURE_ROWS,
  byClient,
  byCourier,
  byDistrict,
  byHour,
  byReason,
  ORDER_STATE_CODES,
  type Order,
  type OrderFilter,
  REPORT_COUNT_CODES,
  REPORT_COUNTS,
  REPORT_GROUP_CODES,
  REPORT_PERIOD_CODES,
  type ReportFigures,
  type ReportGroup,
  type ReportPeriod,
} from '@despacho/contracts/dispatch';
import fc from 'fast-check';
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { createCourier } from '#fleet/couriers/create-courier.ts';
import { readClients, readCouriers, readMoney, readPunctuality, readToday } from '#insight/figures/read-figures.ts';
import { couriersAboveLimit } from '#work/money/cash-limit.ts';
import { readReport } from '#insight/reports/read-report.ts';
import { listOrders } from '#orders/order/list-orders.ts';
import { createOrder } from '#orders/order/create-order.ts';
import { fieldsOfInput } from '#orders/order/order-input.ts';
import { insertOrders, type NewOrder } from '#orders/order/insert-orders.ts';
import { editOrder } from '#orders/order/edit-order.ts';
import { requireOpenDay } from '#work/days/confirmed-payments.ts';
import { assertionOf } from './assertions.ts';
import { courierInput, dispatcherOf, orderInput, workerClaims } from './dispatch-world.ts';
import request from './request.ts';
import { figureTallies, recountFigures } from './tallied.ts';
import { useDesk } from './use-desk.ts';

const TODAY = '2026-11-20';
const DAYS = ['2026-11-19', TODAY, '2026-11-21'];
const DISTRICTS = ['150101', '150122', '150131'];
const CLIENTS = ['c1', 'c2'];
const REASONS = ['ausente', 'rechazado'];
const WINDOWS = [null, { from: '09:00', to: '11:00' }, { from: '09:30', to: '12:00' }, { from: '14:00', to: '18:00' }];
const ana = dispatcherOf('ana');
const NEVER = new AbortController().signal;

/** 10:00 in Lima. */
const MORNING = Date.parse('2026-11-20T15:00:00Z');
const MINUTE = 60_000;

describe('a figure and the list that it opens', { timeout: 240_000 }, () => {
  const desk = useDesk();
  let couriers: string[];

  /** The next state of every nth order, as the operations write it. */
  const changes = () =>
    fc.record({
      every: fc.integer({ min: 1, max: 5 }),
      rest: fc.integer({ min: 0, max: 4 }),
      state: fc.constantFrom(...ORDER_STATE_CODES),
      courier: fc.constantFrom(...couriers),
      date: fc.constantFrom(...DAYS),
      district: fc.constantFrom(...DISTRICTS),
      client: fc.constantFrom(...CLIENTS, null),
      reason: fc.constantFrom(...REASONS),
      /** Minutes after the morning's opening. */
      closed: fc.integer({ min: -120, max: 600 }),
      due: fc.constantFrom(5000, null),
      /** Minutes that have passed at the time of the figures. */
      now: fc.integer({ min: 0, max: 700 }),
    });

  type Change = ReturnType<typeof changes> extends fc.Arbitrary<infer T> ? T : never;

  async function write(each: Change): Promise<void> {
    const isClosed = ['entregada', 'no_entregada', 'en_devolucion', 'devuelta'].includes(each.state);
    const isLoaded = isClosed || each.state === 'asignada' || each.state === 'en_ruta';
    const closed = isClosed ? new Date(MORNING + each.closed * MINUTE) : null;
    await sql`
      update order_progress set state = ${each.state}, courier_id = ${isLoaded ? Number(each.courier) : null}::bigint,
        closed_at = ${closed}, visit_day = ${closed === null ? null : TODAY},
        reason = ${each.state === 'entregada' || !isClosed ? null : each.reason},
        due_at = ${new Date(MORNING + each.closed * MINUTE)}
      where office_id = 'N1' and order_id % ${each.every}::integer = ${each.rest % each.every}::integer`.execute(
      desk.db,
    );
    await sql`
      update order_details set date = ${each.date}, ubigeo = ${each.district}, client_id = ${each.client},
        collect_due = ${each.due}::integer
      where office_id = 'N1' and (id + 1) % ${each.every}::integer = ${each.rest % each.every}::integer`.execute(
      desk.db,
    );
  }

  const listOf = async (filter: OrderFilter): Promise<Order[]> => {
    const { orders, next } = await listOrders(desk.services, ana, { filter, sort: 'codigo', size: 100 });
    expect(next).toBe(null);
    return orders;
  };

  /** Every number of the Dashboard, with the filter of its list. */
  async function figuresOf(day: string): Promise<[name: string, figure: number, filter: OrderFilter][]> {
    const view = { day };
    const today = await readToday(desk.services, ana, view);
    const punctuality = await readPunctuality(desk.services, ana, view);
    const { couriers: carrying } = await readCouriers(desk.services, ana, ['D03'], view);
    const { clients } = await readClients(desk.services, ana, view);
    const money = await readMoney(desk.services, ana, ['D04'], view);
    const { all, done, failed, late, promised, kept, collected, toCollect } = FIGURE_FILTERS;
    const of = (...parts: Partial<OrderFilter>[]) => figureFilter(day, ...parts);
    const both = (name: string, { met, due }: { met: number; due: number }, part: Partial<OrderFilter>, on = day) =>
      [
        [`${name} kept`, met, figureFilter(on, part, kept)],
        [`${name} due`, due, figureFilter(on, part, promised)],
      ] as [string, number, OrderFilter][];
    return [
      ...ORDER_STATE_CODES.map((state): [string, number, OrderFilter] => [
        state,
        today.states[state],
        of({ states: { is: [state], not: [] } }),
      ]),
      ['late', today.late, of(late)],
      ['failed', today.failures.total, of(failed)],
      ['done', today.course.done.at(-1) ?? 0, of(done)],
      ...today.failures.reasons.map(({ value, orders }): [string, number, OrderFilter] => [
        `reason ${value}`,
        orders,
        of(failed, byReason(value)),
      ]),
      ...today.failures.districts.map(({ value, orders }): [string, number, OrderFilter] => [
        `failed in ${value}`,
        orders,
        of(failed, byDistrict(value)),
      ]),
      ...both('promises', punctuality, {}),
      ...punctuality.days.flatMap((each) => both(each.day, each, {}, each.day)),
      ...punctuality.hours.flatMap((each) => both(`hour ${each.hour}`, each, byHour(each.hour))),
      ...punctuality.districts.flatMap((each) => both(`district ${each.ubigeo}`, each, byDistrict(each.ubigeo))),
      ...carrying.flatMap((each): [string, number, OrderFilter][] => [
        ['courier', each.total, of(all, byCourier(each.id))],
        ['done of a courier', each.done, of(done, byCourier(each.id))],
        ['failed of a courier', each.failed, of(failed, byCourier(each.id))],
        ['late of a courier', each.late, of(late, byCourier(each.id))],
      ]),
      ...clients.flatMap((each): [string, number, OrderFilter][] => [
        ['client', each.total, of(all, byClient(each.id))],
        ['done of a client', each.done, of(done, byClient(each.id))],
        ['failed of a client', each.failed, of(failed, byClient(each.id))],
        ...each.reasons.map(({ value, orders }): [string, number, OrderFilter] => [
          'reason of a client',
          orders,
          of(failed, byClient(each.id), byReason(value)),
        ]),
      ]),
      ['collected', money.collectedOrders, of(collected)],
      ['to collect', money.openOrders, of(toCollect)],
    ];
  }

  /** How many orders of a day each widget accounts for; cancelled ones are not part of the day's work. */
  async function accountedBy(day: string): Promise<Record<string, number>> {
    const view = { day };
    const sum = (all: readonly { total: number }[]) => all.reduce((whole, { total }) => whole + total, 0);
    const today = await readToday(desk.services, ana, view);
    const punctuality = await readPunctuality(desk.services, ana, view);
    const { couriers, unlisted, unassigned } = await readCouriers(desk.services, ana, ['D03'], view);
    const clients = await readClients(desk.services, ana, view);
    const money = await readMoney(desk.services, ana, ['D04'], view);
    return {
      today: Object.values(today.states).reduce((whole, orders) => whole + orders, 0) - today.states.anulada,
      punctuality: punctuality.due + punctuality.pending + punctuality.without,
      couriers: sum(couriers) + unlisted + unassigned,
      clients: sum(clients.clients) + clients.unlisted + (clients.outside?.total ?? 0),
      money: money.collectedOrders + money.openOrders + money.failedOrders + money.without,
    };
  }

  /** Every number of orders in a report, with the filter of its list. */
  async function reportedOf(group: ReportGroup, period: ReportPeriod, day: string) {
    const modules = ['D01', 'D02', 'D03', 'D05'];
    const report = await readReport(desk.services, ana, { group, period, day, modules, signal: NEVER });
    const rowOf = { cliente: byClient, repartidor: byCourier, distrito: byDistrict }[group];
    const days = { from: report.from, to: report.to };
    const counts = (name: string, figures: ReportFigures | null, ...parts: Partial<OrderFilter>[]) =>
      REPORT_COUNT_CODES.map((code): [string, number, OrderFilter] => [
        `${name} ${code}`,
        figures?.[code] ?? 0,
        figureFilter(day, days, FIGURE_FILTERS[REPORT_COUNTS[code]], ...parts),
      ]);
    return [
      ...counts(`report by ${group}`, report.figures),
      ...report.days.flatMap((each) => counts(each.day, each.figures, { from: each.day, to: each.day })),
      ...report.rows.flatMap(({ id, figures, reasons }) =>
        id === null
          ? []
          : [
              ...counts(`${group} ${id}`, figures, rowOf(id)),
              ...(reasons ?? []).map(({ value, orders }): [string, number, OrderFilter] => [
                `${group} ${id} ${value}`,
                orders,
                figureFilter(day, days, FIGURE_FILTERS.failed, rowOf(id), byReason(value)),
              ]),
            ],
      ),
    ];
  }

  it('agree on random days after random changes', async () => {
    couriers = [];
    for (const name of ['Pedro', 'Sara'])
      couriers.push((await createCourier(desk.services, ana, randomUUID(), courierInput({ name }))).id);
    for (let n = 0; n < 20; n++)
      await createOrder(
        desk.services,
        n % 7 === 6 ? dispatcherOf('neighbour') : ana,
        randomUUID(),
        orderInput({ window: WINDOWS[n % 4] ?? null, date: DAYS[n % 3] ?? TODAY }),
      );
    let compared = 0;
    await fc.assert(
      fc.asyncProperty(changes(), fc.constantFrom(...DAYS), async (change, day) => {
        await write(change);
        // As the log of the operations would have grown.
        await sql`update offices set event_position = event_position + 1 where id = 'N1'`.execute(desk.db);
        desk.clock.move(MORNING + change.now * MINUTE - desk.clock().getTime());
        expect(await figureTallies(desk.db)).toEqual(await recountFigures(desk.db));
        const group = REPORT_GROUP_CODES[change.rest % REPORT_GROUP_CODES.length] ?? 'cliente';
        const period = REPORT_PERIOD_CODES[change.every % REPORT_PERIOD_CODES.length] ?? 'dia';
        for (const [name, figure, filter] of [...(await figuresOf(day)), ...(await reportedOf(group, period, day))]) {
          expect([name, figure]).toEqual([name, (await listOf(filter)).length]);
          compared += 1;
        }
        const orders = (await listOf(figureFilter(day, FIGURE_FILTERS.all))).length;
        const accounted = await accountedBy(day);
        expect(accounted).toEqual(Object.fromEntries(Object.keys(accounted).map((widget) => [widget, orders])));
      }),
      { numRuns: 14 },
    );
    expect(compared).toBeGreaterThan(1000);
  });
});

describe('the figures of a day', () => {
  const desk = useDesk();
  const { dispatch } = desk;

  it('count a delivery against the first promised window, despite later promises', async () => {
    const courierId = await dispatch.createCourier();
    const promised = { from: '09:00', to: '11:00' };
    const [kept, broken, moved] = [
      await createOrder(desk.services, ana, randomUUID(), orderInput({ window: promised })),
      await createOrder(desk.services, ana, randomUUID(), orderInput({ window: promised })),
      await createOrder(desk.services, ana, randomUUID(), orderInput({ window: null })),
    ];
    // A window that was changed to suit the delivery, and the first one of an order without any.
    for (const { id, version } of [broken, moved])
      await editOrder(
        desk.services,
        ana,
        Number(id),
        { version, changes: { window: { from: '12:00', to: '14:00' } } },
        requireOpenDay,
      );
    const ids = [kept.id, broken.id, moved.id];
    await dispatch.ok('assignments.assign', { body: { courierId, orders: await dispatch.refs(ids) } });
    await dispatch.close([kept.id], { to: 'entregada' });
    desk.clock.move(3 * 60 * MINUTE);
    await dispatch.close([broken.id, moved.id], { to: 'entregada' });
    expect(await readPunctuality(desk.services, ana)).toMatchObject({ met: 1, due: 2 });
    desk.clock.move(2 * 60 * MINUTE);
    expect(await readPunctuality(desk.services, ana)).toMatchObject({
      met: 2,
      due: 3,
      hours: [
        { hour: '09', met: 1, due: 2 },
        { hour: '12', met: 1, due: 1 },
      ],
      districts: [{ ubigeo: '150122', name: 'Miraflores', met: 2, due: 3 }],
    });
  });

  it('count the orders of the rows that are not listed, and promises whose time has not ended', async () => {
    const { id } = await createCourier(desk.services, ana, randomUUID(), courierInput());
    const orders = Array.from({ length: MAX_FIGURE_ROWS + 1 }, () =>
      fieldsOfInput(orderInput({ window: { from: '14:00', to: '18:00' } })),
    ) as NewOrder[];
    const batch = { id: randomUUID(), now: desk.clock() };
    const made = await desk.db.transaction().execute((trx) => insertOrders(trx, ana, batch, orders));
    const columns = sql.raw(
      `company_id, office_id, name, vehicle, zones, shift_from, shift_to, capacity_orders, capacity_grams, state, created_at`,
    );
    await sql`
      with more as (
        insert into couriers (${columns}) select ${columns} from couriers, generate_series(1, ${made.length}::integer)
        where id = ${id} returning id
      ), given as (
        select one.id as courier_id, other.order_id from (select id, row_number() over () as place from more) as one
        join (select order_id, row_number() over () as place from order_progress where office_id = 'N1') as other using (place)
      )
      update order_progress as progress set state = 'asignada', courier_id = given.courier_id from given
      where progress.order_id = given.order_id`.execute(desk.db);
    await sql`update order_details set client_id = 'c' || id where office_id = 'N1'`.execute(desk.db);
    expect(await readCouriers(desk.services, ana, ['D03'])).toMatchObject({ total: made.length, unlisted: 1 });
    expect(await readClients(desk.services, ana)).toMatchObject({ total: made.length, unlisted: 1 });
    expect(await readPunctuality(desk.services, ana)).toMatchObject({ due: 0, pending: made.length, without: 0 });
  });

  it('compare with the median of the last four same weekdays, or not with fewer', async () => {
    const courierId = await dispatch.createCourier();
    // Closed by 10:00 of each day: 1, 2, 3 and 4 of 4.
    const weeks = ['2026-11-13', '2026-11-06', '2026-10-30', '2026-10-23'];
    for (const [week, date] of weeks.entries()) {
      expect((await readToday(desk.services, ana)).usual).toBe(null);
      for (let n = 0; n < 4; n++) {
        const { id } = await dispatch.createOrder({ date });
        const at = new Date(Date.parse(`${date}T${n <= week ? '14:30' : '20:00'}:00Z`));
        await sql`
          update order_progress set state = 'entregada', courier_id = ${Number(courierId)}::bigint, closed_at = ${at},
            visit_day = ${date} where order_id = ${Number(id)}`.execute(desk.db);
      }
      desk.services.figures.clear();
    }
    const { usual, course } = await readToday(desk.services, ana);
    expect(usual).toBe(625);
    // From 05:00: at 10:00 and at 15:00.
    const at = (hours: number): number | undefined => course.usual?.[(hours * 60) / COURSE_MINUTES - 1];
    expect([at(4), at(5), at(11)]).toEqual([0, 625, 1000]);
  });

  it('show the cash that couriers still have, as «Liquidación» and the cash limit do', async () => {
    const courierId = await dispatch.createCourier();
    const orders = [await dispatch.createOrder({ collectDue: 8000 }), await dispatch.createOrder()];
    const ids = orders.map(({ id }) => id);
    await dispatch.ok('assignments.assign', { body: { courierId, orders: await dispatch.refs(ids) } });
    await dispatch.close(ids.slice(0, 1), { to: 'entregada', payments: [{ means: 'efectivo', amount: 8000 }] });
    await dispatch.ok('settings.edit', { as: 'chief', body: { version: 1, changes: { cashLimit: 1000 } } });
    const shown = async (day?: string) =>
      (await readCouriers(desk.services, ana, ['D03', 'D05'], day === undefined ? {} : { day })).couriers;
    const receive = async (amount: number) => {
      const [money] = (await dispatch.ok('money.day')).couriers;
      const body = { courierId, day: TODAY, version: money?.version ?? 0, amount };
      await dispatch.ok('money.receive', { body });
    };
    for (const [amount, left] of [
      [5000, 3000],
      [2000, 1000],
    ] as const) {
      await receive(amount);
      const [carried] = (await dispatch.ok('money.day')).couriers;
      const above = await couriersAboveLimit(desk.db, ana, TODAY);
      expect([(await shown())[0]?.cash, carried?.carried]).toEqual([left, left]);
      expect(above.map((each) => each.amount)).toEqual(left > 1000 ? [left] : []);
    }
    // The next day he still has it. What he had on a past day is not known.
    desk.clock.move(24 * 60 * MINUTE);
    await dispatch.ok('assignments.assign', {
      body: { courierId, orders: await dispatch.refs([(await dispatch.createOrder({ date: '2026-11-21' })).id]) },
    });
    expect([(await shown())[0]?.cash, (await shown(TODAY))[0]?.cash]).toEqual([1000, null]);
  });

  it('show amounts only to people with D05', async () => {
    const courierId = await dispatch.createCourier();
    const { id } = await dispatch.createOrder({ collectDue: 8000 });
    await dispatch.createOrder({ collectDue: 1500 });
    await dispatch.ok('assignments.assign', { body: { courierId, orders: await dispatch.refs([id]) } });
    await dispatch.close([id], { to: 'entregada', payments: [{ means: 'efectivo', amount: 8000 }] });
    const shown = [
      await readMoney(desk.services, ana, ['D04', 'D05']),
      await readCouriers(desk.services, ana, ['D03', 'D05']),
    ];
    expect(shown).toMatchObject([
      { orders: 2, openOrders: 1, open: 1500, means: [{ means: 'efectivo', amount: 8000, orders: 1 }] },
      { couriers: [{ cash: 8000, done: 1, total: 1 }] },
    ]);
    const hidden = [await readMoney(desk.services, ana, ['D04']), await readCouriers(desk.services, ana, ['D03'])];
    expect(hidden).toMatchObject([
      { orders: 2, openOrders: 1, open: null, means: [{ means: 'efectivo', amount: null, orders: 1 }] },
      { couriers: [{ cash: null, done: 1, total: 1 }] },
    ]);
    expect(JSON.stringify(hidden)).not.toMatch(/8000|1500/);
  });

  it('G20: answer each widget only to people with its module, in their own office', async () => {
    const modules = ['D01', 'D02', 'D03', 'D04', 'D05', 'D06', 'U01', 'M01'];
    const paths = Object.fromEntries(
      Object.entries(DASHBOARD_WIDGETS).map(([module, id]) => [
        module,
        DISPATCH_OPERATIONS[id].path.replace('/api', '/operations'),
      ]),
    );
    expect(Object.keys(paths)).toEqual(['D01', 'D02', 'D03', 'D04', 'D05', 'D06']);
    for (const has of modules) {
      const token = await assertionOf({ ...workerClaims('ana'), modules: [has] }, { from: desk.clock() });
      for (const [needs, path] of Object.entries(paths)) {
        const ask = (officeId: string) =>
          request(desk.app).get(path).query({ officeId }).set('Authorization', `Bearer ${token}`);
        expect([has, needs, (await ask('N1')).status]).toEqual([has, needs, has === needs ? 200 : 403]);
        if (has === needs) expect([has, (await ask('N2')).status]).toEqual([has, 404]);
      }
    }
  });
});
