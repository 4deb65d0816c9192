import { expect, it } from 'vitest';
import { compareNames } from './compare-names.ts';

it('sorts accented letters with their base letter, ñ after n, and numbers by value', () => {
  const names = ['Zoila', 'Íñigo', 'Ñato 10', 'Ñato 9', 'Óscar', 'Nora', 'Iván', 'Élmer', 'Ernesto', 'Eva'];
  expect(names.toSorted(compareNames)).toEqual([
    'Élmer',
    'Ernesto',
    'Eva',
    'Íñigo',
    'Iván',
    'Nora',
    'Ñato 9',
    'Ñato 10',
    'Óscar',
    'Zoila',
  ]);
});
