import { expect, it } from 'vitest';
import { entriesOf, entriesToSave } from './entries-to-save.ts';

const ENTRIES = [
  { module: 'T02', desde: '2020', clave: 'x' },
  { module: 'D01', zona: 1 },
  { module: 'D01', zona: 2 },
  'G01',
  { module: { x: 1 } },
];

it('S27: sends remaining entries back unchanged, with unknown fields and entries', () => {
  expect(entriesToSave(ENTRIES, ['U01', 'D01'])).toEqual([{ module: 'U01' }, ...ENTRIES.slice(1)]);
  expect(entriesToSave(ENTRIES, [])).toEqual(['G01', { module: { x: 1 } }]);
});

it('S27: finds the user’s list however the id is written', () => {
  const users = [null, { id: 3 }, { id: 7, permissionsList: ENTRIES }, { id: 8, permissionsList: 'x' }];
  expect(['7', '3', '8', '9'].map((id) => entriesOf(users, id).length)).toEqual([5, 0, 0, 0]);
  expect(entriesOf({ users }, '7')).toEqual([]);
});
