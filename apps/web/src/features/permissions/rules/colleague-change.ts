import { type LiveEvent, type User } from '@despacho/contracts';
import { formatRelative } from '#shared/format/format-relative.ts';
import { codesOf, userKey } from './pending.ts';

type Changed = Extract<LiveEvent, { type: 'permissions.changed' }>;

/** @returns the users with the event's change applied; the same array if its subject is not in the list. */
export function applyChange(users: readonly User[], { subject, added, removed }: Changed): readonly User[] {
  const index = users.findIndex((user) => userKey(user) === subject.id);
  const user = users[index];
  const codes = user && codesOf(user);
  if (!codes) return users;
  const next = [...codes.filter((code) => !removed.includes(code)), ...added.filter((code) => !codes.includes(code))];
  return users.with(index, { ...user, permissionsList: next.map((module) => ({ module })) });
}

/**
 * @param change author and time, if known; unknown after the event stream was interrupted. @returns a sentence that
 * someone else changed the list, without the full stop, so that callers can append to it.
 */
export const colleagueText = (change: { by: string; at: string } | undefined, now: Date): string =>
  change
    ? `${change.by} cambió esta lista ${formatRelative(change.at, now)}`
    : 'Otra persona cambió esta lista mientras tanto';
