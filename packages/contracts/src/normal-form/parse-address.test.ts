import { expect, it } from 'vitest';
import { doorKeys, parseAddress } from './addresses.ts';

const keys = (address: string): string[] => doorKeys(parseAddress(address), '150116');

it.each([
  [['Av. Arequipa 1234', 'AVENIDA AREQUIPA N° 1234', 'av arequipa nro 1234 dpto. 501', 'Avda. Arequipa #1234, Lince']],
  [['Urb. Los Pinos Mz. B Lt. 4', 'Mza. B Lote 4 Urbanización Los Pinos', 'MZ B LT 04, URB LOS PINOS (casa verde)']],
])('gives one door in other spellings one key: %j', (addresses) => {
  expect(keys(addresses[0] ?? '')).toHaveLength(1);
  for (const address of addresses) expect(keys(address), address).toEqual(keys(addresses[0] ?? ''));
});
