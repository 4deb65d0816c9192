import { type ModuleCode, type SessionView, type User } from '@despacho/contracts';
import { useCallback, useEffect, useMemo } from 'react';
import {
  codesOf,
  conflictOf,
  discard,
  NOTHING_PENDING,
  type Pending,
  rebase,
  reconcile,
  setModule,
  userKey,
} from '../rules/pending.ts';
import { planSave } from '../rules/save-all.ts';
import { usePending } from './pending-store.ts';
import { type Outcomes, useOutcomes } from './use-outcomes.ts';
import { type SaveProgress, useSaveRun } from './use-save-run.ts';

export interface Edits {
  pending: Pending;
  outcomes: Outcomes;
  /** Ids of users whose list someone else changed since the edit began. */
  conflicts: ReadonlySet<string>;
  /** Progress of the current save, or null. */
  saving: SaveProgress | null;
  toggle: (id: string, codes: readonly string[], module: ModuleCode, on: boolean) => void;
  /** Replaces the edits of many cells together. */
  replace: (how: (pending: Pending) => Pending) => void;
  /** Discards the edit of one user, or all edits. */
  drop: (id?: string) => void;
  /** Rebases a user's edit on the list as a colleague changed it. */
  reapply: (id: string) => void;
  save: (only?: readonly string[]) => Promise<void>;
  /** Reloads the lists after saves without a response. */
  reload: () => Promise<void>;
}

/** Pending changes to the office's users, and how to save them. */
export function useEdits(me: SessionView, officeId: string, users: readonly User[] | undefined): Edits {
  const [stored, change] = usePending(`${me.sucursal}/${me.username}/${officeId}`);
  const { outcomes, report, clear, clearSaved } = useOutcomes();
  const saveRun = useSaveRun(me, officeId, {
    onOutcome: report,
    onSaved: ({ id, codes }) => {
      change((now) => rebase(now, id, codes));
    },
  });

  const pending = useMemo(() => (users ? reconcile(stored, users) : stored), [stored, users]);
  useEffect(() => {
    if (pending !== stored) change(() => pending);
  }, [pending, stored, change]);

  const conflicts = useMemo(() => {
    const ids = (users ?? []).filter((user) => {
      const edit = pending.get(userKey(user));
      const codes = codesOf(user);
      return edit && codes && outcomes.get(userKey(user))?.state !== 'saving' && conflictOf(edit, codes);
    });
    return new Set(ids.map(userKey));
  }, [pending, users, outcomes]);

  const toggle = useCallback<Edits['toggle']>(
    (id, codes, module, on) => {
      change((now) => setModule(now, id, codes, module, on));
      clearSaved(id);
    },
    [change, clearSaved],
  );

  return {
    pending,
    outcomes,
    conflicts,
    saving: saveRun.progress,
    toggle,
    replace: change,
    drop: (id) => {
      change((now) => (id === undefined ? NOTHING_PENDING : discard(now, id)));
      clear(id);
    },
    reapply: (id) => {
      const user = users?.find((one) => userKey(one) === id);
      const codes = user && codesOf(user);
      if (codes) change((now) => rebase(now, id, codes));
      clear(id);
    },
    reload: saveRun.reload,
    save: async (only) => {
      const tasks = users ? planSave(pending, users) : [];
      await saveRun.run(tasks.filter(({ id }) => !only || only.includes(id)));
    },
  };
}
