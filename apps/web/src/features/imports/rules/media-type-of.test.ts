import { importOperations } from '@despacho/contracts/dispatch';
import { expect, it } from 'vitest';
import { mediaTypeOf } from './media-type-of.ts';

it.each([
  ['pedidos.csv', 0],
  ['PEDIDOS.CSV', 0],
  ['pedidos.v2.txt', 1],
  ['Pedidos de la tarde.XLSX', 2],
])('%s is sent with an accepted media type', (name, place) => {
  expect(mediaTypeOf(name)).toBe(importOperations['imports.preview'].upload[place]);
});
