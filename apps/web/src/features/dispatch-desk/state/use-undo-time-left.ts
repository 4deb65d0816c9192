import { useEffect, useState } from 'react';
import { serverNow } from '../../../shared/http/server-clock.ts';
import { type Action } from '../rules/action.ts';
import { undoTimeLeft } from '../rules/undo.ts';

/** Update interval in milliseconds, so that the displayed seconds do not lag noticeably. */
const STEP_MS = 250;

/**
 * @param all the user's actions, including undo actions.
 * @returns milliseconds left to undo the rest of an action, by the server's clock; 0 once it is too late.
 */
export function useUndoTimeLeft(action: Action, all: readonly Action[]): number {
  const [left, setLeft] = useState(() => undoTimeLeft(action, all, serverNow()));
  useEffect(() => {
    const look = (): void => {
      const now = undoTimeLeft(action, all, serverNow());
      setLeft(now);
      if (now === 0) clearInterval(timer);
    };
    const timer = setInterval(look, STEP_MS);
    look();
    return () => {
      clearInterval(timer);
    };
  }, [action, all]);
  return left;
}
