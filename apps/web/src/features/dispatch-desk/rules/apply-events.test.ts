import {
  emptyFilter,
  type Order,
  type OrderChanged,
  type OrderFields,
  type OrderFilter,
  type OrderSort,
  writePageCursor,
} from '@despacho/contracts/dispatch';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anOrder } from '../../../../test/an-order.ts';
import { type MapOrder } from '../../orders/rules/map-order.ts';
import { openOrders } from '../../orders/rules/orders-address.ts';
import { matchesFilter } from '../../orders/rules/matches-filter.ts';
import { applyEvents, applyRows, type ListQuery, type Pages } from './apply-events.ts';
import { patchedOrder } from './patch-order.ts';

const NOW = Date.parse('2026-11-20T15:00:00.000Z');
const ana = { username: 'ana', user: 'Ana' };
const COURIERS = new Map([
  ['30', 'Juana'],
  ['31', 'Hugo'],
]);
const DAYS = ['2026-11-19', '2026-11-20', '2026-11-21'];
/** The due time of a day, as the service computes it. */
const dueOf = (date: string): string => `${date}T23:00:00.000Z`;

/** A service with some orders: changes them, logs events, and answers as the real one does. */
class Service {
  readonly orders = new Map<string, Order>();
  readonly log: OrderChanged[] = [];

  create(id: string, some: Partial<Order>): void {
    const order = anOrder({ id, code: `D${id}`, ...some });
    this.orders.set(id, order);
    const { state, note, date, client, collect } = order;
    const after = {
      ...{ state, note, date, courierId: null, ubigeo: order.place.ubigeo },
      ...{ clientId: client.id, collectDue: collect?.due ?? null },
    };
    this.#record(order, 'creada', {}, after);
  }

  change(id: string, after: Partial<OrderFields>): void {
    const order = this.orders.get(id);
    if (!order) return;
    const event = this.#record({ ...order, version: order.version + 1 }, 'editada', this.#fields(order, after), after);
    // By the same rule, except for what only the service can compute.
    const { date, ...rest } = after;
    const changed = patchedOrder(order, { ...event, after: rest }, (courier) => COURIERS.get(courier)) ?? order;
    this.orders.set(id, date === undefined ? changed : { ...changed, date, dueAt: dueOf(date) });
  }

  list({ filter, sort }: ListQuery): Order[] {
    const sign = sort.startsWith('-') ? -1 : 1;
    const compare = (one: Order, other: Order): number => {
      const byDue = sort.endsWith('vence') ? one.dueAt.localeCompare(other.dueAt) : 0;
      return sign * (byDue === 0 ? Number(one.id) - Number(other.id) : byDue);
    };
    return [...this.orders.values()].filter((order) => matchesFilter(filter, order, NOW) === true).sort(compare);
  }

  #fields(order: Order, after: Partial<OrderFields>): Partial<OrderFields> {
    const { state, note, date, courier, place, client, collect } = order;
    const all: Partial<OrderFields> = {
      ...{ state, note, date, courierId: courier?.id ?? null, ubigeo: place.ubigeo },
      ...{ clientId: client.id, collectDue: collect?.due ?? null },
    };
    return Object.fromEntries(Object.keys(after).map((key) => [key, all[key as keyof OrderFields]]));
  }

  #record(order: Order, what: OrderChanged['what'], before: OrderChanged['before'], after: OrderChanged['after']) {
    const { id, code, version, officeId } = order;
    const event: OrderChanged = {
      type: 'order.changed',
      at: '2026-11-20T15:00:00.000Z',
      officeId,
      actor: ana,
      batch: 'b',
      what,
      order: { id, code, version },
      before,
      after,
    };
    this.log.push(event);
    return event;
  }
}

/** What a map has of an order. */
const onMap = ({ recipient: { name }, place, ...order }: MapOrder): MapOrder => {
  const { id, code, version, state, date, window, dueAt, weightGrams, courier, sequence } = order;
  const { ubigeo, lat, lng, approximate } = place;
  return {
    ...{ id, code, version, state, date, window, dueAt, weightGrams, courier, sequence },
    recipient: { name },
    place: { ubigeo, lat, lng, approximate },
  };
};

