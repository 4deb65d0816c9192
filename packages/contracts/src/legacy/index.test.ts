import { describe, expect, it } from 'vitest';
import { legacyCredentials, legacyLogin, legacyPermissionUpdate, legacyStorage, STORAGE_HEADERS } from './index.ts';

const record = { charge: 'S', officeId: { id: 3 }, user: 'Ana', permissionsList: [{ module: 'D01', nombre: 'x' }] };

describe('what legacy hosts answer', () => {
  it('S29: a login without a token is no login', () => {
    expect(legacyLogin.safeParse({ token: 't' }).success).toBe(true);
    for (const answer of [{}, { token: '' }, { token: null }, { error: 'x' }, null, 'ok'])
      expect(legacyLogin.safeParse(answer).success).toBe(false);
  });

  it('S30: credentials need the documented fields; others stay', () => {
    expect(legacyCredentials.parse({ ...record, telefono: '1' })).toEqual({ ...record, telefono: '1' });
    for (const name of ['charge', 'officeId', 'user', 'permissionsList'] as const) {
      expect(legacyCredentials.safeParse({ ...record, [name]: undefined }).success).toBe(false);
    }
  });

  it('S31: storage figures may come as text', () => {
    const answer = { data: { almacenamientoMaximo: '100', almacenamientoUsado: 5, otro: 'x' }, ok: true };
    expect(legacyStorage.parse(answer).data).toEqual({ almacenamientoMaximo: 100, almacenamientoUsado: 5, otro: 'x' });
  });

  it.each(['1e999', 'NaN', '', ' ', 'much', -1, '-1', null, true])('S31: a figure of %j is none', (figure) => {
    const data = { almacenamientoMaximo: 1, almacenamientoUsado: figure };
    expect(legacyStorage.safeParse({ data }).success).toBe(false);
  });

  it('S29 S30: sucursal and ruc may come as numbers', () => {
    expect(legacyLogin.parse({ token: 't', sucursal: 7, ruc: 20600000001 })).toEqual({
      token: 't',
      sucursal: '7',
      ruc: '20600000001',
    });
    expect(legacyCredentials.parse({ ...record, ruc: 20600000001 }).ruc).toBe('20600000001');
    expect(legacyLogin.parse({ token: 't', sucursal: null, ruc: null }).ruc).toBeNull();
  });

  it('S31: sends the storage headers under their names', () => {
    expect(STORAGE_HEADERS).toEqual({ taxId: 'nroDocumento', user: 'usuario', key: 'clave' });
  });

  it('S27: a permission save carries the list alone', () => {
    expect(legacyPermissionUpdate.parse({ permissionsList: [{ module: 'D01' }], basedOn: ['D01'] })).toEqual({
      permissionsList: [{ module: 'D01' }],
    });
  });
});
