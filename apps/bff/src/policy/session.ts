import { type LinkedPrincipal, linkedPrincipal } from '@despacho/contracts';
import { type Request, type RequestHandler } from 'express';
import { Failure } from '#problems/failure.ts';
import { type Services } from '#services.ts';
import { isSignedIn } from '#session/record.ts';
import { readSessionId } from '#session/session-id.ts';
import { readLinkedId } from '#session/linked-cookie.ts';
import { sessionCookieName } from '#session/session-cookie.ts';

/**
 * Loads the session of the cookie. Rows that are not public are refused without one. For the rows of couriers' phones
 * and of guests only the cookie of that kind is read: other sessions are ignored there, and theirs elsewhere.
 */
export function loadSession({
  sessions,
  linkedSessions,
  config,
}: Pick<Services, 'sessions' | 'linkedSessions' | 'config'>): RequestHandler {
  const name = sessionCookieName(config);
  const readLinked = (req: Request, principal: LinkedPrincipal): void => {
    const linked = readLinkedId(req, principal, config);
    req.session = { csrfSecret: linked && linkedSessions.csrfSecretOf(linked), live: undefined, linked };
    if (!linked && req.matched.policy.access === principal) throw new Failure('no-session');
  };
  return async (req, _res, next) => {
    const { access } = req.matched.policy;
    if (access === 'everyone') {
      req.session = { csrfSecret: undefined, live: undefined };
      next();
      return;
    }
    const principal = linkedPrincipal(access);
    if (principal) {
      readLinked(req, principal);
      next();
      return;
    }
    const cookie: unknown = (req.cookies as Record<string, unknown>)[name];
    const live = await sessions.open(cookie, req.cookieKey);
    req.foundSession(live);
    req.session = { csrfSecret: live?.record.csrfSecret, live };
    if (access !== 'public' && !isSignedIn(live))
      throw new Failure(!live && readSessionId(cookie) ? 'session-ended' : 'no-session');
    next();
  };
}