const cursorAfter = (sort: OrderSort, order: MapOrder): string =>
  writePageCursor([sort, sort.endsWith('vence') ? order.dueAt : Number(order.id), Number(order.id)]);

/** The first `count` pages of a list. */
function fetched(orders: readonly MapOrder[], sort: OrderSort, size: number, count: number): Pages {
  const pages: Pages['pages'] = [];
  for (let at = 0; at === 0 || (at < orders.length && pages.length < count); at += size) {
    const page = orders.slice(at, at + size);
    const last = page.at(-1);
    pages.push({ orders: page, next: last && at + size < orders.length ? cursorAfter(sort, last) : null });
  }
  return { pages, pageParams: pages.map(() => null) };
}

/** Applies the events, and the service's response about what they leave undecided. */
function followed(service: Service, data: Pages, query: ListQuery, events: readonly OrderChanged[]): Pages {
  const byOrder = Map.groupBy(events, ({ order }) => order.id);
  const patch = (order: MapOrder): MapOrder | undefined => {
    let patched: MapOrder | undefined = order;
    for (const event of byOrder.get(order.id) ?? [])
      patched = patched && patchedOrder(patched, event, (id) => COURIERS.get(id));
    return patched;
  };
  const { pages, ask } = applyEvents(data, query, byOrder, patch, NOW);
  const rows = service.list(query).filter(({ id }) => ask.includes(id));
  return applyRows(pages, query.sort, ask, rows) ?? data;
}

const rowsOf = ({ pages }: Pages): MapOrder[] => pages.flatMap(({ orders }) => orders);

const state = fc.constantFrom('pendiente', 'asignada', 'en_ruta', 'entregada', 'no_entregada', 'anulada');
const patchOf: fc.Arbitrary<Partial<OrderFields>> = fc.record(
  {
    state,
    courierId: fc.constantFrom('30', '31', null),
    note: fc.constantFrom('Tocar', null),
    date: fc.constantFrom(...DAYS),
    ubigeo: fc.constantFrom('150122', '150101'),
    clientId: fc.constantFrom('7', '8'),
    collectDue: fc.constantFrom(2500, null),
  },
  { requiredKeys: [] },
);
const boticas = { id: '7', name: 'Boticas Aurora', phone: null };
const optica = { id: '8', name: 'Óptica Visión', phone: null };
const newOrder = fc.record({
  client: fc.constantFrom(boticas, optica),
  state,
  date: fc.constantFrom(...DAYS),
  note: fc.constantFrom('Tocar', null),
});
const filters: fc.Arbitrary<OrderFilter> = fc.constantFrom(
  emptyFilter(),
  openOrders(),
  { ...openOrders(), couriers: { is: ['30'], not: [] } },
  { ...emptyFilter(), couriers: { is: [], not: ['31'] } },
  { ...emptyFilter(), flags: { is: ['vencidas'], not: [] } },
  { ...emptyFilter(), flags: { is: ['con_nota'], not: ['no_entregadas'] } },
  { ...emptyFilter(), flags: { is: ['con_cobro'], not: ['sin_evidencia'] } },
  { ...emptyFilter(), clients: { is: ['7'], not: [] } },
  { ...openOrders(), clients: { is: [], not: ['8'] } },
  { ...emptyFilter(), from: '2026-11-20', to: '2026-11-20' },
  { ...emptyFilter(), districts: { is: ['150101'], not: [] } },
);

