import { issueCsrfToken } from '../middleware/csrf.ts';
import { setSessionCookie } from '../middleware/session-cookie.ts';
import { Failure } from '../problems/failure.ts';
import { shortKey } from '../session/session-id.ts';
import { type Answer, type Call } from './policy.ts';
import { sessionView } from './session-view.ts';

/** Signs in: the query-string call of the legacy host is made here alone, and its token stays here. */
export async function login({ req, res, body, services }: Call<'session.login'>): Promise<Answer<'session.login'>> {
  const { identity, sessions, log, config } = services;
  const { requestId } = req;
  try {
    const { person, secrets } = await identity.signIn(body, req.deadline.signal);
    if (req.session.live) await sessions.destroy(req.session.live);
    // An empty bag, so that a new secret is made: a token from before the login must not work after it.
    req.session = { csrfSecret: undefined, live: undefined };
    const csrfSecret = issueCsrfToken(req, res, config);
    const { id, session } = await sessions.createSignedIn(person, secrets, csrfSecret);
    req.session = { csrfSecret, live: session };
    setSessionCookie(res, config, id);
    log.info({
      event: 'login.ok',
      requestId,
      session: shortKey(session.key),
      username: person.username,
      sucursal: person.sucursal,
    });
    return sessionView(session, sessions);
  } catch (error) {
    // Without the name that was typed: people type their password there.
    if (error instanceof Failure && error.kind === 'wrong-credentials')
      log.warn({ event: 'login.failed', requestId, ip: req.ip, note: error.message });
    throw error;
  }
}
