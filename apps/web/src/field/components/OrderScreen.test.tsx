import 'fake-indexeddb/auto';
import { act, fireEvent, render, screen, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { aStop } from '#test/a-stop.ts';
import * as records from '../offline/records.ts';
import { setLastOrder, UNDO_MS } from '../state/last-order.ts';
import { OrderScreen, OrderUndo } from './OrderScreen.tsx';

const stop = (id: string, some = {}) => aStop({ id, place: { ...aStop().place, address: `Calle ${id}` }, ...some });
const DAY = '2026-11-23';
const STOPS = [
  stop('0', { state: 'entregada' }),
  // Left from the day before.
  stop('1', { date: '2026-11-22' }),
  stop('2'),
  stop('3', { date: '2026-11-24' }),
];

let saved: ReturnType<typeof vi.fn>;
beforeEach(() => {
  globalThis.scrollTo = () => undefined;
  history.replaceState(null, '', '/r/#/orden');
  setLastOrder(null);
  saved = vi.spyOn(records, 'reorderStops').mockResolvedValue() as never;
});

const shown = () =>
  within(screen.getByRole('list', { name: 'Paradas por visitar' }))
    .getAllByRole('listitem')
    .map(({ textContent }) => /Calle \d/.exec(textContent)?.[0]);
const button = (name: string) => screen.getByRole('button', { name });

it('moves open stops with buttons within their days, keeps the focus, and saves once', async () => {
  render(<OrderScreen stops={STOPS} day={DAY} />);
  expect(shown()).toEqual(['Calle 1', 'Calle 2', 'Calle 3']);
  expect(button('Guardar el orden')).toHaveProperty('disabled', true);
  for (const name of ['Subir: Calle 1', 'Bajar: Calle 2', 'Subir: Calle 3']) {
    expect(button(name).getAttribute('aria-disabled')).toBe('true');
    fireEvent.click(button(name));
  }
  expect(shown()).toEqual(['Calle 1', 'Calle 2', 'Calle 3']);
  fireEvent.click(button('Subir: Calle 2'));
  expect(shown()).toEqual(['Calle 2', 'Calle 1', 'Calle 3']);
  expect(document.activeElement).toBe(button('Subir: Calle 2'));
  fireEvent.click(button('Guardar el orden'));
  await vi.waitFor(() => {
    expect(location.hash).toBe('#/');
  });
  expect(saved.mock.calls).toEqual([
    [
      ['1', '2', '3'],
      ['2', '1', '3'],
    ],
  ]);
});

it('moves a stop that is dragged, and shows stops that were added meanwhile', () => {
  const { rerender } = render(<OrderScreen stops={STOPS} day={DAY} />);
  const list = screen.getByRole('list', { name: 'Paradas por visitar' });
  list.setPointerCapture = () => undefined;
  for (const [index, row] of within(list).getAllByRole('listitem').entries())
    row.getBoundingClientRect = () => ({ top: 100 * index, bottom: 100 * index + 80 }) as DOMRect;
  const [handle] = list.querySelectorAll('[aria-hidden="true"]');
  if (!handle) throw new Error('no handle');
  fireEvent.pointerDown(handle, { button: 0, isPrimary: true, pointerId: 1 });
  fireEvent.pointerMove(list, { clientY: 170, pointerId: 1 });
  fireEvent.lostPointerCapture(list);
  expect(shown()).toEqual(['Calle 2', 'Calle 1', 'Calle 3']);
  rerender(<OrderScreen stops={[...STOPS.slice(0, 3), stop('4'), stop('3', { date: '2026-11-24' })]} day={DAY} />);
  expect(shown()).toEqual(['Calle 2', 'Calle 1', 'Calle 4', 'Calle 3']);
});

it('can be undone for half a minute', async () => {
  const { rerender } = render(<OrderUndo />);
  expect(screen.queryByText(/Deshacer/)).toBeNull();
  act(() => setLastOrder({ before: ['1', '2'], stops: ['2', '1'], at: Date.now() - UNDO_MS }));
  expect(screen.queryByText(/Deshacer/)).toBeNull();
  act(() => setLastOrder({ before: ['1', '2'], stops: ['2', '1'], at: Date.now() }));
  rerender(<OrderUndo />);
  fireEvent.click(screen.getByRole('button', { name: /^Deshacer/ }));
  await vi.waitFor(() => {
    expect(screen.queryByText(/Deshacer/)).toBeNull();
  });
  expect(saved.mock.calls).toEqual([
    [
      ['2', '1'],
      ['1', '2'],
    ],
  ]);
  expect(screen.queryByText(/Deshacer/)).toBeNull();
});
