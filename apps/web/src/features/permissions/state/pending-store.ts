import { useLatestCallback } from '../../../shared/hooks/use-latest-callback.ts';
import { createStore, useStore } from '../../../shared/state/store.ts';
import { NOTHING_PENDING, type Pending, without } from '../rules/pending.ts';

type Change = (pending: Pending) => Pending;

const store = createStore<ReadonlyMap<string, Pending>>(new Map());

/**
 * Unsaved changes, stored outside the component so that they survive a new sign-in after the session expired. `key`
 * names the signed-in user and the office, so that they are never shown to another user.
 */
export function usePending(key: string): readonly [Pending, (change: Change) => void] {
  const pending = useStore(store, (all) => all.get(key) ?? NOTHING_PENDING);
  const change = useLatestCallback((how: Change) => {
    const all = store.get();
    const next = how(all.get(key) ?? NOTHING_PENDING);
    store.set(next.size > 0 ? new Map(all).set(key, next) : without(all, key));
  });
  return [pending, change];
}
