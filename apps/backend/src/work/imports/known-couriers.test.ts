import { expect, it } from 'vitest';
import { KnownCouriers } from './known-couriers.ts';

const courier = (id: string, name: string, plate: string | null = null, state: 'activo' | 'retirado' = 'activo') => ({
  id,
  name,
  plate,
  state,
});
const known = new KnownCouriers([
  courier('1', 'José Peña', 'ABC-123'),
  courier('2', 'Luz Soto'),
  courier('3', 'Luz Soto'),
  courier('4', 'Eva Ríos', 'XYZ-987', 'retirado'),
  courier('5', 'Eva Ríos'),
  courier('6', 'Ana Vega', null, 'retirado'),
]);
const found = (text: string): unknown => {
  const match = known.find(text);
  return match.kind === 'found' ? match.courier.id : match.kind === 'unknown' ? match.likely : match.kind;
};

it('finds couriers by name and plate in any spelling', () => {
  expect(['jose  PEÑA', 'abc123', 'ABC 123', 'Eva Rios'].map(found)).toEqual(['1', '1', '1', '5']);
});

it('finds retired couriers only if no other has the name', () => {
  expect(['xyz-987', 'Ana Vega'].map(found)).toEqual(['4', '6']);
});

it('reports duplicate names, and proposes the only similar one', () => {
  expect(found('Luz Soto')).toBe('several');
  expect(['José', 'José Peña Díaz', 'Luz', 'Ana', 'Otro', 'x '.repeat(500)].map(found)).toEqual([
    'José Peña',
    'José Peña',
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});
