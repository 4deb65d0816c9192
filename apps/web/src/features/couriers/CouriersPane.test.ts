import { type Courier } from '@despacho/contracts/dispatch';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, expect, it, vi } from 'vitest';
import { couriersKey } from './api/couriers-query.ts';
import { CouriersPane } from './CouriersPane.tsx';

const courier: Courier = {
  id: '4',
  officeId: 'MADRID',
  version: 3,
  name: 'Rosa Huanca',
  phone: null,
  vehicle: 'moto',
  plate: null,
  zones: [],
  shift: { from: '08:00', to: '18:00' },
  capacityOrders: 30,
  capacityGrams: 60_000,
  state: 'activo',
  load: { orders: 0, weightGrams: 0 },
};

/** @returns the pane as it is first shown, at 09:00 in Madrid and 03:00 in Lima. */
function paneIn(timeZone: string): string {
  vi.useFakeTimers({ now: Date.parse('2026-11-21T08:00:00Z') });
  const client = new QueryClient();
  client.setQueryData(couriersKey('MADRID'), [courier]);
  const pane = createElement(CouriersPane, { officeId: 'MADRID', timeZone, menuOf: () => [], stopsOf: () => null });
  return renderToStaticMarkup(createElement(QueryClientProvider, { client }, pane));
}

afterEach(() => {
  vi.useRealTimers();
});

it('counts who is on shift by the clock of the office it shows', () => {
  expect(paneIn('Europe/Madrid')).toContain('1 en turno');
  expect(paneIn('America/Lima')).toContain('0 en turno');
});