describe('applyEvents and applyRows', () => {
  it('give the same rows as fetching, whatever happened', () => {
    fc.assert(
      fc.property(
        fc.array(newOrder, { maxLength: 14 }),
        filters,
        fc.constantFrom<OrderSort>('vence', '-vence', 'codigo', '-codigo'),
        fc.integer({ min: 1, max: 5 }),
        fc.integer({ min: 1, max: 3 }),
        fc.boolean(),
        fc.array(fc.array(fc.oneof(newOrder, fc.tuple(fc.nat(16), patchOf)), { maxLength: 6 }), { maxLength: 4 }),
        (initial, filter, sort, size, count, isMap, bursts) => {
          const service = new Service();
          const create = (some: Partial<Order>): void => {
            const date = some.date ?? '2026-11-20';
            service.create(String(service.orders.size + 1), { ...some, dueAt: dueOf(date) });
          };
          for (const each of initial) create(each);
          const query = { filter, sort };
          const listed = service.list(query);
          let data = fetched(isMap ? listed.map(onMap) : listed, sort, size, count);
          const end = data.pages.at(-1)?.next ?? null;
          for (const burst of bursts) {
            const from = service.log.length;
            for (const act of burst)
              if (Array.isArray(act)) service.change(String(act[0]), act[1]);
              else create(act);
            data = followed(service, data, query, service.log.slice(from));
          }
          const all = service.list(query);
          // With a cursor, the rows up to it.
          const expected = end === null ? all : all.filter((order) => isUpTo(order, end, sort));
          const rows = rowsOf(data);
          expect(isMap ? rows.map(onMap) : rows).toEqual(isMap ? expected.map(onMap) : expected);
        },
      ),
      { numRuns: 1000 },
    );
  });

  const query: ListQuery = { filter: openOrders(), sort: 'vence' };
  const one = (what: (service: Service) => void) => {
    const service = new Service();
    for (const id of ['1', '2', '3']) service.create(id, { dueAt: dueOf('2026-11-20') });
    const data = fetched(service.list(query), 'vence', 2, 1);
    const from = service.log.length;
    what(service);
    const byOrder = Map.groupBy(service.log.slice(from), ({ order }) => order.id);
    const patch = (order: MapOrder): MapOrder | undefined => {
      const [event] = byOrder.get(order.id) ?? [];
      return event && patchedOrder(order, event, (id) => COURIERS.get(id));
    };
    return { data, ...applyEvents(data, query, byOrder, patch, NOW) };
  };

  it('request nothing for a loaded order, which is removed if it no longer matches', () => {
    const { pages, ask } = one((service) => {
      service.change('1', { state: 'entregada' });
    });
    expect([rowsOf(pages).map(({ id }) => id), ask]).toEqual([['2'], []]);
  });

  it('request nothing for an order further down that still matches the filter', () => {
    const { data, pages, ask } = one((service) => {
      service.change('3', { state: 'asignada', courierId: '30' });
    });
    expect([pages === data, ask]).toEqual([true, []]);
  });

  it.each<[string, (service: Service) => void, string[]]>([
    [
      'a new order',
      (service) => {
        service.create('9', {});
      },
      ['9'],
    ],
    [
      'a courier whose name is not known',
      (service) => {
        service.change('1', { courierId: '99' });
      },
      ['1'],
    ],
    [
      'another day',
      (service) => {
        service.change('2', { date: '2026-11-19' });
      },
      ['2'],
    ],
  ])('ask about %s', (_, act, expected) => {
    expect(one(act).ask).toEqual(expected);
  });

  it('leave the position to the service if the sorting is by text', () => {
    const { data } = one(() => undefined);
    expect(applyRows(data, 'destinatario', ['9'], [anOrder({ id: '9' })])).toBeUndefined();
  });

  it('keep a row that a later event has changed while the request was pending', () => {
    const { data } = one(() => undefined);
    const later = {
      ...data,
      pages: data.pages.map((page) => ({ ...page, orders: [anOrder({ id: '1', version: 5 })] })),
    };
    expect(rowsOf(applyRows(later, 'vence', ['1'], [anOrder({ id: '1', version: 4 })]) ?? data)[0]?.version).toBe(5);
  });
});

/** Independent of the code under test: up to the row at which the loaded pages ended. */
function isUpTo(order: MapOrder, cursor: string, sort: OrderSort): boolean {
  const [, value, id] = JSON.parse(atob(cursor.replaceAll('-', '+').replaceAll('_', '/'))) as [string, unknown, number];
  const due = sort.endsWith('vence') ? order.dueAt.localeCompare(String(value)) : 0;
  const order_ = due === 0 ? Number(order.id) - id : due;
  return sort.startsWith('-') ? order_ >= 0 : order_ <= 0;
}
