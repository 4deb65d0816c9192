import { type Order, type OrderSort, writePageCursor } from '@despacho/contracts/dispatch';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anOrder } from '#test/an-order.ts';
import { type MapOrder } from './map-order.ts';
import { type Pages, placeRows, shareRows } from './place-rows.ts';

const DAYS = ['2026-11-19', '2026-11-20', '2026-11-21'];
/** The due time of a day, as the service computes it. */
const dueOf = (date: string): string => `${date}T23:00:00.000Z`;

/** The rows of a list. */
interface ListQuery {
  matches: (order: Order) => boolean;
  sort: OrderSort;
}

type Change = Partial<Pick<Order, 'state' | 'note' | 'date'>>;

/** A service with some orders, which answers as the real one does. */
class Service {
  readonly orders = new Map<string, Order>();

  create(change: Change): string {
    const id = String(this.orders.size + 1);
    this.orders.set(id, anOrder({ id, code: `D${id}`, ...change, dueAt: dueOf(change.date ?? '2026-11-20') }));
    return id;
  }

  change(id: string, change: Change): string {
    const order = this.orders.get(id);
    if (order) {
      const date = change.date ?? order.date;
      this.orders.set(id, { ...order, ...change, version: order.version + 1, dueAt: dueOf(date) });
    }
    return id;
  }

  list({ matches, sort }: ListQuery): Order[] {
    const sign = sort.startsWith('-') ? -1 : 1;
    const compare = (one: Order, other: Order): number => {
      const byDue = sort.endsWith('vence') ? one.dueAt.localeCompare(other.dueAt) : 0;
      return sign * (byDue === 0 ? Number(one.id) - Number(other.id) : byDue);
    };
    return [...this.orders.values()].filter(matches).sort(compare);
  }
}

/** The fields of an order on a map. */
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

const rowsOf = ({ pages }: Pages): MapOrder[] => pages.flatMap(({ orders }) => orders);

const state = fc.constantFrom('pendiente', 'asignada', 'en_ruta', 'entregada');
const someNote = fc.constantFrom('Tocar', null);
const newOrder = fc.record({ state, date: fc.constantFrom(...DAYS), note: someNote });
const change = fc.record({ state, date: fc.constantFrom(...DAYS), note: someNote }, { requiredKeys: [] });
const filters = fc.constantFrom<ListQuery['matches']>(
  () => true,
  (order) => order.state !== 'entregada',
  (order) => order.note !== null,
  (order) => order.date === '2026-11-20',
);

describe('placeRows', () => {
  it('gives the same rows as fetching, after any changes', () => {
    fc.assert(
      fc.property(
        fc.array(newOrder, { maxLength: 14 }),
        filters,
        fc.constantFrom<OrderSort>('vence', '-vence', 'codigo', '-codigo'),
        fc.integer({ min: 1, max: 5 }),
        fc.integer({ min: 1, max: 3 }),
        fc.boolean(),
        fc.array(fc.array(fc.oneof(newOrder, fc.tuple(fc.nat(16), change)), { maxLength: 6 }), { maxLength: 4 }),
        (initial, matches, sort, size, count, isMap, bursts) => {
          const service = new Service();
          for (const each of initial) service.create(each);
          const query = { matches, sort };
          const listed = service.list(query);
          let data = fetched(isMap ? listed.map(onMap) : listed, sort, size, count);
          const end = data.pages.at(-1)?.next ?? null;
          for (const burst of bursts) {
            const ids = burst.map((act) =>
              Array.isArray(act) ? service.change(String(act[0]), act[1]) : service.create(act),
            );
            const rows: MapOrder[] = service.list(query).filter(({ id }) => ids.includes(id));
            data = placeRows(data, sort, ids, rows) ?? data;
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

  const three = fetched(
    ['1', '2', '3'].map((id) => anOrder({ id, dueAt: dueOf('2026-11-20') })),
    'vence',
    2,
    1,
  );

  it('returns the same pages if no loaded order is concerned', () => {
    expect(placeRows(three, 'vence', ['3'], [])).toBe(three);
  });

  it('leaves the position of a new row to the service if the sorting is by text', () => {
    expect(placeRows(three, 'destinatario', ['9'], [anOrder({ id: '9' })])).toBeUndefined();
  });

  it('replaces and removes rows of a sorting by text whose text did not change', () => {
    const changed = anOrder({ id: '2', version: 4, state: 'en_ruta' });
    const placed = placeRows(three, 'destinatario', ['1', '2'], [changed]);
    expect(placed && rowsOf(placed)).toEqual([changed]);
    const renamed = { ...changed, recipient: { ...changed.recipient, name: 'Otra' } };
    expect(placeRows(three, 'destinatario', ['2'], [renamed])).toBeUndefined();
    const sold = { ...changed, client: { ...changed.client, name: 'Otro' } };
    expect(placeRows(three, '-cliente', ['2'], [sold])).toBeUndefined();
    expect(placeRows(three, 'destinatario', ['2'], [sold])).toBeDefined();
  });

  it('keeps a row of a newer answer that arrived first', () => {
    const later = {
      ...three,
      pages: three.pages.map((page) => ({ ...page, orders: [anOrder({ id: '1', version: 5 })] })),
    };
    const placed = placeRows(later, 'vence', ['1'], [anOrder({ id: '1', version: 4 })]);
    expect(placed && rowsOf(placed).map(({ version }) => version)).toEqual([5]);
  });
});

/** Independent of the code under test: up to the row at which the loaded pages ended. */
function isUpTo(order: MapOrder, cursor: string, sort: OrderSort): boolean {
  const [, value, id] = JSON.parse(atob(cursor.replaceAll('-', '+').replaceAll('_', '/'))) as [string, unknown, number];
  const due = sort.endsWith('vence') ? order.dueAt.localeCompare(String(value)) : 0;
  const order_ = due === 0 ? Number(order.id) - id : due;
  return sort.startsWith('-') ? order_ >= 0 : order_ <= 0;
}

describe('shareRows', () => {
  const rows = ['1', '2', '3'].map((id) => anOrder({ id }));
  const list = (...orders: Order[]): Pages => ({ pages: [{ orders, next: null }], pageParams: [null] });
  const copy = <T>(value: T): T => structuredClone(value);

  it('returns the cached list if nothing changed', () => {
    const before = list(...rows);
    expect(shareRows(before, copy(before))).toBe(before);
    expect(shareRows(undefined, before)).toBe(before);
  });

  it('keeps the objects of unchanged rows behind an added one and a changed one', () => {
    const added = anOrder({ id: '9' });
    const changed = anOrder({ id: '2', version: 2, note: 'Tocar fuerte' });
    const after = shareRows(list(...rows), copy(list(added, ...rows.with(1, changed)))) as Pages;
    const [first, , third] = rows;
    expect(after.pages[0]?.orders).toEqual([added, first, changed, third]);
    expect(after.pages[0]?.orders[1]).toBe(first);
    expect(after.pages[0]?.orders[3]).toBe(third);
  });

  it('notices a removed row, another end of a page and another page', () => {
    const before = list(...rows);
    expect(shareRows(before, list(...rows.slice(0, 2)))).toEqual(list(...rows.slice(0, 2)));
    const cut = { ...before, pages: [{ orders: rows, next: 'x' }] };
    expect(shareRows(before, cut)).toEqual(cut);
    const longer = { pages: [...before.pages, { orders: [], next: null }], pageParams: [null, 'x'] };
    expect(shareRows(before, longer)).toEqual(longer);
  });
});
