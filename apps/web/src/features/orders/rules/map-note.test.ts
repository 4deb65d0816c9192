import { expect, it } from 'vitest';
import { mapNote } from './map-note.ts';

const orders = (count: number) => Array.from({ length: count }, (_, id) => ({ id: String(id) }));

it.each([
  [0, { isReading: true, isCut: false }, 'Cargando órdenes…'],
  [1400, { isReading: true, isCut: false }, 'Cargando órdenes: 1,400…'],
  [0, { isReading: false, isCut: false }, 'Ninguna orden cumple el filtro'],
  [3000, { isReading: false, isCut: true }, 'Se muestran las 3,000 más urgentes: reduzca la búsqueda'],
  [12, { isReading: false, isCut: false }, undefined],
])('with %d orders and %j, the note is %j', (count, progress, words) => {
  expect(mapNote(orders(count), progress)).toBe(words);
});
