import 'fake-indexeddb/auto';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { aDay, aStop } from '#test/a-stop.ts';
import { MapScreen } from './MapScreen.tsx';

/* Its drawing is tested in a browser: jsdom has no canvas. */

const stop = (id: string, lat: number, some = {}) =>
  aStop({ id, dueAt: '2026-11-20T20:00:00.000Z', place: { ...aStop().place, address: `Calle ${id}`, lat }, ...some });
const STOPS = [
  stop('1', -12.1, { state: 'entregada' }),
  stop('2', -12.2),
  stop('3', -12.3),
  stop('4', -12.2, { recipient: { name: 'Rosa Huamán', phone: null } }),
];
const NOW = Date.parse('2026-11-20T15:00:00.000Z');
const AREA = { west: -77.1, south: -12.4, east: -77, north: -12 };

const requests: string[] = [];
beforeEach(() => {
  requests.length = 0;
  globalThis.scrollTo = () => undefined;
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe = () => undefined;
      disconnect = () => undefined;
    },
  );
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
  vi.stubGlobal('fetch', (url: URL) => {
    requests.push(url.pathname);
    return Promise.resolve(
      Response.json({ sections: { tiles: true }, streets: null, attribution: '© Quien hizo el mapa' }),
    );
  });
});

const show = () =>
  render(<MapScreen route={aDay(STOPS, { area: AREA })} stops={STOPS} ownOrder={null} here={null} now={NOW} />);
const card = () => screen.getByRole('region', { name: 'Parada elegida' });

it('begins with the next stop, and steps through all places of the route', async () => {
  show();
  expect(screen.getByRole('application', { name: /^Mapa con 3 paradas por visitar/ })).toBeDefined();
  expect(card().textContent).toMatch(/2\. Calle 2.*4\. Rosa Huamán/);
  fireEvent.click(screen.getByRole('button', { name: 'Parada siguiente' }));
  expect(card().textContent).toMatch(/3\. Calle 3/);
  fireEvent.click(screen.getByRole('button', { name: 'Parada siguiente' }));
  expect(card().textContent).toMatch(/1\. Calle 1.*Entregada/);
  fireEvent.click(screen.getByRole('button', { name: 'Parada siguiente' }));
  expect(card().textContent).toMatch(/2\. Calle 2/);
  fireEvent.click(screen.getByRole('button', { name: 'Parada anterior' }));
  expect(card().textContent).toMatch(/1\. Calle 1/);
  // The credit of the tiles.
  expect(await screen.findByText('© Quien hizo el mapa')).toBeDefined();
});

it('still credits the stored tiles without a signal', async () => {
  localStorage.setItem(
    'despacho.reparto.mapa',
    JSON.stringify({ tiles: true, streets: null, attribution: '© De antes' }),
  );
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no signal')));
  show();
  await waitFor(() => {
    expect(screen.getByText('© De antes')).toBeDefined();
  });
});
