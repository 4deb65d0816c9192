import { emptyFilter, type OrderFilter } from '@despacho/contracts/dispatch';
import { expect, it } from 'vitest';
import { anOrder } from '#test/an-order.ts';
import { mayMatch } from './may-match.ts';
import { openOrders } from './orders-address.ts';

const juana = { id: '30', name: 'Juana Ríos' };
const filterOf = (some: Partial<OrderFilter>): OrderFilter => ({ ...emptyFilter(), ...some });

it.each([
  ['every order without a filter', emptyFilter(), anOrder({ state: 'anulada' }), true],
  ['a listed state', openOrders(), anOrder({ state: 'en_ruta', courier: juana }), true],
  ['no other state', openOrders(), anOrder({ state: 'entregada' }), false],
  ['no excluded state', filterOf({ states: { is: [], not: ['anulada'] } }), anOrder({ state: 'anulada' }), false],
  [
    'no state without the flag',
    filterOf({ flags: { is: ['no_entregadas'], not: [] } }),
    anOrder({ state: 'pendiente' }),
    false,
  ],
  ['the courier', filterOf({ couriers: { is: ['30'], not: [] } }), anOrder({ courier: juana }), true],
  ['no order without the courier', filterOf({ couriers: { is: ['30'], not: [] } }), anOrder(), false],
  ['no excluded courier', filterOf({ couriers: { is: [], not: ['30'] } }), anOrder({ courier: juana }), false],
  ['a day within', filterOf({ from: '2026-11-20', to: '2026-11-20' }), anOrder({ date: '2026-11-20' }), true],
  ['no earlier day', filterOf({ from: '2026-11-21' }), anOrder({ date: '2026-11-20' }), false],
  ['no later day', filterOf({ to: '2026-11-19' }), anOrder({ date: '2026-11-20' }), false],
])('a filter can match %s', (_, filter, order, expected) => {
  expect(mayMatch(filter, order)).toBe(expected);
});
