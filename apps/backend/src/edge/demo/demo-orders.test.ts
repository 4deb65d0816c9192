import { collectedOf, metersBetween, TRANSITIONS } from '@despacho/contracts/dispatch';
import { describe, expect, it } from 'vitest';
import { localOf } from '#platform/dispatch/zoned-time.ts';
import { demoCouriers, DISPATCHING } from './demo-couriers.ts';
import { demoData } from './demo-data.ts';
import { type DemoOrder, demoOrders } from './demo-orders.ts';
import { createRandom } from './random.ts';
import { trueDoor } from './world/door-points.ts';

const NOW = new Date('2026-11-20T17:00:00Z');
const HOUR_MS = 3_600_000;

function generate(now: Date, count = 1500) {
  const random = createRandom(5);
  const couriers = demoCouriers(random, 'demo', now);
  const { clients } = demoData(NOW);
  const [{ officeId, districts }] = DISPATCHING;
  const office = {
    timeZone: 'America/Lima',
    districts,
    clients: clients.filter(({ ubigeo }) => ubigeo?.startsWith('1501')),
    couriers: couriers.filter(({ office_id }) => office_id === officeId),
  };
  return { couriers, orders: [...demoOrders(random, office, count, now)] };
}

const { couriers, orders } = generate(NOW);
const whats = ({ story }: DemoOrder) => story.map(({ what }) => what);

describe('the orders of the demonstration', () => {
  it('are reproducible', () => {
    expect(generate(NOW).orders).toEqual(orders);
  });

  it('continue an hour later from their current state', () => {
    const later = generate(new Date(NOW.getTime() + HOUR_MS)).orders;
    later.forEach(({ order, story }, index) => {
      const now = orders[index];
      expect(order).toEqual(now?.order);
      expect(story.slice(0, now?.story.length)).toEqual(now?.story);
    });
    expect(later.some(({ story }, index) => story.length > (orders[index]?.story.length ?? 0))).toBe(true);
  });

  it('follow the transition table, in order and never into the future', () => {
    for (const { createdAt, story } of orders) {
      let state = 'pendiente';
      let at = createdAt;
      for (const happening of story) {
        const to = happening.patch.state ?? '';
        expect(
          TRANSITIONS.some((way) => way.from === state && way.to === to && way.by !== 'correct'),
          `${state} → ${to}`,
        ).toBe(true);
        expect(happening.at >= at && happening.at <= NOW).toBe(true);
        ({ at } = happening);
        state = to;
      }
    }
  });

  it('spread over 60 days and tomorrow, with open work for today', () => {
    const today = localOf(NOW, 'America/Lima').date;
    const dates = orders.map(({ order }) => order.date);
    expect([dates[0], today, dates.at(-1)]).toEqual(['2026-09-22', '2026-11-20', '2026-11-21']);
    expect(new Set(dates).size).toBe(61);
    const ofToday = orders.filter(({ order }) => order.date === today);
    expect(ofToday.some(({ story }) => story.length === 0)).toBe(true);
    expect(ofToday.some((order) => whats(order).at(-1) === 'en_ruta')).toBe(true);
    expect(ofToday.some((order) => whats(order).at(-1) === 'entregada')).toBe(true);
  });

  it('are realistic: collections, failures, notes, second visits, returns', () => {
    const share = (of: (order: DemoOrder) => boolean): number => orders.filter(of).length / orders.length;
    expect(share(({ order }) => order.collectDue !== null)).toBeGreaterThan(0.25);
    expect(share(({ order }) => order.note !== null)).toBeGreaterThan(0.05);
    for (const what of ['entregada', 'no_entregada', 'nueva_visita', 'devuelta', 'anulada'] as const)
      expect(
        share((order) => whats(order).includes(what)),
        what,
      ).toBeGreaterThan(0.005);
    for (const { order, story } of orders) {
      const payments = story.find(({ what }) => what === 'entregada')?.patch.payments;
      if (payments) expect(collectedOf(payments)).toBe(order.collectDue);
    }
  });

  it('are placed near their door, or at the district centre as from a file without coordinates', () => {
    const names = new Map(DISPATCHING[0].districts.map((district) => [district.ubigeo, district]));
    for (const { order, door } of orders) {
      const centre = names.get(order.ubigeo);
      if (order.approximate) expect(order).toMatchObject({ lat: centre?.lat, lng: centre?.lng });
      else expect(metersBetween(order, door), order.address).toBeLessThan(50);
      // What a phone sees is enough to find the same door.
      expect(trueDoor({ ...order, district: centre?.name ?? '' }), order.address).toEqual(door);
    }
    const without = orders.filter(({ order }) => order.approximate).length / orders.length;
    expect(without).toBeGreaterThan(0.15);
    expect(without).toBeLessThan(0.25);
  });

  it('visit many doors again, on other days and for other recipients', () => {
    const visits = Map.groupBy(orders, ({ door }) => `${door.lat} ${door.lng}`).values();
    const learnable = [...visits].filter(
      (each) =>
        each.length >= 3 &&
        new Set(each.map(({ order }) => order.date)).size >= 2 &&
        new Set(each.map(({ order }) => order.recipient)).size >= 2,
    );
    expect(learnable.flat().length / orders.length).toBeGreaterThan(0.3);
    const spellings = learnable.map((each) => new Set(each.map(({ order }) => order.address)).size);
    expect(spellings.filter((count) => count > 1).length / spellings.length).toBeGreaterThan(0.5);
  });

  it('are delivered by 150 couriers of their own offices', () => {
    expect(
      DISPATCHING.map(({ officeId }) => couriers.filter(({ office_id }) => office_id === officeId).length),
    ).toEqual([90, 35, 25]);
    expect(new Set(couriers.map(({ name }) => name)).size).toBe(150);
    const lima = new Set(couriers.filter(({ office_id }) => office_id === 'LIMA').map(({ id }) => String(id)));
    for (const { story } of orders)
      for (const { patch } of story) if (patch.courierId) expect(lima.has(patch.courierId)).toBe(true);
  });
});
