import { configOperations, officeOperations } from '@despacho/contracts';
import { courierOperations, trailOperations } from '@despacho/contracts/dispatch';
import { act, screen, within } from '@testing-library/react';
import { Map as LeafletMap, Point } from 'leaflet';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { aView } from '#test/a-view.ts';
import { fakeGateway } from '#test/fake-gateway.ts';
import { renderInApp } from '#test/render.tsx';
import { markIn } from '#features/session/state/session-store.ts';
import { serverNow } from '#shared/http/server-clock.ts';
import { forgetPositions, recordPositions } from '#shared/live/positions-store.ts';
import { Component as MapScreen } from '../MapScreen.tsx';
import { CouriersDesk } from './CouriersDesk.tsx';

beforeEach(() => {
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockImplementation(
    () => new Proxy({}, { get: () => () => ({ width: 0 }), set: () => true }) as never,
  );
  vi.spyOn(LeafletMap.prototype, 'getSize').mockReturnValue(new Point(800, 600));
  markIn(aView({ charge: 'O', permissionsList: [{ module: 'M01' }] }));
});
afterEach(() => {
  vi.restoreAllMocks();
  forgetPositions();
});

it('shows couriers and their positions to M01 alone, without requesting orders', async () => {
  const gateway = fakeGateway();
  gateway.on(officeOperations['offices.list'], () => []);
  gateway.on(courierOperations['couriers.map'], () => ({
    couriers: [
      { id: '7', name: 'María Flores', vehicle: 'moto', plate: null },
      { id: '8', name: 'Jorge Quispe', vehicle: 'auto', plate: null },
    ],
    silence: 20,
  }));
  const { user } = renderInApp(<CouriersDesk />);
  expect(await screen.findByText(/^Nadie envía su posición/)).toBeTruthy();
  const at = new Date(serverNow() - 14.5 * 60_000).toISOString();
  act(() => recordPositions([{ courierId: '7', at, lat: -12.1, lng: -77, accuracy: 10, district: 'Surco' }]));
  const list = await screen.findByRole('list', { name: 'Repartidores' });
  expect(
    within(list)
      .getAllByRole('button')
      .map(({ textContent }) => textContent),
  ).toEqual(['María Floreshace 14 min']);
  await user.click(within(list).getByRole('button'));
  const panel = screen.getByRole('region', { name: 'María Flores' });
  expect(
    within(panel)
      .getAllByRole('button')
      .map(({ textContent }) => textContent),
  ).toEqual(['', 'Seguir', 'Recorrido']);
  expect(panel.textContent).toContain('última señal hace 14 min, Surco');
  expect(new Set(gateway.sent.map(({ path }) => path))).toEqual(
    new Set(['/api/config', '/api/offices', '/api/couriers/map']),
  );
  gateway.on(trailOperations['trails.follow'], () => ({}));
  await user.click(within(panel).getByRole('button', { name: 'Seguir' }));
  await user.click(within(panel).getByRole('button', { name: 'Siguiendo' }));
  expect(gateway.sentTo(trailOperations['trails.follow']).map(({ path }) => path)).toEqual(['/api/couriers/7/follow']);
});

it('shows the basemap and the reason, without requests, if there is no service', async () => {
  const gateway = fakeGateway();
  gateway.on(configOperations['config.read'], () => ({
    provider: 'Despacho',
    version: '1',
    sections: { operations: false, directory: false, tiles: false, storage: false },
    streets: null,
    attribution: null,
  }));
  renderInApp(<MapScreen />);
  expect(await screen.findByText(/este servidor no tiene ninguno configurado/)).toBeTruthy();
  expect(screen.getByRole('application', { name: 'Mapa de la oficina' })).toBeTruthy();
  expect(gateway.sent.map(({ path }) => path)).toEqual(['/api/config']);
});
