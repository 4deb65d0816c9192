import { type OrderChanged } from '@despacho/contracts/dispatch';
import { InfiniteQueryObserver, QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startEventLog } from '../../../shared/live/event-log.ts';
import { publishNews } from '../../../shared/live/live-state.ts';
import { forgetChanges, recentChanges } from '../../../shared/live/recent-changes.ts';
import { ordersKeys } from '../../orders/api/orders-keys.ts';
import { followDispatch } from './follow-dispatch.ts';

const changed = (id: number, username = 'ana', officeId = 'LIMA'): OrderChanged => ({
  type: 'order.changed',
  at: '2026-11-21T15:00:00.000Z',
  officeId,
  actor: { username, user: username },
  batch: 'b',
  what: 'asignada',
  order: { id: String(id), code: `LIM-${id}`, version: 2 },
  before: { state: 'pendiente' },
  after: { state: 'asignada', courierId: '30' },
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

  it('refetches occasionally during continuous events and once after the last', async () => {
    const counts = readings(ordersKeys.countsOf('LIMA', {}));
    for (let id = 1; id <= 100; id += 1) {
      publishNews({ type: 'event', event: changed(id) });
      await pass(100);
    }
    const before = counts();
    expect(before).toBeLessThanOrEqual(4);
    await pass(10_000);
    expect(counts()).toBe(before + 1);
  });

  it('refetches a list less often the more pages are loaded', async () => {
    const readingsOf = async (pages: number): Promise<number> => {
      const read = vi.fn(({ pageParam }: { pageParam: number }) => Promise.resolve({ orders: [], next: pageParam }));
      const observer = new InfiniteQueryObserver(client, {
        queryKey: ordersKeys.list('LIMA', {}, 'vence'),
        queryFn: read,
        initialPageParam: 1,
        getNextPageParam: (_: unknown, all: unknown[]) => all.length + 1,
        staleTime: Infinity,
      });
      const end = observer.subscribe(() => undefined);
      await pass(0);
      for (let page = 2; page <= pages; page += 1) await observer.fetchNextPage();
      read.mockClear();
      for (let second = 0; second < 60; second += 1) {
        publishNews({ type: 'event', event: changed(second) });
        await pass(1000);
      }
      end();
      client.clear();
      await pass(120_000);
      return read.mock.calls.length / pages;
    };
    expect(await readingsOf(2)).toBeGreaterThanOrEqual(8);
    const rounds = await readingsOf(40);
    expect(rounds).toBeGreaterThanOrEqual(1);
    expect(rounds).toBeLessThanOrEqual(2);
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
    expect(counts() - before).toBeGreaterThanOrEqual(8);
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

  it('does not refetch other offices', async () => {
    const here = readings(ordersKeys.countsOf('LIMA', {}));
    const there = readings(ordersKeys.countsOf('TRUJILLO', {}));
    publishNews({ type: 'event', event: changed(1, 'ana', 'TRUJILLO') });
    await pass(10_000);
    expect([here(), there()]).toEqual([1, 2]);
  });

  it('refetches nothing while hidden, and everything stale when visible again', async () => {
    const counts = readings(ordersKeys.countsOf('LIMA', {}));
    page.visibilityState = 'hidden';
    publishNews({ type: 'event', event: changed(1) });
    await pass(60_000);
    expect(counts()).toBe(1);
    page.visibilityState = 'visible';
    onVisibility();
    await pass(2_000);
    expect(counts()).toBe(2);
  });

  it("highlights changes by others, not one's own", async () => {
    publishNews({ type: 'event', event: changed(1, 'ana') });
    publishNews({ type: 'event', event: changed(2, 'luis') });
    await pass(200);
    expect([recentChanges.get().get('1')?.what, recentChanges.get().get('2')]).toEqual(['asignada', undefined]);
  });
});
