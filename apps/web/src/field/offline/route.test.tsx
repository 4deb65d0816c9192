import 'fake-indexeddb/auto';
import { type FieldRoute } from '@despacho/contracts/dispatch';
import { expect, it, vi } from 'vitest';
import { aDraft, openTab, openTabBeforeEach, service, shown, states, tab } from '#test/a-field-tab.ts';
import { aRoute, aStop } from '#test/a-route.ts';

openTabBeforeEach();

const TOTALS: NonNullable<NonNullable<FieldRoute['end']>['confirmed']> = {
  by: 'Rosa Mamani',
  delivered: 2,
  failed: 0,
  payments: [{ means: 'efectivo', amount: 9100 }],
};

it('shows what the office changed', async () => {
  service.route = aRoute([aStop({ id: '3', state: 'asignada' })]);
  await tab.refreshRoute();
  expect(states()).toEqual(['asignada']);
});

it('sends what waits for a later attempt as soon as the route can be read', async () => {
  service.hasSignal = false;
  await tab.closeVisits([aDraft('1')], []);
  await tab.sendNow();
  service.hasSignal = true;
  await tab.refreshRoute();
  await vi.waitFor(() => {
    expect(service.received).toEqual(['7 visits']);
  });
});

it('G41: keeps the totals of a day that the office confirmed, and only the stops of the next route', async () => {
  const at = '2026-11-23T23:00:00.000Z';
  const stops = [aStop({ state: 'entregada', closedAt: at }), aStop({ id: '2' })];
  service.route = { ...aRoute(stops), end: { at, confirmedAt: at, confirmed: TOTALS } };
  await tab.refreshRoute();
  expect(states()).toEqual(['entregada', 'en_ruta']);
  service.hasSignal = false;
  await openTab();
  expect(shown()).toMatchObject({
    phone: { name: 'connected' },
    route: { route: { end: { confirmed: TOTALS } }, stops: [{ id: '2' }] },
  });
});
