import { type Order, type OrderChanged } from '@despacho/contracts/dispatch';
import { describe, expect, it } from 'vitest';
import { patchedOrder } from './patch-order.ts';

const AT = '2026-11-21T14:40:00.000Z';
const ana = { username: 'ana', user: 'Ana' };
const order: Order = {
  id: '7',
  code: 'LIM-7',
  officeId: 'LIMA',
  version: 3,
  state: 'pendiente',
  attempt: 1,
  client: { id: null, name: 'Boticas Aurora', phone: null },
  recipient: { name: 'Eva Ríos', phone: '999888777' },
  place: { address: 'Av. Larco 345', reference: null, ubigeo: '150122', lat: -12.1, lng: -77, approximate: true },
  date: '2026-11-21',
  window: null,
  dueAt: '2026-11-22T05:00:00.000Z',
  packages: 1,
  weightGrams: 500,
  clientReference: null,
  guide: null,
  note: null,
  collect: { due: 2500, payments: [], difference: null },
  priority: 'normal',
  courier: null,
  sequence: null,
  reason: null,
  closedAt: null,
  visitDay: null,
  wanted: null,
  evidence: 0,
  createdAt: '2026-11-20T15:00:00.000Z',
  changed: { at: '2026-11-20T15:00:00.000Z', by: ana, what: 'creada' },
};
const event = (after: OrderChanged['after'], version = 4): OrderChanged => ({
  type: 'order.changed',
  at: '2026-11-21T15:00:00.000Z',
  officeId: 'LIMA',
  actor: ana,
  batch: 'b',
  what: 'asignada',
  order: { id: '7', code: 'LIM-7', version },
  before: {},
  after,
});
const names = (id: string) => (id === '30' ? 'Hugo Paredes' : undefined);
const patch = (after: OrderChanged['after'], version?: number) => patchedOrder(order, event(after, version), names);

describe('patchedOrder', () => {
  it('applies the changed fields, the author and the time', () => {
    expect(patch({ state: 'asignada', courierId: '30', sequence: 4 })).toEqual({
      ...order,
      version: 4,
      state: 'asignada',
      courier: { id: '30', name: 'Hugo Paredes' },
      sequence: 4,
      changed: { at: '2026-11-21T15:00:00.000Z', by: ana, what: 'asignada' },
    });
  });

  it('applies changes to the amount and the location', () => {
    const payments = [{ means: 'yape' as const, amount: 2000 }];
    const closed = patch({ state: 'entregada', payments, difference: 'Pagó una parte', closedAt: AT });
    expect(closed?.collect).toEqual({ due: 2500, payments, difference: 'Pagó una parte' });
    expect(closed?.closedAt).toBe(AT);
    expect(patch({ collectDue: null })?.collect).toBeNull();
    expect(patch({ lat: -12.2, approximate: false })?.place).toEqual({
      ...order.place,
      lat: -12.2,
      approximate: false,
    });
  });

  it('returns the same order for an event it already includes', () => {
    expect(patch({ state: 'anulada' }, 3)).toBe(order);
    expect(patch({ state: 'anulada' }, 2)).toBe(order);
  });

  it.each([
    ['a change is missing in between', { state: 'asignada' as const }, 5],
    ['nobody knows the courier', { courierId: '31' }, 4],
    ['it may be due at another time', { date: '2026-11-22' }, 4],
    ['its window changed', { windowTo: '18:00' }, 4],
  ])('returns undefined if %s', (_, after, version) => {
    expect(patch(after, version)).toBeUndefined();
  });
});
