import { type ModuleCode, type SessionView, type User } from '@despacho/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { announce } from '../../../shared/ui/announce.ts';
import { updatePermissions } from '../api/update-permissions.ts';
import { usersQuery } from '../api/users-query.ts';
import { codesOf, conflictOf, discard, type Pending, rebase, reconcile, userKey, wish } from '../rules/pending.ts';
import { planSave, saveAll, type SaveTask } from '../rules/save-all.ts';
import { savedSentence } from '../rules/summary.ts';
import { type Outcome, outcomeOf } from './outcome.ts';
import { usePending } from './pending-store.ts';

/** Milliseconds that a row says it was saved. */
const SAVED_MS = 5000;

export type Outcomes = ReadonlyMap<string, Outcome>;

export interface Edits {
  pending: Pending;
  outcomes: Outcomes;
  /** Ids of people whose list someone else changed since the edit began. */
  conflicts: ReadonlySet<string>;
  /** People done of people to do, while a save is under way. */
  saving: { done: number; total: number } | null;
  toggle: (id: string, codes: readonly string[], module: ModuleCode, on: boolean) => void;
  /** Changes many cells at once. */
  replace: (how: (pending: Pending) => Pending) => void;
  /** Takes back what was wished for one person, or for everyone. */
  drop: (id?: string) => void;
  /** Puts a person's edit on top of what a colleague made of the list. */
  reapply: (id: string) => void;
  save: (only?: readonly string[]) => Promise<void>;
}

const withOutcome = (outcomes: Outcomes, id: string, outcome: Outcome | null): Outcomes => {
  const next = new Map(outcomes);
  if (outcome) next.set(id, outcome);
  else next.delete(id);
  return next;
};

const setCodes = (users: readonly User[], { id, codes }: SaveTask): readonly User[] =>
  users.map((user) =>
    userKey(user) === id ? { ...user, permissionsList: codes.map((module) => ({ module })) } : user,
  );

/** Pending changes on top of the office's users, and saving them. */
export function useEdits(me: SessionView, officeId: string, users: readonly User[] | undefined): Edits {
  const client = useQueryClient();
  const [stored, change] = usePending(`${me.sucursal}/${me.username}/${officeId}`);
  const [outcomes, setOutcomes] = useState<Outcomes>(new Map());
  const [saving, setSaving] = useState<Edits['saving']>(null);
  const busy = useRef(false);

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

  const setOutcome = useCallback((id: string, outcome: Outcome | null) => {
    setOutcomes((now) => withOutcome(now, id, outcome));
  }, []);

  const toggle = useCallback<Edits['toggle']>(
    (id, codes, module, on) => {
      change((now) => wish(now, id, codes, module, on));
      setOutcomes((now) => (now.get(id)?.state === 'saved' ? withOutcome(now, id, null) : now));
    },
    [change],
  );

  const saveOne = async (task: SaveTask): Promise<Outcome> => {
    setOutcome(task.id, { state: 'saving' });
    try {
      await updatePermissions(me, officeId, task);
    } catch (error) {
      return outcomeOf(error);
    }
    client.setQueryData<readonly User[]>(usersQuery(me, officeId).queryKey, (list) => list && setCodes(list, task));
    change((now) => rebase(now, task.id, task.codes));
    return { state: 'saved' };
  };

  const run = async (tasks: readonly SaveTask[]): Promise<void> => {
    const results = new Map<string, Outcome>();
    setSaving({ done: 0, total: tasks.length });
    await saveAll(tasks, async (task) => {
      const outcome = await saveOne(task);
      results.set(task.id, outcome);
      setOutcome(task.id, outcome);
      setSaving({ done: results.size, total: tasks.length });
      if (outcome.state === 'saved')
        setTimeout(() => {
          setOutcomes((now) => (now.get(task.id) === outcome ? withOutcome(now, task.id, null) : now));
        }, SAVED_MS);
    });
    const states = [...results.values()].map(({ state }) => state);
    announce(savedSentence(states));
    // A conflict needs the fresh list; a failure may have happened after the change was made.
    if (states.some((state) => state !== 'saved')) await client.invalidateQueries(usersQuery(me, officeId));
  };

  const save: Edits['save'] = async (only) => {
    // A ref, not the state: the second click of a double click comes before the next render.
    if (busy.current || !users) return;
    const tasks = planSave(pending, users).filter(({ id }) => !only || only.includes(id));
    if (tasks.length === 0) return;
    busy.current = true;
    try {
      await run(tasks);
    } finally {
      busy.current = false;
      setSaving(null);
    }
  };

  return {
    pending,
    outcomes,
    conflicts,
    saving,
    toggle,
    replace: change,
    drop: (id) => {
      change((now) => (id === undefined ? new Map() : discard(now, id)));
      setOutcomes((now) => (id === undefined ? new Map() : withOutcome(now, id, null)));
    },
    reapply: (id) => {
      const user = users?.find((one) => userKey(one) === id);
      const codes = user && codesOf(user);
      if (codes) change((now) => rebase(now, id, codes));
      setOutcome(id, null);
    },
    save,
  };
}
