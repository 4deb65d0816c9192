import { emptyFilter, orderOperations } from '@despacho/contracts/dispatch';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook, screen, waitFor } from '@testing-library/react';
import { type ReactNode } from 'react';
import { expect, it } from 'vitest';
import { anOrder } from '#test/an-order.ts';
import { fakeGateway } from '#test/fake-gateway.ts';
import { useSelectionState } from './use-selection-state.ts';

/** A page whose screens share a cache. */
function aPage() {
  const client = new QueryClient();
  return ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
}

const LIST = { officeId: 'LIMA', filter: emptyFilter(), sort: 'vence' } as const;

it('fetches orders on the map that the table has not loaded', async () => {
  const gateway = fakeGateway();
  gateway.on(orderOperations['orders.list'], ({ query }) => ({
    orders: (query['ids'] ?? '').split(',').map((id) => anOrder({ id })),
    next: null,
  }));
  const loaded = [anOrder({ id: '1' })];
  const { result } = renderHook(() => useSelectionState(LIST, loaded), { wrapper: aPage() });
  await act(() => result.current.addById(['1']));
  expect(gateway.sentTo(orderOperations['orders.list'])).toEqual([]);
  const all = Array.from({ length: 150 }, (_, index) => String(index + 1));
  await act(() => result.current.addById(all));
  expect([...result.current.ids]).toEqual(all);
  const asked = gateway.sentTo(orderOperations['orders.list']).map(({ query }) => query['ids']?.split(','));
  expect(asked).toEqual([all.slice(1, 101), all.slice(101)]);
  // The selected ones are loaded as well.
  await act(() => result.current.addById(['7']));
  expect(gateway.sentTo(orderOperations['orders.list'])).toHaveLength(2);
});

it('says how many there are when an area has more orders than can be selected at once', async () => {
  const loaded = Array.from({ length: 1500 }, (_, index) => anOrder({ id: String(index) }));
  const { result } = renderHook(() => useSelectionState(LIST, loaded), { wrapper: aPage() });
  await act(() => result.current.addById(loaded.map(({ id }) => id)));
  expect(result.current.ids.size).toBe(1000);
  expect(await screen.findByText(/Serían 1,500 órdenes; se seleccionan 1,000/)).toBeTruthy();
});

it('cancels loading all orders when the filter of the list changes', async () => {
  const gateway = fakeGateway();
  const { promise, resolve } = Promise.withResolvers<undefined>();
  gateway.on(orderOperations['orders.list'], async () => {
    await promise;
    return { orders: [anOrder({ id: '1' })], next: null };
  });
  const { result, rerender } = renderHook(({ filter }) => useSelectionState({ ...LIST, filter }, []), {
    initialProps: { filter: emptyFilter() },
    wrapper: aPage(),
  });
  let loading = Promise.resolve();
  act(() => {
    loading = result.current.addAll();
  });
  rerender({ filter: emptyFilter() });
  expect(result.current.isAddingAll).toBe(true);
  rerender({ filter: { ...emptyFilter(), search: 'Puno' } });
  expect(result.current.isAddingAll).toBe(false);
  resolve(undefined);
  await act(() => loading);
  expect([...result.current.ids]).toEqual([]);
});

it('keeps the selection for the next screen of the same office', () => {
  const wrapper = aPage();
  const order = anOrder({ id: '7' });
  const open = (officeId: string) => renderHook(() => useSelectionState({ ...LIST, officeId }, []), { wrapper });
  const table = open('LIMA');
  act(() => table.result.current.add([order]));
  table.unmount();
  const map = open('LIMA');
  expect(map.result.current.orders).toEqual([order]);
  map.unmount();
  open('AQP').unmount();
  expect(open('LIMA').result.current.orders).toEqual([]);
});

it('fetches each order that is toggled on the map, and leaves out one that is toggled twice', async () => {
  const gateway = fakeGateway();
  const { promise, resolve } = Promise.withResolvers<undefined>();
  gateway.on(orderOperations['orders.list'], async ({ query }) => {
    await promise;
    return { orders: [anOrder({ id: query['ids'] ?? '' })], next: null };
  });
  const { result } = renderHook(() => useSelectionState(LIST, []), { wrapper: aPage() });
  act(() => {
    for (const id of ['1', '2', '3', '2']) result.current.toggleById(id);
  });
  resolve(undefined);
  await waitFor(() => expect([...result.current.ids].toSorted()).toEqual(['1', '3']));
  act(() => result.current.toggleById('1'));
  expect([...result.current.ids]).toEqual(['3']);
});
