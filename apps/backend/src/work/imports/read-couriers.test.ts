import { expect, it } from 'vitest';
import { readCouriers } from './read-couriers.ts';

const platesOf = (...plates: string[]) => {
  const rows = [['Nombre', 'Placa'], ...plates.map((plate, at) => [`Repartidor ${at}`, plate])];
  const read = readCouriers(
    rows.map((cells, at) => ({ line: at + 1, cells })),
    [],
  );
  return 'lines' in read ? read.lines.map((line) => (line.ok ? line.input.plate : line.errors)) : read.remedy;
};

it('writes the hyphen of a plate where cars and motorcycles have it', () => {
  expect(platesOf('abc123', 'ABC 123', '1234ab', '1234-AB', 'mg-1234', '')).toEqual([
    'ABC-123',
    'ABC-123',
    '1234-AB',
    '1234-AB',
    'MG-1234',
    null,
  ]);
});
