import { describe, expect, it } from 'vitest';
import { aCourier } from '#test/a-courier.ts';
import { changedFields, courierForm, EMPTY_COURIER, readCourierForm } from './courier-form.ts';
import { changedKeys, rebased } from '#shared/fields/form-changes.ts';

const courier = aCourier({
  version: 3,
  phone: '987 654 321',
  plate: 'AB-123',
  shift: { from: '08:00', to: '18:00' },
  capacityOrders: 30,
  capacityGrams: 60_500,
});

describe('courier form', () => {
  it('round-trips a courier', () => {
    const { input, errors } = readCourierForm(courierForm(courier));
    expect(errors).toEqual({});
    expect(input && changedFields(courier, input)).toEqual({});
  });

  it('returns a message for each invalid field', () => {
    const wrong = {
      ...EMPTY_COURIER,
      phone: '12',
      plate: 'A B C',
      from: '18:00',
      to: '08:00',
      capacityOrders: '0',
      capacityWeight: 'mucho',
    };
    expect(readCourierForm(wrong)).toEqual({
      errors: {
        name: 'Escriba el nombre, con 120 caracteres como máximo',
        phone: 'Escriba un teléfono de 6 a 24 cifras, por ejemplo 987 654 321',
        plate: 'Escriba la placa como ABC-123',
        to: 'El fin del turno debe ser posterior al inicio',
        capacityOrders: 'Escriba de 1 a 1000 órdenes',
        capacityWeight: 'Escriba de 0.001 a 20,000 kg',
      },
    });
  });

  it('accepts a lower-case plate, weight in kilograms and empty optional fields', () => {
    const { input } = readCourierForm({ ...courierForm(courier), phone: ' ', plate: 'abc-123', capacityWeight: '0.5' });
    expect(input && changedFields(courier, input)).toEqual({ phone: null, plate: 'ABC-123', capacityGrams: 500 });
  });

  it("applies own changes on top of another user's version", () => {
    const base = courierForm(courier);
    const mine = { ...base, capacityOrders: '44', zones: ['150122', '150131'] };
    const others = { ...courier, version: 4, phone: '987 111 222', shift: { from: '09:00', to: '19:00' } };
    expect(changedKeys(base, mine)).toEqual(['zones', 'capacityOrders']);
    const { input } = readCourierForm(rebased(base, mine, courierForm(others)));
    expect(input && changedFields(others, input)).toEqual({ zones: ['150122', '150131'], capacityOrders: 44 });
    expect(changedKeys(base, base)).toEqual([]);
  });
});
