import { describe, expect, it } from 'vitest';
import { formatKilograms, fullness, overloads } from './load.ts';

const courier = (orders: number, weightGrams: number) => ({
  load: { orders, weightGrams },
  capacityOrders: 20,
  capacityGrams: 80_000,
});

describe('load', () => {
  it('uses the scarcer capacity', () => {
    expect(fullness(courier(10, 20_000))).toBe(0.5);
    expect(fullness(courier(5, 60_000))).toBe(0.75);
    expect(fullness(courier(0, 0))).toBe(0);
  });

  it('reports the excess over a capacity, and none at the limit', () => {
    expect(overloads(courier(20, 80_000))).toEqual([]);
    expect(overloads(courier(21, 80_500))).toEqual([
      'Supera su capacidad en 1 orden',
      'Supera su capacidad de carga en 0.5 kg',
    ]);
  });

  it('formats numbers in Peruvian style', () => {
    expect(formatKilograms(1_234_500)).toBe('1,234.5 kg');
  });
});
