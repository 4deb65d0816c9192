import { emptyFilter, type Outcome } from '@despacho/contracts/dispatch';
import { expect, it } from 'vitest';
import { anOrder } from '../../../../test/an-order.ts';
import { openOrders } from '../../orders/rules/orders-address.ts';
import { type Action, type Intent } from './action.ts';
import { assignIntent, cancelIntent, stateIntent, unassignIntent } from './intents.ts';
import { selectedAfter } from './selected-after.ts';

const juana = { id: '30', name: 'Juana Ríos' };
const due = { due: 5000, collected: null, means: null };
const order = anOrder({ id: '1', version: 3, state: 'en_ruta', courier: juana, collect: due });

/** The action of an intent, answered with these outcomes. */
const answered = ({ title, parts, codes }: Intent, outcomes: Outcome[]): Action => ({
  id: 'a',
  title,
  at: 0,
  codes,
  steps: parts.map(({ request }) => ({
    key: 'k',
    request,
    progress: {
      state: 'done',
      receipt: { batch: 'b', at: '2026-11-20T15:00:00.000Z', undoUntil: null, outcomes, warnings: [] },
    },
  })),
});
const done: Outcome = { ok: true, id: '1', code: 'ORD-1', version: 4, changed: true };
const refused: Outcome = { ok: false, id: '1', code: 'ORD-1', why: 'not_found', now: null };

it('keeps an order whose state changed, with its new state, version and collection', () => {
  const after = selectedAfter(answered(stateIntent([order], { to: 'entregada' }), [done]), emptyFilter())(order);
  expect(after).toEqual({ ...order, version: 4, state: 'entregada', collect: { ...due, collected: 5000 } });
  const back = selectedAfter(answered(unassignIntent([order]), [done]), openOrders())(order);
  expect(back).toMatchObject({ version: 4, state: 'pendiente', courier: null, collect: due });
});

it('deselects an order that no longer matches the filter', () => {
  expect(selectedAfter(answered(cancelIntent([order], 'Se repitió'), [done]), openOrders())(order)).toBeNull();
});

it('deselects an assigned order', () => {
  expect(selectedAfter(answered(assignIntent([order], juana), [done]), emptyFilter())(order)).toBeNull();
});

it('keeps refused orders and those that the action does not apply to', () => {
  const keep = selectedAfter(answered(assignIntent([order], juana), [refused]), emptyFilter());
  expect(keep(order)).toBe(order);
  const other = anOrder({ id: '2' });
  expect(keep(other)).toBe(other);
});
