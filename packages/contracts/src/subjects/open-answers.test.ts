import { describe, expect, it } from 'vitest';
import { client } from './clients.ts';
import { storage } from './storage.ts';
import { user } from './users.ts';

describe('responses of legacy hosts', () => {
  it('S32: keep fields of a client that the contract does not name', () => {
    const sent = { id: 7, name: 'Bodega Ñusta', razonSocial: 'X', zona: { codigo: 3 }, etiquetas: ['a'] };
    expect(client.parse(sent)).toEqual(sent);
  });

  it('S32: keep fields of a user that the contract does not name', () => {
    const sent = { id: 'u1', user: 'Ana', fechaMigracion: '2019-01-02', extra: null };
    expect(user.parse(sent)).toEqual(sent);
  });

  it('require only an id', () => {
    expect(client.safeParse({ id: 1 }).success).toBe(true);
    expect(user.safeParse({ id: 1 }).success).toBe(true);
    expect(client.safeParse({ name: 'x' }).success).toBe(false);
    expect(user.safeParse({ user: 'x' }).success).toBe(false);
  });

  it('S31: keep only the two figures of the storage call', () => {
    const figures = { almacenamientoMaximo: 10, almacenamientoUsado: 0 };
    expect(storage.parse(figures)).toEqual(figures);
    expect(storage.safeParse({ ...figures, nroDocumento: '20100000001' }).success).toBe(false);
    expect(storage.safeParse({ ...figures, almacenamientoUsado: -1 }).success).toBe(false);
  });
});
