import {
  type DayChanged,
  type Order,
  type OrderChanged,
  type OrderDetail,
  type OrderList,
} from '@despacho/contracts/dispatch';
import { InfiniteQueryObserver, notifyManager, QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { anOrder } from '#test/an-order.ts';
import { call } from '#shared/http/call.ts';
import { startEventLog } from '#shared/live/event-log.ts';
import { publishNews } from '#shared/live/live-state.ts';
import { forgetChanges, recentChanges } from '#shared/live/recent-changes.ts';
import { couriersKey, courierNamesQuery } from '#features/couriers/api/couriers-query.ts';
import { daysKey } from '#features/days/api/days-query.ts';
import { mapOrdersKey } from '#features/orders/api/map-orders-query.ts';
import { ordersKeys } from '#shared/queries/orders-keys.ts';
import { SELDOM } from '#features/orders/api/orders-queries.ts';
import { followDispatch } from './follow-dispatch.ts';

vi.mock('#shared/http/call.ts');

const changed = (id: number, username = 'ana', officeId = 'LIMA'): OrderChanged => ({
  type: 'order.changed',
  at: '2026-11-21T15:00:00.000Z',
  officeId,
  actor: { username, user: username },
  batch: 'b',
  what: 'asignada',
  order: { id: String(id), code: `LIM-${id}`, version: 2 },
  before: { state: 'pendiente', courierId: null },
  after: { state: 'asignada', courierId: '30' },
});
const created = (id: number): OrderChanged => ({
  ...changed(id),
  what: 'creada',
  order: { id: String(id), code: `LIM-${id}`, version: 1 },
  before: {},
  after: { state: 'pendiente' },
});

describe('followDispatch', () => {
  let client: QueryClient;
  let ends: (() => void)[];
  let page: { visibilityState: string };
  let onVisibility: () => void;

  const readings = (queryKey: readonly unknown[]): (() => number) => {
    const read = vi.fn(() => Promise.resolve([]));
    const observer = new QueryObserver(client, { queryKey, queryFn: read, staleTime: Infinity });
    ends.push(observer.subscribe(() => undefined));
    return () => read.mock.calls.length;
  };
  const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);

  beforeEach(() => {
    vi.useFakeTimers();
    page = { visibilityState: 'visible' };
    vi.stubGlobal('document', {
      get visibilityState() {
        return page.visibilityState;
      },
      addEventListener: (_: string, listener: () => void) => {
        onVisibility = listener;
      },
      removeEventListener: vi.fn(),
    });
    client = new QueryClient();
    ends = [startEventLog(), followDispatch(client, 'luis')];
  });
  afterEach(() => {
    for (const end of ends) end();
    forgetChanges();
    client.clear();
    vi.unstubAllGlobals();
    vi.useRealTimers();
  });

  it('refetches lists and counts once for a burst of 500 events', async () => {
    const counts = readings(ordersKeys.countsOf('LIMA', {}));
    const couriers = readings(['dispatch', 'LIMA', 'couriers']);
    await pass(0);
    expect([counts(), couriers()]).toEqual([1, 1]);
    for (let id = 1; id <= 500; id += 1) publishNews({ type: 'event', event: changed(id) });
    await pass(60_000);
    expect([counts(), couriers()]).toEqual([2, 2]);
  });

  it('refetches days after a change of one, but no orders, which have events', async () => {
    const order = readings(ordersKeys.detail('LIMA', '7'));
    const list = readings(ordersKeys.list('LIMA', {}, 'vence'));
    const days = readings(daysKey('LIMA'));
    await pass(0);
    const started: DayChanged = {
      type: 'day.changed',
      at: '2026-11-21T05:10:00.000Z',
      officeId: 'LIMA',
      actor: { username: 'Hugo', user: 'Hugo' },
      what: 'salida',
      courier: { id: '30', name: 'Hugo' },
      day: '2026-11-21',
    };
    publishNews({ type: 'event', event: started });
    await pass(60_000);
    expect([order(), list(), days()]).toEqual([1, 1, 2]);
  });

  it('refetches occasionally during continuous events and once after the last', async () => {
    const counts = readings(ordersKeys.countsOf('LIMA', {}));
    for (let id = 1; id <= 100; id += 1) {
      publishNews({ type: 'event', event: changed(id) });
      await pass(100);
    }
    const before = counts();
    expect(before).toBe(2);
    await pass(30_000);
    expect(counts()).toBe(before + 1);
  });

  it('does not refetch counts that are rarely needed', async () => {
    const read = vi.fn(() => Promise.resolve([]));
    const queryKey = ordersKeys.countsOf('LIMA', {});
    const observer = new QueryObserver(client, { queryKey, queryFn: read, meta: SELDOM, staleTime: Infinity });
    ends.push(observer.subscribe(() => undefined));
    await pass(0);
    publishNews({ type: 'event', event: changed(1) });
    await pass(60_000);
    expect(read).toHaveBeenCalledTimes(1);
  });

  it("refetches counts and loads sooner after the user's own changes", async () => {
    const reads = [readings(ordersKeys.countsOf('LIMA', {})), readings(couriersKey('LIMA'))];
    const after = async (username: string): Promise<number[]> => {
      publishNews({ type: 'event', event: changed(1, username) });
      await pass(4500);
      return reads.map((count) => count());
    };
    await pass(0);
    expect([await after('ana'), await after('ana')]).toEqual([
      [2, 2],
      [2, 2],
    ]);
    expect([await after('luis'), await after('luis')]).toEqual([
      [3, 3],
      [4, 4],
    ]);
  });

  describe('a list', () => {
    const page = (...orders: Order[]): OrderList => ({ orders, next: null });
    const listKey = ordersKeys.list('LIMA', { estado: 'pendiente,asignada' }, 'vence');
    const mapKey = [...mapOrdersKey('LIMA'), { estado: 'pendiente,asignada' }];
    const rowsOf = (queryKey: readonly unknown[]) =>
      client.getQueryData<{ pages: OrderList[] }>(queryKey)?.pages.flatMap(({ orders }) => orders) ?? [];
    /** Responses of the service, and the requests made. */
    let answer: Order[];
    let asked: ReturnType<typeof vi.fn>;
    const show = (queryKey: readonly unknown[], rows: Order[]): (() => number) => {
      const read = vi.fn(() => Promise.resolve(page(...rows)));
      const observer = new InfiniteQueryObserver(client, {
        queryKey,
        queryFn: read,
        initialPageParam: null,
        getNextPageParam: () => null,
        staleTime: Infinity,
      });
      ends.push(observer.subscribe(() => undefined));
      return () => read.mock.calls.length;
    };
    beforeEach(() => {
      answer = [];
      asked = vi.fn(() => Promise.resolve({ orders: answer, next: null }));
      vi.mocked(call).mockImplementation(asked as typeof call);
    });

    it('changes together with the map, by one request for all orders of a burst', async () => {
      const orders = [anOrder({ id: '1' }), anOrder({ id: '2' }), anOrder({ id: '3' })];
      const reads = [show(listKey, orders), show(mapKey, orders)];
      await pass(0);
      answer = [anOrder({ id: '1', version: 2, state: 'asignada' }), anOrder({ id: '3', version: 2 })];
      for (let id = 1; id <= 100; id += 1) publishNews({ type: 'event', event: changed(id) });
      await pass(60_000);
      for (const queryKey of [listKey, mapKey])
        expect(rowsOf(queryKey).map(({ id, state }) => [id, state])).toEqual([
          ['1', 'asignada'],
          ['3', 'pendiente'],
        ]);
      expect(reads.map((count) => count())).toEqual([1, 1]);
      expect(asked).toHaveBeenCalledTimes(1);
      const options = asked.mock.calls[0]?.[1] as { query: { ids: string }; background: string };
      expect([options.query.ids.split(',').length, options.background]).toEqual([100, 'refresh']);
    });

    it('shows a change in the same update as the map, although their filters differ', async () => {
      const otherKey = ordersKeys.list('LIMA', { desde: '2026-11-20' }, 'vence');
      for (const key of [otherKey, mapKey]) show(key, [anOrder({ id: '1' })]);
      await pass(0);
      const slow = Promise.withResolvers<OrderList>();
      answer = [anOrder({ id: '1', version: 2, state: 'asignada' })];
      asked.mockReturnValueOnce(slow.promise);
      publishNews({ type: 'event', event: changed(1) });
      await pass(2000);
      const states = (): unknown[] => [otherKey, mapKey].map((key) => rowsOf(key)[0]?.state);
      expect([asked.mock.calls.length, states()]).toEqual([2, ['pendiente', 'pendiente']]);
      const seen: unknown[] = [];
      // Notified in batches, like components.
      ends.push(client.getQueryCache().subscribe(notifyManager.batchCalls(() => seen.push(states()))));
      slow.resolve({ orders: answer, next: null });
      await pass(0);
      expect(seen.at(-1)).toEqual(['asignada', 'asignada']);
      expect(seen).not.toContainEqual(['asignada', 'pendiente']);
    });

    it('is refreshed by the request of its map, if it only begins at a later day', async () => {
      const laterKey = ordersKeys.list('LIMA', { estado: 'pendiente,asignada', desde: '2026-11-20' }, 'vence');
      for (const key of [laterKey, mapKey]) show(key, []);
      await pass(0);
      const day = (date: string): Partial<Order> => ({ date, dueAt: `${date}T23:00:00.000Z` });
      answer = [anOrder({ id: '1', ...day('2026-11-19') }), anOrder({ id: '2', ...day('2026-11-20') })];
      for (const id of [1, 2]) publishNews({ type: 'event', event: created(id) });
      await pass(2000);
      expect([laterKey, mapKey].map((key) => rowsOf(key).map(({ id }) => id))).toEqual([['2'], ['1', '2']]);
      expect(asked.mock.calls.map(([, options]) => (options as { query: object }).query)).toEqual([
        { officeId: 'LIMA', estado: 'pendiente,asignada', ids: '1,2', limite: '200' },
      ]);
    });

    it('is fetched again if the request for its orders fails', async () => {
      const reads = show(listKey, [anOrder({ id: '1' })]);
      await pass(0);
      asked.mockRejectedValue(new Error('down'));
      publishNews({ type: 'event', event: changed(1) });
      await pass(60_000);
      expect([reads(), asked.mock.calls.length]).toEqual([2, 1]);
    });

    it('is fetched again until that succeeds', async () => {
      let isDown = false;
      const observer = new InfiniteQueryObserver(client, {
        queryKey: listKey,
        queryFn: () => (isDown ? Promise.reject(new Error('down')) : Promise.resolve(page(anOrder({ id: '1' })))),
        initialPageParam: null,
        getNextPageParam: () => null,
        staleTime: Infinity,
        retry: false,
      });
      ends.push(observer.subscribe(() => undefined));
      await pass(0);
      isDown = true;
      asked.mockRejectedValue(new Error('down'));
      publishNews({ type: 'event', event: changed(1) });
      await pass(30_000);
      expect(client.getQueryState(listKey)?.status).toBe('error');
      isDown = false;
      await pass(30_000);
      expect(client.getQueryState(listKey)?.status).toBe('success');
    });

    it('does not fetch the history of an order until it is opened', async () => {
      const detailKey = ordersKeys.detail('LIMA', '1');
      client.setQueryData(detailKey, { order: anOrder({ id: '1' }), timeline: [] });
      show(listKey, [anOrder({ id: '1' })]);
      await pass(0);
      answer = [anOrder({ id: '1', version: 2, state: 'asignada' })];
      publishNews({ type: 'event', event: changed(1) });
      await pass(2000);
      expect(client.getQueryData<OrderDetail>(detailKey)?.order.version).toBe(2);
      expect(client.getQueryState(detailKey)?.dataUpdatedAt).toBe(0);
    });

    it('is fetched when it is shown again', async () => {
      client.setQueryData(listKey, { pages: [page(anOrder({ id: '1' }))], pageParams: [null] });
      publishNews({ type: 'event', event: changed(1) });
      await pass(10_000);
      expect([asked.mock.calls.length, client.getQueryState(listKey)?.isInvalidated]).toEqual([0, true]);
    });

    it('makes an open order show the same version as its row', async () => {
      const detailKey = ordersKeys.detail('LIMA', '1');
      const detail = { order: anOrder({ id: '1' }), timeline: [] };
      const read = Promise.withResolvers<unknown>();
      client.setQueryData(detailKey, detail);
      const observer = new QueryObserver(client, {
        queryKey: detailKey,
        queryFn: () => read.promise,
        staleTime: Infinity,
      });
      ends.push(observer.subscribe(() => undefined));
      show(listKey, [anOrder({ id: '1' })]);
      await pass(0);
      answer = [anOrder({ id: '1', version: 2, state: 'asignada' })];
      publishNews({ type: 'event', event: changed(1) });
      await pass(2000);
      expect(client.getQueryState(detailKey)?.fetchStatus).toBe('fetching');
      expect(client.getQueryData<OrderDetail>(detailKey)?.order).toMatchObject({ version: 2, state: 'asignada' });
    });

    it('requests new orders once for table and map', async () => {
      const reads = [show(listKey, [anOrder({ id: '1' })]), show(mapKey, [anOrder({ id: '1' })])];
      await pass(0);
      answer = [anOrder({ id: '7' })];
      for (const id of [7, 8]) publishNews({ type: 'event', event: created(id) });
      await pass(60_000);
      expect(asked).toHaveBeenCalledTimes(1);
      expect(asked.mock.calls[0]?.[1]).toMatchObject({ query: { ids: '7,8', estado: 'pendiente,asignada' } });
      for (const queryKey of [listKey, mapKey]) expect(rowsOf(queryKey).map(({ id }) => id)).toEqual(['1', '7']);
      expect(reads.map((count) => count())).toEqual([1, 1]);
    });

    it('is refetched once after more new orders than one request may name', async () => {
      const reads = show(listKey, []);
      await pass(0);
      for (let id = 1; id <= 500; id += 1) publishNews({ type: 'event', event: created(id) });
      await pass(60_000);
      expect([reads(), asked.mock.calls.length]).toEqual([2, 0]);
    });

    it('is refetched by each desk at a different moment', async () => {
      const reads = show(listKey, []);
      const chance = vi.spyOn(Math, 'random').mockReturnValue(0.9);
      await pass(0);
      for (let id = 1; id <= 500; id += 1) publishNews({ type: 'event', event: created(id) });
      await pass(2500);
      expect(reads()).toBe(1);
      await pass(1000);
      expect([reads(), chance.mock.calls.length]).toEqual([2, 1]);
    });

    it('requests orders that change while it is being fetched', async () => {
      const fetch = Promise.withResolvers<OrderList>();
      const observer = new InfiniteQueryObserver(client, {
        queryKey: listKey,
        queryFn: () => fetch.promise,
        initialPageParam: null,
        getNextPageParam: () => null,
      });
      ends.push(observer.subscribe(() => undefined));
      publishNews({ type: 'event', event: changed(1) });
      await pass(1000);
      answer = [anOrder({ id: '1', version: 2, state: 'asignada' })];
      fetch.resolve(page(anOrder({ id: '1' })));
      await pass(10_000);
      expect(rowsOf(listKey)[0]?.state).toBe('asignada');
    });
  });

  it("refetches the couriers' loads soon after a change, and rarely during continuous changes", async () => {
    const couriers = readings(couriersKey('LIMA'));
    await pass(0);
    publishNews({ type: 'event', event: changed(1) });
    await pass(1500);
    expect(couriers()).toBe(2);
    for (let second = 0; second < 60; second += 1) {
      publishNews({ type: 'event', event: changed(second) });
      await pass(1000);
    }
    expect(couriers()).toBe(4);
  });

  it('refetches an open order once per burst', async () => {
    const order = readings(ordersKeys.detail('LIMA', '1'));
    await pass(0);
    for (let version = 2; version < 50; version += 1) publishNews({ type: 'event', event: changed(1) });
    await pass(10_000);
    expect(order()).toBe(2);
  });

  it('does not refetch couriers for those who show only their names', async () => {
    const read = vi.fn(() => Promise.resolve([]));
    const queryKey = couriersKey('LIMA');
    const { enabled } = courierNamesQuery('LIMA');
    const observer = new QueryObserver(client, { queryKey, queryFn: read, enabled, staleTime: Infinity });
    ends.push(observer.subscribe(() => undefined));
    await pass(0);
    publishNews({ type: 'event', event: changed(1) });
    await pass(60_000);
    expect(read).toHaveBeenCalledTimes(1);
    const courier = { id: '9', name: 'Rosa', version: 1, state: 'activo' as const };
    const { at, officeId, actor } = changed(1);
    publishNews({ type: 'event', event: { type: 'courier.changed', at, officeId, actor, what: 'creado', courier } });
    await pass(10_000);
    expect(read).toHaveBeenCalledTimes(2);
  });

  it('refetches counts at the same rate however many pages are loaded', async () => {
    const page = { orders: [], next: 'x' };
    const data = { pages: Array.from({ length: 40 }, () => page), pageParams: Array.from({ length: 40 }, () => null) };
    const queryKey = ordersKeys.list('LIMA', {}, 'vence');
    client.setQueryData(queryKey, data);
    const list = new InfiniteQueryObserver(client, {
      queryKey,
      queryFn: () => Promise.resolve(page),
      initialPageParam: null as string | null,
      getNextPageParam: () => 'x',
      staleTime: Infinity,
    });
    ends.push(list.subscribe(() => undefined));
    const counts = readings(ordersKeys.countsOf('LIMA', {}));
    await pass(0);
    const before = counts();
    for (let second = 0; second < 60; second += 1) {
      publishNews({ type: 'event', event: changed(second) });
      await pass(1000);
    }
    expect(counts() - before).toBe(2);
  });

  it("refetches an office's views once after a change", async () => {
    const views = readings(ordersKeys.views('LIMA'));
    await pass(0);
    const { at, officeId, actor } = changed(1);
    const view = { id: '7', name: 'Sur', version: 1 };
    publishNews({ type: 'event', event: { type: 'view.changed', at, officeId, actor, what: 'creada', view } });
    await pass(60_000);
    expect(views()).toBe(2);
  });

  it('requests an order with a new photo for the lists that are shown, and refetches figures', async () => {
    const counts = readings(ordersKeys.countsOf('LIMA', {}));
    const list = ordersKeys.list('LIMA', { marca: 'sin_evidencia' }, '-codigo');
    const data = { pages: [{ orders: [anOrder({ id: '7', state: 'entregada' })], next: null }], pageParams: [null] };
    client.setQueryData(list, data);
    ends.push(new QueryObserver(client, { queryKey: list, staleTime: Infinity }).subscribe(() => undefined));
    vi.mocked(call).mockResolvedValue({ orders: [], next: null });
    await pass(0);
    publishNews({
      type: 'event',
      event: {
        type: 'evidence.added',
        at: '2026-11-21T15:00:00.000Z',
        officeId: 'LIMA',
        actor: { username: 'ana', user: 'Ana' },
        order: { id: '7', code: 'LIM-7', evidence: 2 },
        evidence: { id: '1', kind: 'entrega' },
      },
    });
    await pass(2000);
    expect(client.getQueryData<{ pages: OrderList[] }>(list)?.pages[0]?.orders).toEqual([]);
    expect(counts()).toBe(2);
  });

  it('does not refetch other offices', async () => {
    const here = readings(ordersKeys.countsOf('LIMA', {}));
    const there = readings(ordersKeys.countsOf('TRUJILLO', {}));
    publishNews({ type: 'event', event: changed(1, 'ana', 'TRUJILLO') });
    await pass(10_000);
    expect([here(), there()]).toEqual([1, 2]);
  });

  it('refetches nothing while hidden, and stale data when visible again', async () => {
    const counts = readings(ordersKeys.countsOf('LIMA', {}));
    // A round that was planned before also waits.
    publishNews({ type: 'event', event: changed(1) });
    await pass(200);
    page.visibilityState = 'hidden';
    publishNews({ type: 'event', event: changed(2) });
    await pass(60_000);
    expect(counts()).toBe(1);
    page.visibilityState = 'visible';
    onVisibility();
    await pass(2_000);
    expect(counts()).toBe(2);
  });

  it("highlights changes by others once their rows are refreshed, not the user's own", async () => {
    publishNews({ type: 'event', event: changed(1, 'ana') });
    publishNews({ type: 'event', event: changed(2, 'luis') });
    await pass(200);
    expect(recentChanges.get().size).toBe(0);
    await pass(500);
    expect([recentChanges.get().get('1')?.what, recentChanges.get().get('2')]).toEqual(['asignada', undefined]);
  });
});
