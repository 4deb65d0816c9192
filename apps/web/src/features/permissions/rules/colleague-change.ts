import { type LiveEvent, type User } from '@despacho/contracts';
import { formatRelative } from '../../../shared/format/format-relative.ts';
import { codesOf, userKey } from './pending.ts';

type Changed = Extract<LiveEvent, { type: 'permissions.changed' }>;

/** @returns the users with what an event tells applied to its subject; the same array when it concerns nobody in it. */
export function applyChange(users: readonly User[], { subject, added, removed }: Changed): readonly User[] {
  const index = users.findIndex((user) => userKey(user) === subject.id);
  const user = users[index];
  const codes = user && codesOf(user);
  if (!codes) return users;
  const next = [...codes.filter((code) => !removed.includes(code)), ...added.filter((code) => !codes.includes(code))];
  return users.with(index, { ...user, permissionsList: next.map((module) => ({ module })) });
}

/**
 * @param change who made it and when, where that was heard; not so after a break of the stream.
 * @returns that somebody else changed a list, without its full stop: more may be said of it.
 */
export const colleagueText = (change: { by: string; at: string } | undefined, now: Date): string =>
  change
    ? `${change.by} cambió esta lista ${formatRelative(change.at, now)}`
    : 'Otra persona cambió esta lista mientras tanto';
