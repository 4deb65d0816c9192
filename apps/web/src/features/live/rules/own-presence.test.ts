import { expect, it } from 'vitest';
import { type OrderWindow } from '../../orders/rules/order-window.ts';
import { ownPresence } from './own-presence.ts';

const detail: OrderWindow = { kind: 'detail', id: '1' };

it.each([
  [null, [], 'viendo', []],
  [detail, [], 'viendo', ['1']],
  [detail, ['2', '3'], 'asignando', ['2', '3']],
  [{ kind: 'edit', id: '1' } as const, ['2'], 'editando', ['1']],
  [{ kind: 'new' } as const, [], 'viendo', []],
])('%j with %j chosen: %s %j', (window, chosen, doing, orders) => {
  expect(ownPresence(window, new Set(chosen))).toEqual({ doing, orders });
});
