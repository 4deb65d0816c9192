import { announce } from '#shared/hooks/announce.ts';
import { serverNow } from '#shared/http/server-clock.ts';
import { type Action, isRunning } from '../rules/action.ts';
import { undoIntent, undoTimeLeft } from '../rules/undo.ts';
import { useActions } from './use-actions.ts';

/** @returns the user's actions, the last one if it can be undone now, and a function that undoes it or reports that there is none. */
export function useUndoLast(): { all: readonly Action[]; undoable: () => Action | undefined; undo: () => void } {
  const { all, run } = useActions();
  const last = all.find(({ undoes }) => undoes === undefined);
  const undoable = (): Action | undefined =>
    last && !isRunning(last) && undoTimeLeft(last, all, serverNow()) > 0 ? last : undefined;
  const undo = (): void => {
    const action = undoable();
    if (action) void run(undoIntent(action, all));
    else announce('No hay nada que deshacer');
  };
  return { all, undoable, undo };
}
