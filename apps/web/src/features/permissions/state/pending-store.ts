import { useCallback, useSyncExternalStore } from 'react';
import { NOTHING_PENDING, type Pending } from '../rules/pending.ts';

type Change = (pending: Pending) => Pending;

const kept = new Map<string, Pending>();
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** @returns the pending changes of a person in an office. */
export const pendingOf = (key: string): Pending => kept.get(key) ?? NOTHING_PENDING;

function changePending(key: string, change: Change): void {
  const next = change(pendingOf(key));
  if (next.size > 0) kept.set(key, next);
  else kept.delete(key);
  for (const listener of listeners) listener();
}

/**
 * Changes not saved yet. They live outside the screen, so that signing in again after the session ended finds them as
 * they were; `key` names the person and the office, so that nobody finds another's.
 */
export function usePending(key: string): readonly [Pending, (change: Change) => void] {
  const pending = useSyncExternalStore(subscribe, () => pendingOf(key));
  const change = useCallback(
    (how: Change) => {
      changePending(key, how);
    },
    [key],
  );
  return [pending, change];
}
