import { Failure } from '#problems/failure.ts';

/** Far more than any working upstream sends: one every hundred milliseconds. */
const MAX_HINTS = 100;

/**
 * Aborts a request whose upstream sends endless 1xx responses. The request's own limit would do so too, but a fast
 * flood would keep the gateway busy until then.
 * @returns a function to call for each 1xx response.
 */
export function limitHints(fail: (error: Failure) => void): () => void {
  let hints = 0;
  return () => {
    hints += 1;
    if (hints > MAX_HINTS) fail(new Failure('upstream-broken', { note: 'hints without end' }));
  };
}
