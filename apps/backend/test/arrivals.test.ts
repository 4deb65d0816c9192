import { randomUUID } from 'node:crypto';
import { type Arrival, type Fix, type Order } from '@despacho/contracts/dispatch';
import fc from 'fast-check';
import { pino } from 'pino';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { readOfficeActivity } from '#insight/figures/read-figures.ts';
import { ArrivalDetector } from '#fleet/arrivals/arrival-detector.ts';
import { erasePositions } from '#fleet/positions/partitions.ts';
import { MAX_ARRIVALS_A_DAY } from '#platform/database/table-bounds.ts';
import { PositionWriter } from '#fleet/positions/position-writer.ts';
import { dispatcherOf } from './dispatch-world.ts';
import { NOW } from './test-services.ts';
import { type TestPhone, usePhones } from './use-phones.ts';

const MINUTE = 60_000;
const DOOR = { lat: -12.06, lng: -77.05 };
/** A meter of latitude, in degrees. */
const METER = 1 / 111_195;

/** A fix some minutes before now, and some meters north of the door. */
const fixAt = (minutes: number, meters: number, more: Partial<Fix> = {}): Fix => ({
  at: new Date(NOW.getTime() + minutes * MINUTE).toISOString(),
  lat: DOOR.lat + meters * METER,
  lng: DOOR.lng,
  accuracy: 10,
  ...more,
});

/** Comes to the door 30 minutes before now, and leaves 6 minutes later. */
const VISIT = [
  fixAt(-33, 1200),
  fixAt(-32, 900),
  fixAt(-31, 400),
  ...Array.from({ length: 13 }, (_, index) => fixAt(-30 + index / 2, (index % 4) * 15)),
  fixAt(-23.5, 400),
  fixAt(-22, 900),
  fixAt(-10, 1500),
];
const SEEN = [{ at: fixAt(-30, 0).at, until: fixAt(-24, 0).at, left: fixAt(-23.5, 0).at }];

