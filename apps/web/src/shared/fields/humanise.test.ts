import { expect, it } from 'vitest';
import { humanise } from './humanise.ts';

it.each([
  ['fechaUltimaCompra', 'Fecha ultima compra'],
  ['RUC_cliente', 'RUC cliente'],
  ['idVendedor', 'ID vendedor'],
  ['zona-reparto', 'Zona reparto'],
  ['URLPagina', 'URL pagina'],
  ['año', 'Año'],
  ['__', '__'],
])('S32: labels the unknown field %s «%s»', (key, expected) => {
  expect(humanise(key)).toBe(expected);
});
