import { Failure } from '../problems/failure.ts';

/** Far more than any upstream that is still working has reason to send: one every hundred milliseconds. */
const MOST_HINTS = 100;

/**
 * Gives a request up whose upstream answers with 1xx without end. The request's own limit would do so as well, but an upstream
 * that sends them as fast as it can keeps the gateway busy until then.
 * @returns a function to call for each of them.
 */
export function limitHints(fail: (error: Failure) => void): () => void {
  let hints = 0;
  return () => {
    hints += 1;
    if (hints > MOST_HINTS) fail(new Failure('upstream-broken', { note: 'hints without end' }));
  };
}
