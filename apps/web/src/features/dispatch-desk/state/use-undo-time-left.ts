import { useEffect, useState } from 'react';
import { serverNow } from '../../../shared/http/server-clock.ts';
import { type Action } from '../rules/action.ts';
import { undoTimeLeft } from '../rules/undo.ts';

/** Milliseconds between two looks at the clock: the seconds shown never lag noticeably. */
const STEP_MS = 250;

/**
 * @param all everything the person did, undoings among it.
 * @returns milliseconds left to take back what is left of an action, by the server's clock; 0 once it is too late.
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
