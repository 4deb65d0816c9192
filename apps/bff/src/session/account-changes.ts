import { ACCOUNT_CHANGES, type AccountChanges as Reported } from '@despacho/contracts/assertion';
import { type Person } from './record.ts';

/** Known changes of accounts: passwords, permissions, offices, revoked tokens. */
export interface AccountChanges {
  /** Stores what the dispatch service reports, and calls the watchers of users with a new change. */
  apply(reported: Reported): void;
  /** Whether a change was first reported after the credentials call of `person` began. */
  isOutdated(person: Pick<Person, 'id' | 'takenAt'>): boolean;
  /** @returns a function that stops calling `changed` when a change of the user is reported. */
  watch(userId: string | null, changed: () => void): () => void;
}

/** How long (ms) a change is remembered: longer than it is reported, so that it is new only once. */
const KEPT_MS = 2 * ACCOUNT_CHANGES.seconds * 1000;

/**
 * Times are those of this gateway's clock when it first received a change, because the service's clock may differ.
 * After a restart, changes of the last 90 seconds count again, which costs one credentials call each.
 */
export function createAccountChanges(now: () => number): AccountChanges {
  /** Id of a change → when it was last reported. */
  const seen = new Map<number, number>();
  /** User id → when the user's newest change was first reported. */
  const changedAt = new Map<string, number>();
  const watchers = new Map<string, Set<() => void>>();

  function dropOld(): void {
    const limit = now() - KEPT_MS;
    for (const times of [seen, changedAt])
      for (const [key, at] of times) if (at < limit) (times as Map<unknown, number>).delete(key);
  }

  return {
    apply(reported) {
      dropOld();
      const users = new Set<string>();
      for (const { id, userId } of reported) {
        if (!seen.has(id)) users.add(userId);
        seen.set(id, now());
      }
      for (const userId of users) changedAt.set(userId, now());
      for (const userId of users) for (const changed of [...(watchers.get(userId) ?? [])]) changed();
    },
    isOutdated: ({ id, takenAt }) => id !== null && (changedAt.get(id) ?? -Infinity) >= takenAt,
    watch(userId, changed) {
      if (userId === null) return () => undefined;
      const watching = watchers.get(userId) ?? new Set();
      watchers.set(userId, watching.add(changed));
      return () => {
        watching.delete(changed);
        if (watching.size === 0 && watchers.get(userId) === watching) watchers.delete(userId);
      };
    },
  };
}
