import { describe, expect, it } from 'vitest';
import { shownAddress } from './shown-address.ts';

const URL = 'https://despacho.test/api/orders';

describe('the address in a failure message', () => {
  it('S39: keeps the query and masks values that may identify a person', () => {
    const query = {
      officeId: 'LIMA',
      estado: 'pendiente,asignada',
      buscar: 'quispe 999',
      cliente: '5001',
      cursor: 'x',
    };
    expect(shownAddress(URL, query)).toBe(`${URL}?officeId=LIMA&estado=pendiente,asignada&buscar=…&cliente=…&cursor=…`);
  });

  it('is the plain address without a query', () => {
    expect(shownAddress(URL, {})).toBe(URL);
    expect(shownAddress(URL, undefined)).toBe(URL);
  });
});
