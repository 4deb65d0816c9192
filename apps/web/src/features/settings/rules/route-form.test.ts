import { expect, it } from 'vitest';
import { someSettings } from '#test/a-courier.ts';
import { readRouteForm, type RouteForm, routeForm } from './route-form.ts';

const point = { lat: -12.05, lng: -77.08 };
const stored = someSettings({ startingPoint: { address: 'Av. Argentina 2833', ...point } });

const read = (some: Partial<RouteForm>, settings = stored) => {
  const { edit, errors } = readRouteForm({ ...routeForm(settings), ...some }, settings);
  return edit?.changes ?? errors;
};

it.each<[string, Partial<RouteForm>, object]>([
  ['nothing', {}, {}],
  ['no starting point', { address: ' ', point: null }, { startingPoint: null }],
  [
    'another address of the same place',
    { address: ' Av. Argentina 2835 ' },
    { startingPoint: { address: 'Av. Argentina 2835', ...point } },
  ],
  [
    'an objective, no minutes and a return',
    { objective: 'even-loads', doorMinutes: '0', routeEnd: 'start' },
    { objective: 'even-loads', doorMinutes: 0, routeEnd: 'start' },
  ],
  ['a place without an address', { address: '' }, { address: 'Escriba la dirección del lugar marcado' }],
  [
    'an address without a place',
    { point: null },
    { address: 'Marque también el lugar en el mapa, o pegue su ubicación' },
  ],
  ['a long address', { address: 'x'.repeat(241) }, { address: 'Escriba la dirección con 240 letras como máximo' }],
  ['too many minutes', { doorMinutes: '61' }, { doorMinutes: 'Escriba de 0 a 60 minutos, sin decimales' }],
  ['no minutes at all', { doorMinutes: '' }, { doorMinutes: 'Escriba de 0 a 60 minutos, sin decimales' }],
])('reads %s', (_, some, expected) => {
  expect(read(some)).toEqual(expected);
});
