import { expect, it } from 'vitest';
import { findUsers, sortUsers } from './find-users.ts';

const users = [
  { id: 1, user: 'Óscar Núñez', username: 'oscar.nunez' },
  { id: 2, username: 'zoe' },
  { id: 3, user: 'Ana Pérez' },
];

it('sorts by displayed name, ignoring accents', () => {
  expect(sortUsers(users).map(({ id }) => id)).toEqual([3, 1, 2]);
});

it('finds by name or account, without accents', () => {
  expect(findUsers(users, 'nunez OSC').map(({ id }) => id)).toEqual([1]);
  expect(findUsers(users, 'zo').map(({ id }) => id)).toEqual([2]);
  expect(findUsers(users, ' ')).toBe(users);
  expect(findUsers(users, 'nadie')).toEqual([]);
});
