import { describe, expect, it } from 'vitest';
import { sortClients } from './sort-clients.ts';

const clientsOf = (values: readonly unknown[]) => values.map((value, index) => ({ id: String(index), value }));
const sorted = (values: readonly unknown[], desc = false) =>
  sortClients(clientsOf(values), { id: 'value', desc }).map((client) => client['value']);
const idsOf = (values: readonly unknown[], desc: boolean) =>
  sortClients(clientsOf(values), { id: 'value', desc }).map(({ id }) => id);

describe('sortClients', () => {
  it('sorts text in Spanish order, numbers by size, and yes before no', () => {
    expect(sorted(['Ñaña', 'Nazca', 'óptica', 'Oro', 'Zorritos'])).toEqual([
      'Nazca',
      'Ñaña',
      'óptica',
      'Oro',
      'Zorritos',
    ]);
    expect(sorted(['CLI-10', 'CLI-9'])).toEqual(['CLI-9', 'CLI-10']);
    expect(sorted([10, 9, 0, -1])).toEqual([-1, 0, 9, 10]);
    expect(sorted([false, true])).toEqual([true, false]);
  });

  it('puts clients without a value last in both directions', () => {
    expect(sorted(['b', null, '', 'a', undefined, []])).toEqual(['a', 'b', null, '', undefined, []]);
    expect(sorted(['a', null, 'b'], true)).toEqual(['b', 'a', null]);
  });

  it('S28: sorts the column with names by the names shown', () => {
    const clients = [
      { id: 1, razonSocial: 'Zeta' },
      { id: 2, razonSocial: null, nombreComercial: 'Beta' },
      { id: 3, razonSocial: 'Alfa' },
    ];
    const ids = sortClients(clients, { id: 'razonSocial', desc: false }, 'razonSocial').map(({ id }) => id);
    expect(ids).toEqual([3, 2, 1]);
  });

  it('keeps the order of equal values in both directions', () => {
    expect(idsOf(['b', 'a', 'b', 'a'], false)).toEqual(['1', '3', '0', '2']);
    expect(idsOf(['b', 'a', 'b', 'a'], true)).toEqual(['0', '2', '1', '3']);
  });

  it("keeps the service's order without a sort or for an unknown column", () => {
    const clients = clientsOf(['b', 'a']);
    expect(sortClients(clients, null)).toBe(clients);
    expect(sortClients(clients, { id: 'no', desc: true })).toEqual(clients);
  });
});
