import {
  emptyFilter,
  ORDER_FLAG_CODES,
  ORDER_PROMISE_CODES,
  ORDER_STATE_CODES,
  type OrderFilter,
} from '@despacho/contracts/dispatch';
import fc from 'fast-check';
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { assignOrders } from '#work/assignments/assign-orders.ts';
import { createCourier } from '#fleet/couriers/create-courier.ts';
import { prepareExport } from '#orders/exports/prepare-export.ts';
import { createZone } from '#fleet/zones/change-zone.ts';
import { countByState, countedIn, countOrders } from '#orders/order/count-orders.ts';
import { createOrder } from '#orders/order/create-order.ts';
import { filterCondition } from '#orders/order/filter-orders.ts';
import { courierInput, dispatcherOf, LARCO, orderInput, zoneInput } from './dispatch-world.ts';
import { recount, tallied } from './tallied.ts';
import { useDesk } from './use-desk.ts';

describe('the tallies behind the counters', () => {
  const desk = useDesk();

  const ana = dispatcherOf('ana');

  it('follow created, changed and deleted orders, and drop empty kinds', async () => {
    const ofOffice = async () => (await tallied(desk.db)).filter(({ grouped_by }) => grouped_by === '');
    const inputs = [{}, {}, { note: 'Frágil' }, { collectDue: 100 }, { date: '2026-11-21' }];
    const orders = [];
    for (const changes of inputs) orders.push(await createOrder(desk.services, ana, randomUUID(), orderInput(changes)));
    expect(
      (await ofOffice()).map(({ date, with_note, with_collection, orders: count }) => [
        date,
        with_collection,
        with_note,
        count,
      ]),
    ).toEqual([
      ['2026-11-20', false, false, 2],
      ['2026-11-20', false, true, 1],
      ['2026-11-20', true, false, 1],
      ['2026-11-21', false, false, 1],
    ]);
    expect(await tallied(desk.db)).toEqual(await recount(desk.db));
    expect(await countByState(desk.services, ana, emptyFilter())).toMatchObject({ total: 5, states: { pendiente: 5 } });
    const { orders: exported } = await prepareExport(desk.services, dispatcherOf('chief'), {
      format: 'csv',
      filter: { hasta: '2026-11-20' },
    });
    expect(exported).toBe(4);

    const { id: courierId } = await createCourier(desk.services, ana, randomUUID(), courierInput());
    const refs = orders.slice(0, 2).map(({ id, version }) => ({ id, version }));
    await assignOrders(desk.services, ana, randomUUID(), { courierId, orders: refs });
    expect(await tallied(desk.db)).toEqual(await recount(desk.db));
    const after = await ofOffice();
    // Every pending order of that day now has a note or a collection.
    expect(
      after.filter(({ date, with_note, with_collection }) => date === '2026-11-20' && !with_note && !with_collection),
    ).toMatchObject([{ state: 'asignada', orders: 2 }]);

    // The due time of closed orders is not counted.
    await sql`update order_progress set state = 'entregada' where state = 'asignada'`.execute(desk.db);
    await sql`update order_progress set due_at = due_at + interval '1 minute'`.execute(desk.db);
    await sql`update order_details set evidence = id % 2`.execute(desk.db);
    expect(await tallied(desk.db)).toEqual(await recount(desk.db));
    for (const table of ['order_search', 'order_progress', 'order_details'] as const)
      await desk.db.deleteFrom(table).execute();
    expect(await tallied(desk.db)).toEqual([]);
  });
});

