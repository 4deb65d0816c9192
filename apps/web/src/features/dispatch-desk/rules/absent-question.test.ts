import { expect, it } from 'vitest';
import { aCourier } from '#test/a-courier.ts';
import { anOrder } from '#test/an-order.ts';
import { absentQuestion } from './absent-question.ts';

const couriers = [
  aCourier({ id: '30', name: 'Hugo Paredes', state: 'ausente' }),
  aCourier({ id: '31', name: 'Ana Luna', state: 'ausente' }),
  aCourier({ id: '32', name: 'Luis Quispe' }),
];
const assigned = (id: string, name: string, state: 'asignada' | 'en_ruta' = 'asignada') =>
  anOrder({ state, courier: { id, name } });
const hugo = assigned('30', 'Hugo Paredes');

it.each([
  [
    'one absent courier',
    [hugo, hugo, assigned('32', 'Luis Quispe')],
    'Hugo Paredes está ausente',
    '2 órdenes saldrían',
  ],
  ['two', [hugo, assigned('31', 'Ana Luna')], 'Hugo Paredes y Ana Luna están ausentes', '2 órdenes saldrían'],
  ['one order', [hugo], 'Hugo Paredes está ausente', '1 orden saldría'],
])('asks about orders of %s', (_, orders, title, text) => {
  expect(absentQuestion(orders, couriers)).toMatchObject({ title, text: expect.stringContaining(text) as string });
});

it('does not ask without an absent courier, nor about orders that are under way', () => {
  expect(absentQuestion([assigned('32', 'Luis Quispe')], couriers)).toBeUndefined();
  expect(absentQuestion([assigned('30', 'Hugo Paredes', 'en_ruta')], couriers)).toBeUndefined();
});
