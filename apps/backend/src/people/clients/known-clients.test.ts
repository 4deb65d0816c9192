import { describe, expect, it } from 'vitest';
import { isCode, KnownClients } from './known-clients.ts';

const row = (id: string, name: string, code: string, taxId = '') => ({
  id,
  name,
  code,
  tax_id: taxId,
  phone: null,
  active: true,
});

describe('codes of clients', () => {
  const clients = new KnownClients([
    row('1', 'Botica Sur', 'FARMACIAS01', '20100113615'),
    row('2', 'Bodega Alta', 'AB-CD-0001'),
    row('3', 'Tienda Norte', 'TIENDA-NORTE-24'),
  ]);

  it.each([
    ['RUC N° 20100113615', '1'],
    ['Ruc nro. 20-10011361-5', '1'],
    ['２０１００１１３６１５', '1'],
    ['²⁰¹⁰⁰¹¹³⁶¹⁵', '1'],
    ['farmacias 01', '1'],
    ['ab cd 0001', '2'],
  ])('counts every spelling that finds a client: %s', (text, id) => {
    expect(clients.find(text).id).toBe(id);
    expect(isCode(text)).toBe(true);
  });

  it('finds no client by a code spelled like a name, and does not count it', () => {
    expect(isCode('farma cias 01')).toBe(false);
    expect(clients.find('farma cias 01').id).toBeNull();
  });

  it('finds a client whose code looks like a name', () => {
    expect(clients.find('Tienda Norte 24').id).toBe('3');
  });

  it.each(['Bodega Nueva del Centro 2', 'Óptica Díaz', 'Botica 24 Horas'])('treats %s as a name', (text) => {
    expect(isCode(text)).toBe(false);
  });
});
