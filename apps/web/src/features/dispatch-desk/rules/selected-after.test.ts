import { emptyFilter, type Outcome } from '@despacho/contracts/dispatch';
import { expect, it } from 'vitest';
import { anOrder } from '#test/an-order.ts';
import { openOrders } from '#features/orders/rules/orders-address.ts';
import { type Action, type Intent } from './action.ts';
import { assignIntent, cancelIntent, closeIntent, rescheduleIntent, unassignIntent } from './intents.ts';
import { restoredBy, selectedAfter } from './selected-after.ts';

const juana = { id: '30', name: 'Juana Ríos' };
const due = { due: 5000, payments: [], difference: null };
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
  const payments = [{ means: 'yape' as const, amount: 5000 }];
  const delivered = closeIntent([order], () => ({ to: 'entregada', payments }));
  const after = selectedAfter(answered(delivered, [done]), emptyFilter())(order);
  expect(after).toEqual({ ...order, version: 4, state: 'entregada', collect: { ...due, payments } });
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

it('keeps a rescheduled order with its new day, unless the filter excludes that day', () => {
  const action = answered(rescheduleIntent([order], '2026-11-24'), [done]);
  expect(selectedAfter(action, emptyFilter())(order)).toEqual({ ...order, version: 4, date: '2026-11-24' });
  expect(selectedAfter(action, { ...emptyFilter(), to: '2026-11-23' })(order)).toBeNull();
});

it('keeps orders that an undo restored, as they were before, with their new version', () => {
  const action = closeIntent([order], () => ({ to: 'entregada' }));
  const undo = answered({ ...action, parts: [{ request: { id: 'assignments.undo', body: { batch: 'b' } } }] }, [
    { ...done, version: 5 },
  ]);
  const restored = restoredBy(undo, [order, anOrder({ id: '2' })]);
  expect(restored).toEqual([{ ...order, version: 5 }]);
  const delivered = { ...order, version: 4, state: 'entregada' as const };
  expect(selectedAfter(undo, openOrders(), restored)(delivered)).toEqual({ ...order, version: 5 });
  // After a reload, only the current order is known.
  expect(selectedAfter(undo, openOrders())(delivered)).toEqual({ ...delivered, version: 5 });
});
