import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Failure } from '../problems/failure.ts';
import { dropSecrets } from './drop-secrets.ts';

describe('dropSecrets', () => {
  it.each([
    'clave',
    'Clave',
    'claveAcceso',
    'contraseña',
    'CONTRASEÑA',
    'password',
    'password_hash',
    'passwd',
    'token',
    'apiToken',
    'api_token',
    'access-token',
    'hash',
    'client_secret',
    'pwd',
    'salt',
  ])('S32: drops a field named %s at any depth', (name) => {
    expect(dropSecrets({ a: 1, [name]: 'x', b: [{ [name]: { deep: 1 }, c: 2 }] })).toEqual({ a: 1, b: [{ c: 2 }] });
  });

  it('S32: leaves every other field as it is, whatever it holds', () => {
    const plain = fc
      .jsonValue()
      .filter((value) => !/clave|contrase|passw|pwd|token|hash|secret|salt|__proto__/i.test(JSON.stringify(value)));
    fc.assert(
      fc.property(plain, (value) => {
        expect(dropSecrets(value)).toEqual(value);
      }),
    );
  });

  it('gives up on nesting beyond reason instead of overflowing', () => {
    let nested: unknown = 1;
    for (let depth = 0; depth < 50; depth += 1) nested = [nested];
    expect(() => dropSecrets(nested)).toThrow(Failure);
  });
});
