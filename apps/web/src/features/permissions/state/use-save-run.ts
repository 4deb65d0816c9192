import { type SessionView, type User } from '@despacho/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { announce } from '#shared/hooks/announce.ts';
import { updatePermissions, usersQuery } from '../api/users.ts';
import { userKey } from '../rules/pending.ts';
import { saveAll, type SaveTask } from '../rules/save-all.ts';
import { savedSentence } from '../rules/summary.ts';
import { type Outcome, outcomeOf, reasonsOf } from './outcome.ts';

const setCodes = (users: readonly User[], { id, codes }: SaveTask): readonly User[] =>
  users.map((user) =>
    userKey(user) === id ? { ...user, permissionsList: codes.map((module) => ({ module })) } : user,
  );

/**
 * Saves the permission lists of an office's users, one call each.
 * @param onOutcome receives each user's outcome: saving, then the result.
 * @param onSaved called with a user's new list after it is saved.
 * @returns `progress` (null when idle), `run` (ignored during a save), and `reload`, which reloads the list.
 */
export function useSaveRun(
  me: SessionView,
  officeId: string,
  onOutcome: (id: string, outcome: Outcome) => void,
  onSaved: (task: SaveTask) => void,
) {
  const client = useQueryClient();
  /** Users saved so far, and in total. */
  const [progress, setProgress] = useState<{ done: number; total: number } | null>(null);
  const busy = useRef(false);
  const query = usersQuery(me, officeId);

  const saveOne = async (task: SaveTask): Promise<Outcome> => {
    onOutcome(task.id, { state: 'saving' });
    try {
      await updatePermissions(me, officeId, task);
    } catch (error) {
      return outcomeOf(error);
    }
    client.setQueryData<readonly User[]>(query.queryKey, (list) => list && setCodes(list, task));
    onSaved(task);
    // A list that was requested before the save could arrive now, without it: it is requested again.
    if (client.isFetching(query) > 0) void client.invalidateQueries(query);
    return { state: 'saved' };
  };

  const saveEach = async (tasks: readonly SaveTask[]): Promise<void> => {
    const outcomes: Outcome[] = [];
    setProgress({ done: 0, total: tasks.length });
    await saveAll(tasks, async (task) => {
      const outcome = await saveOne(task);
      outcomes.push(outcome);
      onOutcome(task.id, outcome);
      setProgress({ done: outcomes.length, total: tasks.length });
    });
    const states = outcomes.map(({ state }) => state);
    announce([savedSentence(states), reasonsOf(outcomes)].filter(Boolean).join('. '));
    // After a conflict the list is stale; a failed call may still have made the change.
    if (states.some((state) => state !== 'saved')) await client.invalidateQueries(query);
  };

  const run = async (tasks: readonly SaveTask[]): Promise<void> => {
    // A ref, because state updates too late for the second click of a double click.
    if (busy.current || tasks.length === 0) return;
    busy.current = true;
    try {
      await saveEach(tasks);
    } finally {
      busy.current = false;
      setProgress(null);
    }
  };

  return { progress, run, reload: () => client.invalidateQueries(query) };
}
