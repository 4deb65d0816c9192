import { expect, it } from 'vitest';
import { storageWarning } from './storage-warning.ts';

it('S25: adds a warning from 80 and from 95 % of the storage', () => {
  const at = (almacenamientoUsado: number, almacenamientoMaximo = 1000) =>
    storageWarning({ almacenamientoUsado, almacenamientoMaximo });
  expect(at(799)).toBeUndefined();
  expect(at(800)).toBe('Queda poco espacio');
  expect(at(949)).toBe('Queda poco espacio');
  expect(at(950)).toBe('Casi lleno; avise al administrador');
  expect(at(999)).toBe('Casi lleno; avise al administrador');
  expect(at(1000)).toBe('Está lleno; avise al administrador');
  expect(at(2400)).toBe('Está lleno; avise al administrador');
  expect(at(5, 0)).toBeUndefined();
});
