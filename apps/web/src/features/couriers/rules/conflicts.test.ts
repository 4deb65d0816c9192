import { PROBLEMS, problemType } from '@despacho/contracts';
import { expect, it } from 'vitest';
import { aCourier } from '#test/a-courier.ts';
import { HttpFailure } from '#shared/http/failure.ts';
import { conflictWith } from './conflicts.ts';
import { conflictingFields, courierForm } from './courier-form.ts';

const courier = aCourier({
  version: 3,
  name: 'Rosa Huanca',
  zones: [],
  shift: { from: '08:00', to: '18:00' },
  capacityOrders: 30,
  capacityGrams: 60_000,
});
const others = { ...courier, version: 4, phone: '987 111 222', shift: { from: '09:00', to: '18:00' } };
const base = courierForm(courier);

it('lists fields that this user changed, not those changed only by the other', () => {
  const mine = { ...base, capacityOrders: '44', to: '19:00' };
  expect(conflictingFields(base, mine, courierForm(others))).toEqual([
    { label: 'Fin del turno', theirs: '18:00', mine: '19:00' },
    { label: 'Capacidad (órdenes)', theirs: '30', mine: '44' },
  ]);
});

it('omits fields with equal values and shows cleared ones', () => {
  const mine = { ...base, phone: '987 111 222', zones: ['150122'] };
  expect(conflictingFields(base, mine, courierForm(others))).toEqual([
    { label: 'Zonas', theirs: 'Todos los distritos', mine: 'Miraflores' },
  ]);
  const without = { ...courierForm(others), phone: '' };
  expect(conflictingFields(courierForm(others), without, { ...base, phone: '1' })).toEqual([
    { label: 'Teléfono', theirs: '1', mine: '—' },
  ]);
});

it('reports a conflict only once both versions are known', () => {
  const { title, status } = PROBLEMS.conflict;
  const problem = { type: problemType('conflict'), title, status, requestId: 'r' };
  const conflict = new HttpFailure({ url: '/api/couriers/4', reason: 'refused', status, problem });
  const lost = new HttpFailure({ url: '/api/couriers/4', reason: 'network', status: 0 });
  expect(conflictWith(conflict, courier, others)).toBe(others);
  expect(conflictWith(conflict, courier, courier)).toBeNull();
  expect(conflictWith(conflict, null, null)).toBeNull();
  expect(conflictWith(lost, courier, others)).toBeNull();
  expect(conflictWith(null, courier, others)).toBeNull();
});
