import { type FieldRoute, type FieldStop, metersBetween } from '@despacho/contracts/dispatch';
import { describe, expect, it } from 'vitest';
import { FieldFailure, type NewItem } from '../../../apps/web/tools/courier.ts';
import { trueDoor } from '../../../apps/backend/tools/demo.ts';
import { SimulatedCourier } from './simulated-courier.ts';

const MINUTE = 60_000;
/** Ten in the morning in Lima. */
const START = Date.parse('2026-11-20T15:00:00.000Z');

const stopOf = (id: number): FieldStop => ({
  id: String(id),
  code: `LIM-${id}`,
  version: 2,
  state: 'asignada',
  attempt: 1,
  sequence: id,
  client: 'Bodega Sur',
  recipient: { name: 'Rosa Quispe', phone: null },
  place: {
    address: 'Av. Arequipa 100',
    reference: null,
    district: 'Lince',
    lat: -12.08 - id * 0.004,
    lng: -77.03 - (id % 3) * 0.004,
    approximate: false,
  },
  window: null,
  dueAt: '2026-11-21T04:59:59.000Z',
  packages: 1,
  collectDue: id % 2 === 0 ? 5000 : null,
  note: null,
  courierNote: null,
  priority: 'normal',
  reason: null,
  closedAt: null,
});

/** A courier whose phone records what is added, and when it reaches the service. */
function createWorld(stops: FieldStop[], { seed = 3, now = START, maxStopMs = 0 } = {}) {
  const world = {
    now,
    stops,
    end: null as FieldRoute['end'],
    added: [] as { item: NewItem; at: number }[],
    calls: [] as { what: 'open' | 'read' | 'send'; at: number }[],
    /** How many of them reached the service. */
    sent: 0,
    drawn: 0,
    failure: undefined as FieldFailure | undefined,
  };
  const called = (what: 'open' | 'read' | 'send') => {
    world.calls.push({ what, at: world.now });
    return world.failure ? Promise.reject(world.failure) : Promise.resolve();
  };
  const phone = {
    get moment() {
      return { at: new Date(world.now).toISOString(), clockOffsetMs: 0 };
    },
    open: async () => {
      await called('open');
      return { timeZone: 'America/Lima' };
    },
    readRoute: async () => {
      await called('read');
      const startedAt = world.added.some(({ item }) => item.body.kind === 'start') ? new Date(now).toISOString() : null;
      const reasons = [{ code: 'ausente', name: 'Ausente' }];
      const ended = world.added.find(({ item }) => item.body.kind === 'end');
      const end = ended ? { at: new Date(ended.at).toISOString(), confirmedAt: null } : world.end;
      return { day: '2026-11-20', startedAt, end, stops: world.stops, reasons } as unknown as FieldRoute;
    },
    add: (...items: NewItem[]) => {
      world.added.push(...items.map((item) => ({ item, at: world.now })));
      return Promise.resolve();
    },
    send: () => {
      if (world.sent === world.added.length) return Promise.resolve('idle' as const);
      world.calls.push({ what: 'send', at: world.now });
      if (world.failure)
        return Promise.resolve(world.failure.isDisconnected ? ('disconnected' as const) : ('wait' as const));
      world.sent = world.added.length;
      return Promise.resolve('idle' as const);
    },
    countUnsent: () => Promise.resolve(0),
  };
  const draw = () => Promise.resolve(Buffer.from(String((world.drawn += 1))));
  const courier = new SimulatedCourier(phone, { now: () => world.now, seed, draw, maxStopMs });
  const step = async (): Promise<boolean> => {
    world.now += 15_000;
    return courier.step();
  };
  return { world, courier, step };
}

const many = () => Array.from({ length: 60 }, (_, index) => stopOf(index + 1));
const itemsOf = <Kind extends NewItem['body']['kind']>(world: { added: { item: NewItem; at: number }[] }, kind: Kind) =>
  world.added.flatMap(({ item, at }) =>
    item.body.kind === kind
      ? [{ ...(item.body as Extract<NewItem['body'], { kind: Kind }>), id: item.id, addedAt: at }]
      : [],
  );

