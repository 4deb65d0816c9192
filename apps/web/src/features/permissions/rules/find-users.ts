import { type User } from '@despacho/contracts';
import { compareNames } from '#shared/fields/compare-names.ts';
import { fold } from '#shared/fields/fold.ts';
import { includesWords, queryWords } from '#shared/fields/search.ts';
import { displayName } from './summary.ts';

/** @returns the users sorted by displayed name in Spanish order, with numeric collation. */
export const sortUsers = (users: readonly User[]): readonly User[] =>
  users.toSorted((a, b) => compareNames(displayName(a), displayName(b)));

/** @returns the users whose name or account contains every word of the query, ignoring accents. */
export function findUsers(users: readonly User[], query: string): readonly User[] {
  const words = queryWords(query);
  if (words.length === 0) return users;
  return users.filter((user) => includesWords(fold(`${displayName(user)} ${user.username ?? ''}`), words));
}
