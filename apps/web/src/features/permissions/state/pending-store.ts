import { useCallback } from 'react';
import { createStore, useStore } from '../../../shared/state/store.ts';
import { NOTHING_PENDING, type Pending } from '../rules/pending.ts';

type Change = (pending: Pending) => Pending;

const store = createStore<ReadonlyMap<string, Pending>>(new Map());

/** @returns the pending changes stored under `key`. */
export const pendingOf = (key: string): Pending => store.get().get(key) ?? NOTHING_PENDING;

function changePending(key: string, change: Change): void {
  const next = change(pendingOf(key));
  const all = new Map(store.get());
  if (next.size > 0) all.set(key, next);
  else all.delete(key);
  store.set(all);
}

/**
 * Unsaved changes, stored outside the component so that they survive a new sign-in after the session expired. `key`
 * names the signed-in user and the office, so that they are never shown to another user.
 */
export function usePending(key: string): readonly [Pending, (change: Change) => void] {
  const pending = useStore(store, (all) => all.get(key) ?? NOTHING_PENDING);
  const change = useCallback(
    (how: Change) => {
      changePending(key, how);
    },
    [key],
  );
  return [pending, change];
}