describe('counts of a filter', () => {
  const desk = useDesk();
  const ana = dispatcherOf('ana');
  const DAYS = ['2026-11-19', '2026-11-20', '2026-11-21'];
  const DISTRICTS = ['150101', '150122', '150131'];
  const CLIENTS = ['c1', 'c2', 'c3'];
  const RECIPIENTS = ['Ana Quispe', 'Luis Quispe Mamani', 'Rosa Torres'];
  let couriers: string[];
  let zones: string[];

  const some = <T extends string>(values: readonly T[]) => fc.uniqueArray(fc.constantFrom(...values), { maxLength: 2 });
  const choice = <T extends string>(values: readonly T[]): fc.Arbitrary<{ is: T[]; not: T[] }> =>
    fc.oneof(
      { weight: 2, arbitrary: fc.record({ is: fc.constant<T[]>([]), not: fc.constant<T[]>([]) }) },
      { weight: 1, arbitrary: fc.record({ is: some(values), not: some(values) }) },
    );
  const filters = (): fc.Arbitrary<OrderFilter> =>
    fc.record(
      {
        states: choice(ORDER_STATE_CODES),
        couriers: choice(couriers),
        districts: choice(DISTRICTS),
        zones: choice(zones),
        clients: choice(CLIENTS),
        flags: choice(ORDER_FLAG_CODES),
        reasons: choice(['ausente', 'rechazado']),
        promises: choice(ORDER_PROMISE_CODES),
        hours: choice(['09', '14']),
        from: fc.constantFrom(...DAYS),
        to: fc.constantFrom(...DAYS),
        search: fc.constantFrom('quispe', 'quispe mamani', 'nadie', '#'),
      },
      {
        requiredKeys: ['states', 'couriers', 'districts', 'zones', 'clients', 'flags', 'reasons', 'promises', 'hours'],
      },
    );

  /** A write to both halves of every nth order, as operations, retention and erasure make them. */
  const writes = () =>
    fc.record({
      every: fc.integer({ min: 1, max: 5 }),
      state: fc.constantFrom(...ORDER_STATE_CODES),
      courier: fc.constantFrom(...couriers),
      date: fc.constantFrom(...DAYS),
      district: fc.constantFrom(...DISTRICTS),
      client: fc.constantFrom(...CLIENTS, null),
      note: fc.constantFrom('Nota', null),
      due: fc.constantFrom(100, null),
      evidence: fc.integer({ min: 0, max: 1 }),
    });

  type Written = ReturnType<typeof writes> extends fc.Arbitrary<infer T> ? T : never;

  async function write(each: Written): Promise<void> {
    const isLoaded = each.state !== 'pendiente' && each.state !== 'anulada';
    await sql`
      update order_progress set state = ${each.state}, due_at = (${each.date}::date + 1)::timestamptz,
        courier_id = ${isLoaded ? Number(each.courier) : null}::bigint
      where office_id = 'N1' and order_id % ${each.every}::integer = 0`.execute(desk.db);
    await sql`
      update order_details set date = ${each.date}, ubigeo = ${each.district}, client_id = ${each.client},
        note = ${each.note}, collect_due = ${each.due}::integer, evidence = ${each.evidence}::integer
      where office_id = 'N1' and (id + 1) % ${each.every}::integer = 0`.execute(desk.db);
  }

  const listed = async (filter: OrderFilter): Promise<number> => {
    const { rows } = await sql<{ orders: number }>`
      select count(*) as orders from orders where ${filterCondition(ana, filter, desk.clock())}`.execute(desk.db);
    return rows[0]?.orders ?? 0;
  };

  it('equal the list after random writes, and are bounded only where orders are counted one by one', async () => {
    couriers = [];
    for (const name of ['Pedro', 'Sara'])
      couriers.push((await createCourier(desk.services, ana, randomUUID(), courierInput({ name }))).id);
    const north = zoneInput().corners.map(([lat, lng]): [number, number] => [lat + 1, lng]);
    zones = [];
    for (const input of [zoneInput(), zoneInput({ name: 'Norte', corners: north })])
      zones.push((await createZone(desk.services, dispatcherOf('chief'), input)).id);
    for (let n = 0; n < 24; n++)
      await createOrder(
        desk.services,
        n % 8 === 7 ? dispatcherOf('neighbour') : ana,
        randomUUID(),
        orderInput({
          recipient: { name: RECIPIENTS[n % 3] ?? '', phone: null },
          client: { id: 'c1', name: 'Bodega', phone: null },
          place: { ...orderInput().place, point: n % 2 === 0 ? LARCO : null },
        }),
      );
    const MOST = 4;
    const search = { ...emptyFilter(), search: 'quispe' };
    const found = await listed(search);
    expect(await countOrders(desk.services, ana, search, found)).toMatchObject({ total: found });
    expect(await countOrders(desk.services, ana, search, found - 1)).toEqual({
      total: found - 1,
      more: true,
      flags: null,
    });
    await fc.assert(
      fc.asyncProperty(writes(), fc.array(filters(), { minLength: 3, maxLength: 3 }), async (written, asked) => {
        await write(written);
        expect(await tallied(desk.db)).toEqual(await recount(desk.db));
        for (const filter of asked) {
          const expected = await listed(filter);
          const counts = await countOrders(desk.services, ana, filter, MOST);
          const states = await countByState(desk.services, ana, filter, MOST);
          if (countedIn(filter).isOneByOne && expected > MOST) {
            expect(counts).toEqual({ total: MOST, more: true, flags: null });
            expect(states).toEqual({ total: MOST, more: true, states: null });
            continue;
          }
          const flags = ORDER_FLAG_CODES.map(async (flag) => {
            const { is, not } = filter.flags;
            return [flag, await listed({ ...filter, flags: { is: [...is, flag], not } })] as const;
          });
          expect(counts).toEqual({ total: expected, flags: Object.fromEntries(await Promise.all(flags)) });
          expect(states.total).toBe(expected);
          for (const state of ORDER_STATE_CODES)
            if (filter.states.is.length === 0 && !filter.states.not.includes(state))
              expect(states.states?.[state]).toBe(await listed({ ...filter, states: { is: [state], not: [] } }));
        }
      }),
      { numRuns: 25 },
    );
  });
});
