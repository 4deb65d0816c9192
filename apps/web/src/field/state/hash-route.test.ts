import { expect, it } from 'vitest';
import { hashOf, type Screen, screenOf } from './hash-route.ts';

it.each<[Screen, string]>([
  [{ name: 'route' }, '#/'],
  [{ name: 'queue' }, '#/por-enviar'],
  [{ name: 'end' }, '#/cierre'],
  [{ name: 'menu' }, '#/menu'],
  [{ name: 'notice' }, '#/aviso'],
  [{ name: 'help' }, '#/ayuda'],
  [{ name: 'stop', id: '12' }, '#/parada/12'],
  [{ name: 'deliver', id: '12' }, '#/parada/12/entregar'],
  [{ name: 'fail', id: '12' }, '#/parada/12/no-se-pudo'],
])('keeps %j in the address', (screen, hash) => {
  expect(hashOf(screen)).toBe(hash);
  expect(screenOf(hash)).toEqual(screen);
});

it.each(['', '#', '#/parada/', '#/parada/12/otra', '#/parada/../menu', '#x'])('shows the route for %j', (hash) => {
  expect(screenOf(hash)).toEqual({ name: 'route' });
});
