import { type SessionView, type User } from '@despacho/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { announce } from '../../../shared/hooks/announce.ts';
import { updatePermissions } from '../api/update-permissions.ts';
import { usersQuery } from '../api/users-query.ts';
import { userKey } from '../rules/pending.ts';
import { saveAll, type SaveTask } from '../rules/save-all.ts';
import { savedSentence } from '../rules/summary.ts';
import { type Outcome, outcomeOf } from './outcome.ts';

/** People done of people to do. */
export interface SaveProgress {
  done: number;
  total: number;
}

interface Hooks {
  /** Hears how it goes with each person: under way, then done or not. */
  tell: (id: string, outcome: Outcome) => void;
  /** Hears what a person's list is on the server, once it is saved. */
  onSaved: (task: SaveTask) => void;
}

const setCodes = (users: readonly User[], { id, codes }: SaveTask): readonly User[] =>
  users.map((user) =>
    userKey(user) === id ? { ...user, permissionsList: codes.map((module) => ({ module })) } : user,
  );

/**
 * Saves lists of an office's people, one call for each.
 * @returns `progress` (null when nothing is under way), `run`, which does nothing while a save is under way, and `look`, which
 * reads the list again.
 */
export function useSaveRun(me: SessionView, officeId: string, { tell, onSaved }: Hooks) {
  const client = useQueryClient();
  const [progress, setProgress] = useState<SaveProgress | null>(null);
  const busy = useRef(false);
  const query = usersQuery(me, officeId);

  const saveOne = async (task: SaveTask): Promise<Outcome> => {
    tell(task.id, { state: 'saving' });
    try {
      await updatePermissions(me, officeId, task);
    } catch (error) {
      return outcomeOf(error);
    }
    client.setQueryData<readonly User[]>(query.queryKey, (list) => list && setCodes(list, task));
    onSaved(task);
    return { state: 'saved' };
  };

  const saveEach = async (tasks: readonly SaveTask[]): Promise<void> => {
    const states: Outcome['state'][] = [];
    setProgress({ done: 0, total: tasks.length });
    await saveAll(tasks, async (task) => {
      const outcome = await saveOne(task);
      states.push(outcome.state);
      tell(task.id, outcome);
      setProgress({ done: states.length, total: tasks.length });
    });
    announce(savedSentence(states));
    // A conflict needs the fresh list; a failure may have happened after the change was made.
    if (states.some((state) => state !== 'saved')) await client.invalidateQueries(query);
  };

  const run = async (tasks: readonly SaveTask[]): Promise<void> => {
    // A ref, not the state: the second click of a double click comes before the next render.
    if (busy.current || tasks.length === 0) return;
    busy.current = true;
    try {
      await saveEach(tasks);
    } finally {
      busy.current = false;
      setProgress(null);
    }
  };

  return { progress, run, look: () => client.invalidateQueries(query) };
}
