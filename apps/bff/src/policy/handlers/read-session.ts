import { clientAddress } from '#session/client-address.ts';
import { issueCsrfToken } from '#session/csrf.ts';
import { setSessionCookie } from '#session/session-cookie.ts';
import { Failure } from '#problems/failure.ts';
import { SHARED_FOR_MS } from '#session/freshness.ts';
import { isSignedIn } from '#session/record.ts';
import { type Answer, type Call } from '../policy.ts';
import { sessionView } from './session-view.ts';

/**
 * Returns the current user when a page opens, refreshed from the host. Without a session it answers 401 and starts an
 * anonymous one, so that the login form has a csrf token. A sign-in that waits for a code is stated, so that a reloaded
 * page continues with it.
 */
export async function readSession({
  req,
  res,
  services,
}: Call<'session.read', 'sessions' | 'freshness' | 'config'>): Promise<Answer<'session.read'>> {
  const { sessions, freshness, config } = services;
  const { live } = req.session;
  const startAnonymous = async (): Promise<void> => {
    const csrfSecret = issueCsrfToken(req, res, config);
    const { id } = await sessions.createAnonymous(csrfSecret, clientAddress(req));
    setSessionCookie(res, config, id);
  };
  if (isSignedIn(live)) {
    try {
      await freshness.ensure(live, SHARED_FOR_MS, req.deadline.signal, req.requestId);
    } catch (error) {
      if (error instanceof Failure && error.kind === 'session-ended') {
        // An empty bag, because the token of the ended session is useless for the login form.
        req.session = { csrfSecret: undefined, live };
        await startAnonymous();
      }
      throw error;
    }
    issueCsrfToken(req, res, config);
    return sessionView(live, sessions);
  }
  if (live) issueCsrfToken(req, res, config);
  else await startAnonymous();
  const waiting = sessions.unseal(live, 'waiting');
  if (!waiting) throw new Failure('no-session');
  throw new Failure(waiting.mustSetUp ? 'factor-missing' : 'factor-due');
}
