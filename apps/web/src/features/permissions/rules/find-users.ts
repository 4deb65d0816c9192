import { type User } from '@despacho/contracts';
import { compareNames } from '#shared/fields/compare-names.ts';
import { rankedSearch } from '#shared/fields/ranked-search.ts';
import { displayName } from './summary.ts';

/** @returns the users sorted by displayed name in Spanish order, with numeric collation. */
export const sortUsers = (users: readonly User[]): readonly User[] =>
  users.toSorted((a, b) => compareNames(displayName(a), displayName(b)));

/** @returns the users whose name or account contains every word of the query, best match first. */
export const findUsers = (users: readonly User[], query: string): readonly User[] =>
  rankedSearch(users, (user) => ({ name: displayName(user), codes: [user.username ?? null] }))(query).items;
