import { describe, expect, it } from 'vitest';
import { defaultColumns, fieldOf, fieldsOf, titleKey, valueOfRole } from './fields.ts';

describe('S32: fields of hosts that name them otherwise', () => {
  it.each([
    ['razonSocial', 'name', 'Razón social'],
    ['RAZON_SOCIAL', 'name', 'Razón social'],
    ['ruc', 'taxId', 'RUC'],
    ['Teléfono', 'phone', 'Teléfono'],
    ['dirección', 'address', 'Dirección'],
    ['correo_electronico', 'email', 'Correo'],
    ['zonaReparto', null, 'Zona reparto'],
  ])('%s is %s, called «%s»', (key, role, label) => {
    expect(fieldOf(key)).toMatchObject({ role, label });
  });

  it('collects every field of every client, known ones first', () => {
    const fields = fieldsOf([
      { id: 1, zona: 'N', ruc: '1' },
      { id: 2, nombre: 'A', horario: null },
    ]);
    expect(fields.map(({ key }) => key)).toEqual(['nombre', 'ruc', 'id', 'zona', 'horario']);
  });

  it('keeps two fields of one label apart', () => {
    expect(fieldsOf([{ id: 1, telefono: '1', fono: '2' }]).map(({ label }) => label)).toEqual([
      'Teléfono (telefono)',
      'Teléfono (fono)',
      'Identificador',
    ]);
  });

  it('begins with the columns that recognise and reach a client', () => {
    const ours = fieldsOf([{ id: 'C1', name: 'A', code: 'X', phone: '9', lat: 1, zona: 'N' }]);
    expect(defaultColumns(ours)).toEqual(['name', 'code', 'phone']);
    expect(defaultColumns(ours, true)).toEqual(['name', 'phone']);
    const nameless = fieldsOf([{ id: 1, apodo: 'Z', ruc: '2' }]);
    expect(defaultColumns(nameless)).toEqual(['apodo', 'ruc']);
    expect([titleKey(ours), titleKey(nameless), titleKey(fieldsOf([{ id: 1 }]))]).toEqual(['name', 'apodo', 'id']);
  });

  it('finds a value by what it is for', () => {
    expect(valueOfRole({ id: 1, latitud: -12 }, 'lat')).toBe(-12);
    expect(valueOfRole({ id: 1 }, 'lat')).toBeUndefined();
  });
});
