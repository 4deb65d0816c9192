import { type Receipt } from '@despacho/contracts/dispatch';
import { InfiniteQueryObserver, QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { anOrder } from '#test/an-order.ts';
import { call } from '#shared/http/call.ts';
import { type Liveness, setLiveness } from '#shared/live/live-state.ts';
import { mapOrdersKey } from '#features/orders/api/map-orders-query.ts';
import { ordersKeys } from '#shared/queries/orders-keys.ts';
import { type Action, type StepState } from '../rules/action.ts';
import { refreshAfterAction } from './refresh-after-action.ts';

vi.mock('#shared/http/call.ts');

const TABLE = ordersKeys.list('LIMA', {}, 'vence');
const MAP = [...mapOrdersKey('LIMA'), {}];
const COUNTS = ordersKeys.countsOf('LIMA', {});

let client: QueryClient;
let ends: (() => void)[];

/** Shows a list. @returns the number of times that it was read. */
function show(queryKey: readonly unknown[]): () => number {
  const read = vi.fn(() => Promise.resolve({ orders: [anOrder({ id: '1' })], next: null }));
  const observer = new InfiniteQueryObserver(client, {
    queryKey,
    queryFn: read,
    initialPageParam: null,
    getNextPageParam: () => null,
    staleTime: Infinity,
  });
  ends.push(observer.subscribe(() => undefined));
  return () => read.mock.calls.length;
}

const ok = (count: number): Receipt => ({
  batch: 'b',
  at: '2026-11-20T12:00:00.000Z',
  undoUntil: null,
  warnings: [],
  outcomes: Array.from({ length: count }, (_, at) => ({
    ok: true,
    id: String(at + 1),
    code: `ORD-${at + 1}`,
    version: 2,
    changed: true,
  })),
});

const actionOf = (progress: StepState): Action => ({
  id: 'a',
  title: 'Quitar el repartidor',
  at: 0,
  codes: new Map(),
  steps: [{ key: 'k', request: { id: 'assignments.unassign', body: { orders: [{ id: '1', version: 1 }] } }, progress }],
});

beforeEach(() => {
  client = new QueryClient();
  ends = [];
  const orders = [anOrder({ id: '1', version: 2, state: 'asignada' })];
  vi.mocked(call).mockReset().mockResolvedValue({ orders, next: null });
});
afterEach(() => {
  for (const end of ends) end();
  client.clear();
});

it.each([
  ['requests the orders of a receipt once, for table and map', { state: 'done', receipt: ok(1) }, [1, 1, 1], 'live'],
  [
    'fetches table and map again if the receipt has too many orders',
    { state: 'done', receipt: ok(101) },
    [2, 2, 0],
    'live',
  ],
  ['fetches table and map again if there is no receipt', { state: 'unknown', failure: null }, [2, 2, 0], 'live'],
  ['fetches table and map again without live events', { state: 'done', receipt: ok(1) }, [2, 2, 0], 'offline'],
] satisfies [string, StepState, number[], Liveness['state']][])('%s', async (_, progress, expected, state) => {
  setLiveness(state);
  const reads = [show(TABLE), show(MAP)];
  await vi.waitFor(() => expect(client.isFetching()).toBe(0));
  client.setQueryData(COUNTS, { total: 1 });
  await refreshAfterAction(client, 'LIMA', actionOf(progress));
  expect([...reads.map((count) => count()), vi.mocked(call).mock.calls.length]).toEqual(expected);
  expect(client.getQueryState(COUNTS)?.isInvalidated).toBe(true);
  if (expected[2] === 1)
    for (const key of [TABLE, MAP])
      expect(client.getQueryData<{ pages: { orders: unknown[] }[] }>(key)?.pages[0]?.orders).toMatchObject([
        { state: 'asignada' },
      ]);
});
