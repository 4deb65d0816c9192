import { personOf } from './person.ts';
import { lastSessionView, sessionState, subscribeSession } from './session-store.ts';

/** @returns whether the person of before is signed in; undefined while the form to sign in again is open. */
function answer(before: string | undefined): boolean | undefined {
  const state = sessionState();
  if (state.status === 'in') return personOf(state.view) === before;
  return state.status === 'out' && state.ended ? undefined : false;
}

/**
 * Waits until it is known who goes on with a page whose session was found dead.
 * @returns true once the same person has signed in again, in whichever tab; false for somebody else, or when it was left.
 * @throws the signal's reason when it is aborted first.
 */
export function personBack(signal: AbortSignal | undefined): Promise<boolean> {
  const view = lastSessionView();
  const before = view && personOf(view);
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const stop = (): void => {
      unsubscribe();
      signal?.removeEventListener('abort', abort);
    };
    const look = (): void => {
      const known = answer(before);
      if (known === undefined) return;
      stop();
      resolve(known);
    };
    const abort = (): void => {
      stop();
      reject(signal?.reason as Error);
    };
    const unsubscribe = subscribeSession(look);
    signal?.addEventListener('abort', abort, { once: true });
    look();
  });
}
