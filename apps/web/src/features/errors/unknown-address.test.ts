import { expect, it } from 'vitest';
import { unknownAddress } from './unknown-address.ts';

it.each([
  ['https://x.pe/ordenes', 'https://x.pe/', '/ordenes'],
  ['https://x.pe/asignaci%C3%B3n?a=1', 'https://x.pe/', '/asignación'],
  ['https://x.pe/%E0%A4', 'https://x.pe/', '/%E0%A4'],
  [`https://x.pe/${'a'.repeat(200)}`, 'https://x.pe/', `/${'a'.repeat(119)}…`],
  ['https://x.pe/despacho/mapas', 'https://x.pe/despacho/', '/mapas'],
  ['https://x.pe/despacho/map', 'https://x.pe/despacho/', undefined],
  ['https://x.pe/map', 'https://x.pe/', undefined],
  ['https://x.pe/clients/7', 'https://x.pe/', undefined],
  ['https://x.pe/dashboard/liquidacion', 'https://x.pe/', undefined],
  ['https://x.pe/error/403', 'https://x.pe/', undefined],
  ['https://x.pe/', 'https://x.pe/', undefined],
  [undefined, 'https://x.pe/', undefined],
])('%s is shown as unknown within %s: %s', (opened, base, shown) => {
  expect(unknownAddress(opened, base)).toBe(shown);
});
