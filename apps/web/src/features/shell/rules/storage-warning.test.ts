import { expect, it } from 'vitest';
import { storageWarning } from './storage-warning.ts';

it('S25: adds a warning before the storage is full', () => {
  expect(storageWarning(89.9)).toBeUndefined();
  expect(storageWarning(90)).toBe('casi lleno');
  expect(storageWarning(100)).toBe('lleno');
  expect(storageWarning(240)).toBe('lleno');
});
