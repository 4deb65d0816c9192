import { type Courier } from '@despacho/contracts/dispatch';
import { describe, expect, it } from 'vitest';
import { aCourier } from '#test/a-courier.ts';
import { findCouriers } from './find-couriers.ts';

const courier = (name: string, more: Partial<Courier> = {}): Courier =>
  aCourier({ id: name, name, zones: [], capacityOrders: 10, load: { orders: 0, weightGrams: 0 }, ...more });

const all = [
  courier('José Ñahui', { load: { orders: 8, weightGrams: 0 }, zones: ['150122'], plate: 'AB-123' }),
  courier('Ana Flores', { load: { orders: 2, weightGrams: 0 }, zones: ['150130'] }),
  courier('Beto Cruz', { state: 'ausente' }),
  courier('Carla Díaz', { state: 'retirado' }),
  courier('Diego Luna', { load: { orders: 5, weightGrams: 0 } }),
];
const found = (search: string, sort: 'carga' | 'zona' | 'nombre' = 'nombre') =>
  findCouriers(all, search, sort).map(({ name }) => name);

describe('findCouriers', () => {
  it('omits retired couriers, and by name absent ones keep their place', () => {
    expect(found('')).toEqual(['Ana Flores', 'Beto Cruz', 'Diego Luna', 'José Ñahui']);
  });

  it('sorts by load, or by zone with unrestricted couriers last; absent ones come last', () => {
    expect(found('', 'carga')).toEqual(['Ana Flores', 'Diego Luna', 'José Ñahui', 'Beto Cruz']);
    expect(found('', 'zona')).toEqual(['José Ñahui', 'Ana Flores', 'Diego Luna', 'Beto Cruz']);
  });

  it('finds by name without accents, by plate and by district', () => {
    expect(found('jose nahui')).toEqual(['José Ñahui']);
    expect(found('ab-123')).toEqual(['José Ñahui']);
    expect(found('san borja')).toEqual(['Ana Flores']);
    expect(found('nadie')).toEqual([]);
  });
});
