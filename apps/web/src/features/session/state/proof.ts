import { setProofCheck } from '#shared/http/held-writes.ts';
import { createStore } from '#shared/state/store.ts';
import { sessionState, subscribeSession } from './session-store.ts';
import { singleFlight } from './single-flight.ts';
import { waitForSamePerson } from './wait-for-same-person.ts';

/** A proof that refused writes wait for. */
interface Awaited {
  /** @param isProved whether the same user proved who they are; false leaves the writes undone. */
  answer: (isProved: boolean) => void;
}

/** The proof that is awaited now. */
export const awaitedProof = createStore<Awaited | undefined>(undefined);

/** Writes that are refused at the same time wait for one proof. */
const ask = singleFlight(
  () =>
    new Promise<boolean>((resolve) => {
      const answer = (isProved: boolean): void => {
        stop();
        awaitedProof.set(undefined);
        resolve(isProved);
      };
      // A new sign-in of the same user is a proof too.
      const stop = subscribeSession(() => {
        if (sessionState().status === 'out') void waitForSamePerson(undefined).then(answer);
      });
      awaitedProof.set({ answer });
    }),
);

setProofCheck((signal) => {
  // The page that sent the write was left.
  signal?.addEventListener('abort', () => awaitedProof.get()?.answer(false), { once: true });
  return ask();
});
