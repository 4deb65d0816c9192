import { type User } from '@despacho/contracts';
import { expect, it } from 'vitest';
import { bulkColumn, bulkRow } from './bulk.ts';
import { NOTHING_PENDING, nextCodes } from './pending.ts';

const me = {
  id: '1',
  username: 'eva',
  user: 'Eva',
  charge: 'A',
  permissionsList: [{ module: 'G01' }, { module: 'M01' }],
};
const user = (id: number, ...codes: string[]): User => ({
  id,
  charge: 'O',
  permissionsList: codes.map((module) => ({ module })),
});
const users = [user(1), user(2), user(3, 'M01', 'X99'), { id: 4, charge: 'O' }, { ...user(5), charge: 'S' }];

it('grants a column to all except oneself, users without a list and those who have it', () => {
  const { cells, pending } = bulkColumn(NOTHING_PENDING, users, 'M01', true, me);
  expect(cells).toBe(1);
  expect([...pending.keys()]).toEqual(['2']);
});

it('leaves a column unchanged if the signed-in user lacks the module', () => {
  expect(bulkColumn(NOTHING_PENDING, users, 'U01', true, me)).toEqual({ cells: 0, pending: NOTHING_PENDING });
});

it('changes only the modules in a row that the user may grant, never unknown codes', () => {
  const given = bulkRow(NOTHING_PENDING, user(2), true, me);
  expect(nextCodes([], given.pending.get('2'))).toEqual(['M01', 'G01']);
  const taken = bulkRow(NOTHING_PENDING, user(3, 'M01', 'X99'), false, me);
  expect(nextCodes(['M01', 'X99'], taken.pending.get('3'))).toEqual(['X99']);
  expect(bulkRow(NOTHING_PENDING, user(1), true, me).cells).toBe(0);
});

it('treats pending changes as already made', () => {
  const given = bulkRow(NOTHING_PENDING, user(2), true, me);
  expect(bulkRow(given.pending, user(2), true, me).cells).toBe(0);
  expect(bulkRow(given.pending, user(2), false, me).pending.size).toBe(0);
});
