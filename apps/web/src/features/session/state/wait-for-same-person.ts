import { personOf } from '../rules/person.ts';
import { lastSessionView, sessionState, subscribeSession } from './session-store.ts';

/** @returns whether the previous user is signed in again; undefined while the sign-in form is open. */
function answer(before: string | undefined): boolean | undefined {
  const state = sessionState();
  if (state.status === 'in') return personOf(state.view) === before;
  return state.status === 'out' && state.ended ? undefined : false;
}

/**
 * After a session was found expired, waits until someone signs in again or the page is left.
 * @returns true if the same user signed in, in any tab; false for another user or a sign-out.
 * @throws the signal's reason if aborted first.
 */
export function waitForSamePerson(signal: AbortSignal | undefined): Promise<boolean> {
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
