import { describe, expect, it } from 'vitest';
import { credentialErrors } from './credential-errors.ts';

describe('credentialErrors', () => {
  it('S6: has one clear message for each missing field', () => {
    expect(credentialErrors({ sucursal: '', username: '  ', password: '' })).toEqual({
      sucursal: 'Escriba su sucursal',
      username: 'Escriba su usuario',
      password: 'Escriba su contraseña',
    });
  });

  it('S6: is content with a filled form, a password of spaces included', () => {
    expect(credentialErrors({ sucursal: ' LIMA ', username: 'ana', password: '   ' })).toEqual({});
  });

  it('S6: speaks Spanish about what is too long, too', () => {
    expect(credentialErrors({ sucursal: 'L'.repeat(65), username: 'ana', password: 'x' })).toEqual({
      sucursal: 'Es demasiado largo',
    });
  });
});
