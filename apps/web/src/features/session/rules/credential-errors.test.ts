import { describe, expect, it } from 'vitest';
import { credentialErrors } from './credential-errors.ts';

describe('credentialErrors', () => {
  it('S6: returns one clear message for each missing field', () => {
    expect(credentialErrors({ sucursal: '', username: '  ', password: '' })).toEqual({
      sucursal: 'Escriba su sucursal',
      username: 'Escriba su usuario',
      password: 'Escriba su contraseña',
    });
  });

  it('S6: accepts a complete form, even a password of spaces', () => {
    expect(credentialErrors({ sucursal: ' LIMA ', username: 'ana', password: '   ' })).toEqual({});
  });

  it('S6: has a Spanish message for values that are too long', () => {
    expect(credentialErrors({ sucursal: 'L'.repeat(65), username: 'ana', password: 'x' })).toEqual({
      sucursal: 'Es demasiado largo',
    });
  });
});
