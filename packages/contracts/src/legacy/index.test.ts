import { describe, expect, it } from 'vitest';
import {
  codeAt,
  legacyCredentials,
  legacyLogin,
  legacyPermissionUpdate,
  legacyStorage,
  readRecord,
  STORAGE_HEADERS,
} from './index.ts';

const record = { charge: 'S', officeId: { id: 3 }, user: 'Ana', permissionsList: [{ module: 'D01', nombre: 'x' }] };

describe('what legacy hosts answer', () => {
  it('S29: rejects a login without a token', () => {
    expect(readRecord(legacyLogin, { token: 't' })).toEqual({ token: 't' });
    for (const answer of [{}, { token: '' }, { token: null }, { error: 'x' }, null, 'ok', [{ token: 't' }]])
      expect(readRecord(legacyLogin, answer)).toBeUndefined();
  });

  it('S30: requires an office in credentials and keeps other fields', () => {
    expect(readRecord(legacyCredentials, { ...record, telefono: '1' })).toEqual({ ...record, telefono: '1' });
    expect(readRecord(legacyCredentials, { officeId: { id: 'LIMA' } })).toEqual({ officeId: { id: 'LIMA' } });
    for (const officeId of [undefined, null, {}, { id: null }, { id: '' }, [3], true, { id: [3] }])
      expect(readRecord(legacyCredentials, { ...record, officeId })).toBeUndefined();
  });

  it('S30: accepts an office written as its id alone', () => {
    expect(readRecord(legacyCredentials, { officeId: 3 })).toEqual({ officeId: { id: 3 } });
  });

  it('S31: accepts storage figures as text', () => {
    const answer = { data: { almacenamientoMaximo: '100', almacenamientoUsado: 5, otro: 'x' }, ok: true };
    const read = readRecord(legacyStorage, answer);
    expect(read?.data).toEqual({ almacenamientoMaximo: 100, almacenamientoUsado: 5, otro: 'x' });
  });

  it.each(['1e999', 'NaN', '', ' ', 'much', -1, '-1', true])('S31: rejects a figure of %j', (figure) => {
    const data = { almacenamientoMaximo: 1, almacenamientoUsado: figure };
    expect(readRecord(legacyStorage, { data })).toBeUndefined();
  });

  it('S31: reads null as nothing used yet, but rejects an unknown total', () => {
    const figures = (almacenamientoMaximo: unknown, almacenamientoUsado: unknown) =>
      readRecord(legacyStorage, { data: { almacenamientoMaximo, almacenamientoUsado } });
    expect(figures(1, null)).toEqual({ data: { almacenamientoMaximo: 1, almacenamientoUsado: null } });
    expect(figures(null, 1)).toBeUndefined();
    expect(figures(1, undefined)).toBeUndefined();
  });

  it('S29 S30: reads a code from the configured field, even if nested or a number', () => {
    const answer = { ruc: 20600000001, sede: { codigo: '7' }, nada: null, lista: ['x'] };
    expect(
      ['ruc', 'sede.codigo', 'nada', 'lista', 'sede', 'otro.x', 'toString'].map((at) => codeAt(answer, at)),
    ).toEqual(['20600000001', '7', null, null, null, null, null]);
  });

  it('S31: sends the documented storage headers', () => {
    expect(STORAGE_HEADERS).toEqual({ taxId: 'nroDocumento', user: 'usuario', key: 'clave' });
  });

  it('S27: sends only the list in a permission save', () => {
    expect(legacyPermissionUpdate.parse({ permissionsList: [{ module: 'D01' }], basedOn: ['D01'] })).toEqual({
      permissionsList: [{ module: 'D01' }],
    });
  });
});