describe('a simulated courier', () => {
  it('still has many of its stops after two hours', async () => {
    let open = 0;
    for (let seed = 1; seed <= 10; seed += 1) {
      const { world, step } = createWorld(many().slice(0, 6), { seed, maxStopMs: 60 * MINUTE });
      while (world.now < START + 120 * MINUTE) await step();
      open += 6 - itemsOf(world, 'visit').length;
    }
    expect(open / 60).toBeGreaterThan(0.4);
    expect(open / 60).toBeLessThan(0.9);
  });

  it('sets out before anything else, and visits each stop once, in order', async () => {
    const { world, step } = createWorld(many().slice(0, 8));
    while (itemsOf(world, 'visit').length < 8) await step();
    for (let more = 0; more < 40; more += 1) await step();
    expect(world.added[0]?.item.body.kind).toBe('start');
    const visits = itemsOf(world, 'visit');
    expect(visits.map(({ draft }) => draft.order.id)).toEqual(['1', '2', '3', '4', '5', '6', '7', '8']);
    for (const { draft } of visits)
      expect(draft.to === 'entregada' ? draft.payments !== undefined : draft.reason).toBe(
        draft.to === 'entregada' ? Number(draft.order.id) % 2 === 0 : 'ausente',
      );
  });

  it('reports fixes every half minute, at the speed of a vehicle, only while there are stops', async () => {
    const { world, step } = createWorld(many().slice(0, 8));
    while (itemsOf(world, 'visit').length < 8) await step();
    const fixes = itemsOf(world, 'positions').flatMap(({ fixes: batch }) => batch);
    expect(fixes.length).toBeGreaterThan(30);
    for (const [index, fix] of fixes.entries()) {
      const before = fixes[index - 1];
      if (!before) continue;
      const seconds = (Date.parse(fix.at) - Date.parse(before.at)) / 1000;
      expect(seconds).toBeGreaterThanOrEqual(30);
      expect((metersBetween(before, fix) - 40) / seconds).toBeLessThan(10);
    }
    await step();
    const { length } = itemsOf(world, 'positions');
    for (let more = 0; more < 40; more += 1) await step();
    expect(itemsOf(world, 'positions')).toHaveLength(length);
  });

  it('visits the door of an address, wherever the order says it is', async () => {
    const placeOf = (address: string, lat: number) => ({
      ...stopOf(1).place,
      address,
      lat,
      approximate: lat === -12.084,
    });
    const visitsOf = async (seed: number) => {
      const places = [placeOf('Av. Arequipa 1001', -12.084), placeOf('AVENIDA AREQUIPA N° 1001, Dpto. 302', -12.0838)];
      const stops = [...places, placeOf('Av. Arequipa 1081', -12.084)].map((place, at) => ({
        ...stopOf(at + 1),
        place,
      }));
      const { world, step } = createWorld(stops, { seed });
      while (itemsOf(world, 'visit').length < 3) await step();
      return itemsOf(world, 'visit').map(({ place }) => place ?? { lat: 0, lng: 0 });
    };
    const door = trueDoor(placeOf('Av. Arequipa 1001', -12.084));
    for (const seed of [3, 4]) {
      const meters = (await visitsOf(seed)).map((visit) => metersBetween(visit, door));
      expect(Math.max(...meters.slice(0, 2))).toBeLessThan(12);
      expect(meters[2]).toBeGreaterThan(60);
    }
  });

  it('calls nothing without a signal, keeps working, and sends when it is back', async () => {
    const { world, courier, step } = createWorld(many());
    while (!courier.isSilent()) await step();
    const [{ length: calls }, { length: added }] = [world.calls, world.added];
    const since = world.now;
    while (courier.isSilent()) await step();
    expect(world.now - since).toBeGreaterThan(3 * MINUTE);
    expect(world.added.length).toBeGreaterThan(added);
    // Only the step in which the signal came back.
    expect(world.calls.slice(calls).filter(({ at }) => at < world.now)).toEqual([]);
    expect(world.calls.at(-1)?.at).toBe(world.now);
  });

  it('takes a photo of each delivery, and none of a failed visit', async () => {
    const { world, step } = createWorld(many());
    while (itemsOf(world, 'visit').length < 60) await step();
    const photos = itemsOf(world, 'photo');
    const delivered = itemsOf(world, 'visit').filter(({ draft }) => draft.to === 'entregada');
    expect(delivered.length).toBeLessThan(60);
    expect(photos.map(({ visit }) => visit)).toEqual(delivered.map(({ id }) => id));
    for (const { visit, sha256 } of photos) {
      const closing = itemsOf(world, 'visit').find(({ id }) => id === visit);
      expect([closing?.draft.to, closing?.photos.length, sha256.length]).toEqual(['entregada', 1, 64]);
    }
  });

  it('reads each note of the office once', async () => {
    const courierNote = { id: '7', text: 'Toque fuerte', at: '2026-11-20T14:00:00.000Z', readAt: null };
    const { world, step } = createWorld([{ ...stopOf(1), courierNote }]);
    for (let count = 0; count < 20; count += 1) await step();
    expect(itemsOf(world, 'note').map(({ note }) => note)).toEqual(['7']);
  });

  it('waits longer after each failure, and continues afterwards', async () => {
    const { world, step } = createWorld(many());
    world.failure = new FieldFailure('network');
    while (world.calls.length < 6) expect(await step()).toBe(true);
    const times = world.calls.map(({ at }) => at);
    expect((times[5] ?? 0) - (times[4] ?? 0)).toBeGreaterThan((times[1] ?? 0) - (times[0] ?? 0));
    world.failure = undefined;
    while (world.added.length === 0) await step();
  });

  it('keeps working while the gateway does not answer', async () => {
    const { world, step } = createWorld(many());
    while (world.added.length === 0 || world.sent < world.added.length) await step();
    world.failure = new FieldFailure('network');
    const since = world.now;
    while (world.now < since + 60 * MINUTE) await step();
    expect(itemsOf(world, 'visit').filter(({ addedAt }) => addedAt > since).length).toBeGreaterThan(1);
  });

  it('leaves when its phone is disconnected', async () => {
    const { world, step } = createWorld(many());
    await step();
    world.failure = new FieldFailure('session-ended', undefined, 401);
    let isWorking = true;
    // It notices with the next call.
    for (let steps = 0; isWorking && steps < 20; steps += 1) isWorking = await step();
    expect(isWorking).toBe(false);
  });

  it('does nothing on a day that it has ended', async () => {
    const { world, step } = createWorld(many());
    world.end = { at: '2026-11-20T14:59:00.000Z', confirmedAt: null };
    for (let count = 0; count < 60; count += 1) await step();
    expect(world.added).toEqual([]);
  });

  it('ends the day late, once, and only if there are no stops', async () => {
    const ended: number[] = [];
    for (let seed = 1; seed <= 10; seed += 1) {
      // Half past five in the afternoon.
      const { world, step } = createWorld(many().slice(0, 1), { seed, now: START + 7.5 * 60 * MINUTE });
      while (world.now < START + 13 * 60 * MINUTE) await step();
      const ends = itemsOf(world, 'end');
      expect(ends.length).toBeLessThanOrEqual(1);
      for (const { addedAt } of ends) {
        expect(addedAt).toBeGreaterThanOrEqual(START + 8 * 60 * MINUTE);
        expect(world.added.at(-1)?.item.body.kind).toBe('end');
        ended.push(seed);
      }
    }
    expect(ended.length).toBeGreaterThan(0);
    expect(ended.length).toBeLessThan(10);
  });
});
