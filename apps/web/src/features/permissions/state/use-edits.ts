import { type ModuleCode, type SessionView, type User } from '@despacho/contracts';
import { useEffect } from 'react';
import { useLatestCallback } from '#shared/hooks/use-latest-callback.ts';
import { createStore, useStore } from '#shared/state/store.ts';
import {
  codesOf,
  conflictOf,
  NOTHING_PENDING,
  type Pending,
  rebase,
  reconcile,
  setModule,
  userKey,
  withoutKey,
} from '../rules/pending.ts';
import { planSave, type SaveTask } from '../rules/save-all.ts';
import { useOutcomes } from './use-outcomes.ts';
import { useSaveRun } from './use-save-run.ts';

type Change = (pending: Pending) => Pending;

const store = createStore<ReadonlyMap<string, Pending>>(new Map());

/**
 * Unsaved changes, stored outside the component so that they survive a new sign-in after the session expired. `key`
 * names the signed-in user and the office, so that they are never shown to another user.
 */
function usePending(key: string): readonly [Pending, (change: Change) => void] {
  const pending = useStore(store, (all) => all.get(key) ?? NOTHING_PENDING);
  const change = useLatestCallback((how: Change) => {
    const all = store.get();
    const next = how(all.get(key) ?? NOTHING_PENDING);
    store.set(next.size > 0 ? new Map(all).set(key, next) : withoutKey(all, key));
  });
  return [pending, change];
}

/** Pending changes to the office's users, and how to save them. */
export function useEdits(me: SessionView, officeId: string, users: readonly User[]) {
  const [stored, change] = usePending(`${me.sucursal}/${me.username}/${officeId}`);
  const { outcomes, report, clear, clearSaved } = useOutcomes();
  const onSaved = ({ id, codes }: SaveTask): void => {
    change((now) => rebase(now, id, codes));
  };
  const { progress, run, reload } = useSaveRun(me, officeId, report, onSaved);

  const pending = reconcile(stored, users);
  useEffect(() => {
    if (pending !== stored) change(() => pending);
  }, [pending, stored, change]);

  const inConflict = users.filter((user) => {
    const edit = pending.get(userKey(user));
    const codes = codesOf(user);
    return edit && codes && outcomes.get(userKey(user))?.state !== 'saving' && conflictOf(edit, codes);
  });

  const toggle = useLatestCallback((id: string, codes: readonly string[], module: ModuleCode, on: boolean) => {
    change((now) => setModule(now, id, codes, module, on));
    clearSaved(id);
  });

  return {
    pending,
    outcomes,
    /** Ids of users whose list someone else changed since the edit began. */
    conflicts: new Set(inConflict.map(userKey)),
    /** Progress of the current save, or null. */
    saving: progress,
    toggle,
    /** Replaces the edits of many cells together. */
    replace: change,
    /** Discards the edit of one user, or all edits. */
    drop: (id?: string): void => {
      change((now) => (id === undefined ? NOTHING_PENDING : withoutKey(now, id)));
      clear(id);
    },
    /** Rebases a user's edit on the list as a colleague changed it. */
    reapply: (id: string): void => {
      const user = users.find((one) => userKey(one) === id);
      const codes = user && codesOf(user);
      if (codes) change((now) => rebase(now, id, codes));
      clear(id);
    },
    /** Reloads the lists after saves without a response. */
    reload,
    save: (only?: readonly string[]): Promise<void> =>
      run(planSave(pending, users).filter(({ id }) => !only || only.includes(id))),
  };
}

export type Edits = ReturnType<typeof useEdits>;
