import { fireEvent, screen, within } from '@testing-library/react';
import { type LatLngBounds, Map as LeafletMap, Point } from 'leaflet';
import { useState } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { renderInApp } from '#test/render.tsx';
import { createStore } from '../../state/store.ts';
import { type OrderMark } from './order-mark.ts';
import { OrdersMap } from './OrdersMap.tsx';

beforeEach(() => {
  vi.stubGlobal('Path2D', Object);
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockImplementation(
    () => new Proxy({}, { get: () => () => undefined, set: () => true }) as never,
  );
  vi.spyOn(LeafletMap.prototype, 'getSize').mockReturnValue(new Point(800, 600));
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const mark = (index: number, changes: Partial<OrderMark> = {}): OrderMark => ({
  id: String(index),
  code: `D${index}`,
  state: 'pendiente',
  lat: -11.9 - (index % 20) / 100,
  lng: -77.1 + (index % 17) / 100,
  approximate: false,
  radius: 25,
  isMisplaced: false,
  late: false,
  text: `Persona ${index}`,
  ...changes,
});

it('opens on the selection, and fits all orders after another filter', () => {
  const fit = vi.spyOn(LeafletMap.prototype, 'fitBounds');
  const marks = Array.from({ length: 200 }, (_, index) => mark(index));
  const [selected, hovered] = [new Set(['3', '4']), createStore<string | null>(null)];
  function Desk() {
    const [question, ask] = useState('hoy');
    return (
      <>
        <button onClick={() => ask('ayer')}>Ayer</button>
        <OrdersMap
          label="Mapa"
          marks={marks}
          selected={selected}
          hovered={hovered}
          question={question}
          onPick={vi.fn()}
        />
      </>
    );
  }
  const boxes = () => fit.mock.calls.map(([bounds]) => (bounds as LatLngBounds).toBBoxString());
  renderInApp(<Desk />);
  const [three, four] = [mark(3), mark(4)];
  const box = [
    Math.min(three.lng, four.lng),
    Math.min(three.lat, four.lat),
    Math.max(three.lng, four.lng),
    Math.max(three.lat, four.lat),
  ].join();
  expect(boxes()).toEqual([box]);
  fireEvent.click(screen.getByRole('button', { name: 'Ayer' }));
  expect(boxes()).toEqual([box, '-77.1,-12.09,-76.94,-11.9']);
});

it('fits to the orders of the city, and lists the one that is far away', () => {
  const fit = vi.spyOn(LeafletMap.prototype, 'fitBounds');
  const onPick = vi.fn();
  const marks = [...Array.from({ length: 200 }, (_, index) => mark(index)), mark(200, { lat: 40.4, lng: -3.7 })];
  renderInApp(
    <OrdersMap
      label="Mapa"
      marks={marks}
      selected={new Set()}
      hovered={createStore<string | null>(null)}
      question="hoy"
      onPick={onPick}
    />,
  );
  expect(fit).toHaveBeenCalledOnce();
  const [bounds] = fit.mock.lastCall ?? [];
  expect((bounds as LatLngBounds | undefined)?.toBBoxString()).toBe('-77.1,-12.09,-76.94,-11.9');

  fireEvent.click(screen.getByRole('button', { name: '1 fuera del mapa' }));
  const list = screen.getByRole('region', { name: 'Órdenes fuera del mapa' });
  fireEvent.click(within(list).getByRole('button', { name: /D200/ }));
  expect(onPick.mock.calls[0]?.[0]).toMatchObject({ id: '200' });
});
