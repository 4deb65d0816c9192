import { useEffect, useState } from 'react';
import { serverNow } from '../../../shared/http/server-clock.ts';
import { type Action } from '../rules/action.ts';
import { undoLeft } from '../rules/undo.ts';

/** Milliseconds between two looks at the clock: the seconds shown never lag noticeably. */
const STEP_MS = 250;

/** @returns milliseconds left to take an action back, by the server's clock; 0 once it is too late. */
export function useUndoLeft(action: Action): number {
  const [left, setLeft] = useState(() => undoLeft(action, serverNow()));
  useEffect(() => {
    const look = (): void => {
      const now = undoLeft(action, serverNow());
      setLeft(now);
      if (now === 0) clearInterval(timer);
    };
    const timer = setInterval(look, STEP_MS);
    look();
    return () => {
      clearInterval(timer);
    };
  }, [action]);
  return left;
}
