import { afterFirstRows } from '../state/first-rows.ts';

const load = afterFirstRows(() => import('./rove.ts'));

/**
 * A ref that makes a table or list one Tab stop, with arrow keys between everything in its rows (`rove`). For rows with
 * several controls; where each row is one item, `useRovingFocus` needs no later download.
 */
export function oneTabStop(container: HTMLElement | null): (() => void) | undefined {
  if (!container) return undefined;
  let end: (() => void) | null | undefined;
  load()
    .then(({ rove }) => {
      if (end !== null) end = rove(container);
    })
    // Without it, each control is a Tab stop.
    .catch(() => undefined);
  return () => {
    end?.();
    end = null;
  };
}