describe('arrivals', () => {
  const desk = usePhones();
  const { dispatch } = desk;

  async function stopAt(point: { lat: number; lng: number } | null, courierId = desk.pedro): Promise<Order> {
    const order = await dispatch.createOrder({
      place: { address: 'Av. Brasil 1', reference: null, ubigeo: '150105', point },
    });
    await desk.assign([order], courierId);
    return order;
  }
  async function onTheWay(courierId = desk.pedro): Promise<TestPhone> {
    const phone = await desk.phoneOf(courierId);
    const at = new Date(NOW.getTime() - 60 * MINUTE).toISOString();
    expect((await phone.call('field.start', { id: randomUUID(), at })).status).toBe(200);
    return phone;
  }
  const send = async (phone: TestPhone, fixes: readonly Fix[]): Promise<void> => {
    const { status, text } = await phone.call('field.positions', { fixes });
    if (status !== 200) throw new Error(text);
    await desk.services.positionWriter.close();
  };
  const listOf = async (order: Order): Promise<Omit<Arrival, 'orderId' | 'courierId'>[]> =>
    (await dispatch.ok('arrivals.list', { as: 'clerk', query: { orden: order.id } })).map(({ at, until, left }) => ({
      at,
      until,
      left,
    }));
  const stored = () => desk.db.selectFrom('arrivals').selectAll().orderBy('arrived_at').execute();

  it('are detected while the fixes arrive, with their end', async () => {
    const order = await stopAt(DOOR);
    const phone = await onTheWay();
    const shown: unknown[] = [];
    for (const fix of VISIT) {
      await send(phone, [fix]);
      shown.push((await listOf(order))[0]);
    }
    expect(shown[5]).toBeUndefined();
    // A minute and a half after the first fix at the door.
    expect(shown[6]).toEqual({ at: fixAt(-30, 0).at, until: fixAt(-28.5, 0).at, left: null });
    expect(shown[15]).toEqual({ at: fixAt(-30, 0).at, until: fixAt(-24, 0).at, left: null });
    expect(await listOf(order)).toEqual(SEEN);
  });

  it('are at most a thousand per courier and day, which later fixes still update', async () => {
    const order = await stopAt(DOOR);
    const phone = await onTheWay();
    const row = (number: number) => ({
      office_id: 'N1',
      order_id: 1_000_000 + number,
      courier_id: Number(desk.pedro),
      arrived_at: new Date(NOW.getTime() - 50 * MINUTE),
      until_at: new Date(NOW.getTime() - 45 * MINUTE),
      left_at: null,
    });
    const rows = Array.from({ length: MAX_ARRIVALS_A_DAY }, (_, number) => row(number));
    await desk.db.insertInto('arrivals').values(rows).execute();
    await send(phone, VISIT.slice(0, 10));
    expect([await listOf(order), (await stored()).length]).toEqual([[], MAX_ARRIVALS_A_DAY]);
    await desk.db.deleteFrom('arrivals').where('order_id', '=', 1_000_000).execute();
    await send(phone, VISIT.slice(10));
    expect([await listOf(order), (await stored()).length]).toEqual([SEEN, MAX_ARRIVALS_A_DAY]);
  });

  it('belong to the order and to the day of its courier', async () => {
    const order = await stopAt(DOOR);
    const other = await stopAt(DOOR, desk.sara);
    await send(await onTheWay(), VISIT);
    const ofDay = (repartidor: string, dia = '2026-11-20') =>
      dispatch.ok('arrivals.list', { as: 'clerk', query: { repartidor, dia } });
    expect(await ofDay(desk.pedro)).toEqual([{ orderId: order.id, courierId: desk.pedro, ...SEEN[0] }]);
    expect([await ofDay(desk.sara), await ofDay(desk.pedro, '2026-11-19'), await listOf(other)]).toEqual([[], [], []]);
  });

  it('end with a «Cierre» that arrives late, and do not occur after it', async () => {
    const order = await stopAt(DOOR);
    const phone = await onTheWay();
    await send(phone, VISIT);
    const endsAt = async (minutes: number) => {
      const answer = await phone.call('field.end', { id: randomUUID(), at: fixAt(minutes, 0).at, unsent: 0 });
      expect(answer.status).toBe(200);
    };
    await endsAt(-20);
    expect(await listOf(order)).toEqual(SEEN);
    await endsAt(-27);
    expect(await listOf(order)).toEqual([{ at: fixAt(-30, 0).at, until: fixAt(-27, 0).at, left: null }]);
    await endsAt(-31);
    expect(await listOf(order)).toEqual([]);
    expect(
      await dispatch.ok('arrivals.list', { as: 'clerk', query: { repartidor: desk.pedro, dia: '2026-11-20' } }),
    ).toEqual([]);
  });

  it('G20: are only for people of the office with M01', async () => {
    const order = await stopAt(DOOR);
    await send(await onTheWay(), VISIT);
    const statusFor = async (as: 'ana' | 'chief' | 'blindchief' | 'neighbour') =>
      (await dispatch.call('arrivals.list', { as, office: 'N1', query: { orden: order.id } })).status;
    expect([await statusFor('ana'), await statusFor('chief'), await statusFor('blindchief')]).toEqual([403, 403, 200]);
    expect(await statusFor('neighbour')).toBe(404);
    // Nor through their own office.
    expect(await dispatch.ok('arrivals.list', { as: 'neighbour', office: 'N2', query: { orden: order.id } })).toEqual(
      [],
    );
    expect(
      (await dispatch.call('arrivals.list', { as: 'clerk', office: 'N2', query: { orden: order.id } })).status,
    ).toBe(404);
    // The orders and couriers that others read contain none either.
    const wire = await Promise.all([
      dispatch.ok('orders.read', { id: order.id }),
      dispatch.ok('orders.list'),
      dispatch.ok('orders.map'),
      dispatch.ok('couriers.list'),
      readOfficeActivity(desk.services, dispatcherOf('chief'), ['D06', 'U01']),
    ]);
    const text = JSON.stringify(wire);
    expect(text).toContain(order.code);
    for (const { at, lat } of VISIT) {
      expect(text).not.toContain(at);
      if (lat !== DOOR.lat) expect(text).not.toContain(String(lat));
    }
  });

  it.each<[string, () => Promise<Order>]>([
    ['at an approximate place', () => stopAt(null)],
    ['150 m away', () => stopAt({ ...DOOR, lat: DOOR.lat - 150 * METER })],
    ['of another courier', () => stopAt(DOOR, desk.sara)],
    [
      'of another day',
      async () => {
        const order = await stopAt(DOOR);
        await desk.db.updateTable('order_details').set({ date: '2026-11-21' }).execute();
        return order;
      },
    ],
  ])('are not detected %s', async (_what, create) => {
    const order = await create();
    await desk.db
      .updateTable('order_details')
      .set({ lat: DOOR.lat, lng: DOOR.lng })
      .where('approximate', '=', true)
      .execute();
    await send(await onTheWay(), VISIT);
    expect(await listOf(order)).toEqual([]);
    expect(await stored()).toEqual([]);
  });

  it('depend on the radius of the office', async () => {
    const order = await stopAt({ ...DOOR, lat: DOOR.lat - 150 * METER });
    const { version } = await dispatch.ok('settings.read');
    await dispatch.ok('settings.edit', { as: 'chief', body: { version, changes: { arrivalRadius: 250 } } });
    await send(await onTheWay(), VISIT);
    expect(await listOf(order)).toMatchObject([{ at: fixAt(-30, 0).at }]);
  });

  it('depend on how exactly the place is known, if that is less than the office requires', async () => {
    const { version } = await dispatch.ok('settings.read');
    await dispatch.ok('settings.edit', { as: 'chief', body: { version, changes: { arrivalRadius: 30 } } });
    const away = { ...DOOR, lat: DOOR.lat - 50 * METER };
    const [door, block, street] = [await stopAt(away), await stopAt(away), await stopAt(away)];
    for (const [order, place] of [
      [block, { place_degree: 'cuadra', place_radius: 100 }],
      [street, { place_degree: 'calle', place_radius: 100, approximate: true }],
    ] as const)
      await desk.db.updateTable('order_details').set(place).where('id', '=', Number(order.id)).execute();
    await send(await onTheWay(), VISIT);
    expect([await listOf(door), await listOf(block), await listOf(street)]).toMatchObject([
      [],
      [{ left: SEEN[0]?.left }],
      [],
    ]);
  });

  it.each([
    ['a later fix', (phone: TestPhone) => send(phone, [fixAt(-1, 1600)])],
    ['time alone', () => desk.services.positionWriter.close()],
  ])('are found although the stops were read before the assignment, by %s', async (_what, pass) => {
    const phone = await onTheWay();
    // The stops of the office are read, and then not for half a minute.
    await send(phone, [fixAt(-40, 3000)]);
    const order = await stopAt(DOOR);
    await send(phone, VISIT);
    expect(await listOf(order)).toEqual([]);
    desk.clock.move(MINUTE);
    await pass(phone);
    expect(await listOf(order)).toEqual(SEEN);
  });

  it('of a closed stop are found in late fixes, and those after its close are not', async () => {
    const order = await stopAt(DOOR);
    const phone = await onTheWay();
    desk.clock.move(-25 * MINUTE);
    const orders = [{ id: order.id, version: 3, to: 'entregada' as const }];
    expect((await dispatch.ok('assignments.close', { body: { orders } })).outcomes).toMatchObject([{ ok: true }]);
    desk.clock.move(25 * MINUTE);
    const again = VISIT.filter((_, index) => index < 16).map((fix) => ({
      ...fix,
      at: new Date(Date.parse(fix.at) + 20 * MINUTE).toISOString(),
    }));
    await send(phone, [...VISIT.slice(0, -1), ...again]);
    expect(await listOf(order)).toEqual(SEEN);
  });

  it('are the same in whatever order, batches and services the fixes arrive', async () => {
    const order = await stopAt(DOOR);
    const second = await stopAt({ ...DOOR, lat: DOOR.lat + 900 * METER });
    await onTheWay();
    const courier = { officeId: 'N1', courierId: Number(desk.pedro) };
    const day = [...VISIT, ...Array.from({ length: 8 }, (_, index) => fixAt(-20 + index, 905))].map(
      ({ at, lat, lng, accuracy }) => ({ at: Date.parse(at), lat, lng, accuracy, speed: null, heading: null }),
    );
    const services = () =>
      new PositionWriter(desk.db, desk.clock, new ArrivalDetector(desk.db, desk.clock, pino({ level: 'silent' })));
    const run = async (fixes: typeof day, size: number, writers: PositionWriter[]) => {
      await desk.db.deleteFrom('positions').execute();
      await desk.db.deleteFrom('courier_positions').execute();
      await desk.db.deleteFrom('arrivals').execute();
      for (let from = 0; from < fixes.length; from += size) {
        const writer = writers[(from / size) % writers.length];
        await writer?.add({ courier }, fixes.slice(from, from + size));
        await writer?.close();
      }
      return stored();
    };
    const inOrder = await run(day, day.length, [services()]);
    expect(inOrder.map(({ order_id }) => order_id)).toEqual([Number(order.id), Number(second.id)]);
    const orders = fc.shuffledSubarray(day, { minLength: day.length });
    await fc.assert(
      fc.asyncProperty(orders, fc.integer({ min: 1, max: 12 }), fc.boolean(), async (fixes, size, areTwo) => {
        expect(await run(fixes, size, areTwo ? [services(), services()] : [services()])).toEqual(inOrder);
      }),
      { numRuns: 15 },
    );
  });

  it('G40: are searched twice a minute for a phone with old and new fixes, otherwise immediately', async () => {
    const [order, other] = [await stopAt(DOOR), await stopAt(DOOR, desk.sara)];
    await onTheWay();
    await onTheWay(desk.sara);
    const detector = new ArrivalDetector(desk.db, desk.clock, pino({ level: 'silent' }));
    const writer = new PositionWriter(desk.db, desk.clock);
    /** Stores fixes, and passes them to the detector with others that widen their span. */
    const wander = async (courierId: string, fixes: readonly Fix[], reach: number): Promise<void> => {
      const spots = [fixAt(-59, 3000), ...fixes, fixAt(-59 + reach, 3000)].map(({ at, lat, lng, accuracy }) => ({
        ...{ at: Date.parse(at), lat, lng, accuracy },
        ...{ speed: null, heading: null },
      }));
      const key = { officeId: 'N1', courierId: Number(courierId) };
      await writer.add({ courier: key }, spots);
      detector.add([{ key, fixes: spots, newest: undefined }]);
    };
    const isNoticed = async ({ id }: Order) => (await stored()).some(({ order_id }) => order_id === Number(id));
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const pass = async (): Promise<void> => {
      await vi.advanceTimersByTimeAsync(1000);
      await detector.idle;
    };
    await wander(desk.pedro, [], 50);
    await pass();
    await wander(desk.pedro, [], 50);
    await pass();
    await wander(desk.pedro, VISIT, 50);
    await wander(desk.sara, VISIT, 50);
    await pass();
    expect([await isNoticed(order), await isNoticed(other)]).toEqual([false, true]);
    desk.clock.move(MINUTE);
    await pass();
    expect(await isNoticed(order)).toBe(true);
  });

  it('are erased with the positions, and with the courier', async () => {
    await stopAt(DOOR);
    await send(await onTheWay(), VISIT);
    await erasePositions(desk.db, new Date('2027-01-19T23:00:00Z'), 60);
    expect(await stored()).toHaveLength(1);
    await erasePositions(desk.db, new Date('2027-01-20T00:00:00Z'), 60);
    expect(await stored()).toEqual([]);
  });

  it('do not delay positions when they cannot be computed', async () => {
    await stopAt(DOOR);
    const phone = await onTheWay();
    await desk.db.schema.alterTable('arrivals').renameTo('elsewhere').execute();
    try {
      await send(phone, VISIT.slice(0, 10));
    } finally {
      await desk.db.schema.alterTable('elsewhere').renameTo('arrivals').execute();
    }
    await send(phone, VISIT.slice(10));
    expect(await stored()).toMatchObject([{ arrived_at: new Date(fixAt(-30, 0).at) }]);
  });
});
