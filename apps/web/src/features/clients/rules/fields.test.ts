import { describe, expect, it } from 'vitest';
import { defaultColumns, fieldOf, fieldsOf, nameOf, titleKey, valueOfRole } from './fields.ts';

describe("S32: fields under other hosts' names", () => {
  it.each([
    ['razonSocial', 'name', 'Razón social'],
    ['RAZON_SOCIAL', 'name', 'Razón social'],
    ['ruc', 'taxId', 'RUC'],
    ['Teléfono', 'phone', 'Teléfono'],
    ['dirección', 'address', 'Dirección'],
    ['correo_electronico', 'email', 'Correo'],
    ['zonaReparto', null, 'Zona reparto'],
  ])('%s has role %s and label «%s»', (key, role, label) => {
    expect(fieldOf(key)).toMatchObject({ role, label });
  });

  it('collects the fields of all clients, known fields first', () => {
    const fields = fieldsOf([
      { id: 1, zona: 'N', ruc: '1' },
      { id: 2, nombre: 'A', horario: null },
    ]);
    expect(fields.map(({ key }) => key)).toEqual(['nombre', 'ruc', 'id', 'zona', 'horario']);
  });

  it('gives two fields with the same label distinct labels', () => {
    expect(fieldsOf([{ id: 1, telefono: '1', fono: '2' }]).map(({ label }) => label)).toEqual([
      'Teléfono (telefono)',
      'Teléfono (fono)',
      'Identificador',
    ]);
  });

  it('defaults to the columns that identify and contact a client', () => {
    const ours = fieldsOf([{ id: 'C1', name: 'A', code: 'X', phone: '9', lat: 1, zona: 'N' }]);
    expect(defaultColumns(ours)).toEqual(['name', 'code', 'phone']);
    expect(defaultColumns(ours, true)).toEqual(['name', 'phone']);
    const nameless = fieldsOf([{ id: 1, apodo: 'Z', ruc: '2' }]);
    expect(defaultColumns(nameless)).toEqual(['apodo', 'ruc']);
    expect([titleKey(ours), titleKey(nameless), titleKey(fieldsOf([{ id: 1 }]))]).toEqual(['name', 'apodo', 'id']);
  });

  it('S32: shows a limited number of unknown columns if there are no known ones', () => {
    const names = ['id', 'cod_cli', 'des_cli', 'tlf1', 'zona', 'ruta', 'giro', 'canal', 'lista'];
    const foreign = fieldsOf([Object.fromEntries(names.map((name) => [name, 'x'])) as { id: string }]);
    expect(defaultColumns(foreign)).toEqual(names.slice(1, 8));
    expect(defaultColumns(foreign, true)).toEqual(names.slice(1, 6));
    expect(defaultColumns(fieldsOf([{ id: 1, nombre: 'A', zona: 'N', sinInterpretar: { lat: 'x' } }]))).toEqual([
      'nombre',
      'zona',
    ]);
  });

  it('S28: names each client by its first field for names that has text', () => {
    const clients = [
      { id: 7, razonSocial: 'Bodega Siete' },
      { id: 8, razonSocial: null, nombreComercial: 'Farmacia Ocho' },
      { id: 9, razonSocial: '  ', name: '' },
      { id: 10, cliente: 'Diez', zona: 'Sur' },
    ];
    const title = titleKey(fieldsOf(clients));
    expect(clients.map((client) => nameOf(client, title))).toEqual([
      'Bodega Siete',
      'Farmacia Ocho',
      'Cliente 9',
      'Diez',
    ]);
    expect(clients.map((client) => nameOf(client))).toEqual(['Bodega Siete', 'Farmacia Ocho', 'Cliente 9', 'Diez']);
    expect(nameOf({ id: 1, apodo: 'Zeta', ruc: '2' }, 'apodo')).toBe('Zeta');
  });

  it('finds the first value with text by its role', () => {
    expect(valueOfRole({ id: 1, telefono: null, celular: '999' }, 'phone')).toBe('999');
    expect(valueOfRole({ id: 1, latitud: -12 }, 'lat')).toBe(-12);
    expect(valueOfRole({ id: 1 }, 'lat')).toBeUndefined();
  });
});
