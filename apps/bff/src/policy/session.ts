import { type RequestHandler } from 'express';
import { Failure } from '../problems/failure.ts';
import { type Services } from '../services.ts';
import { isSignedIn } from '../session/record.ts';
import { readSessionId } from '../session/session-id.ts';
import { sessionCookieName } from '../session/session-cookie.ts';

/** Loads the session of the cookie. Rows that are not public are refused without one. */
export function loadSession({ sessions, config }: Pick<Services, 'sessions' | 'config'>): RequestHandler {
  const name = sessionCookieName(config);
  return async (req, _res, next) => {
    const { access } = req.matched.policy;
    if (access === 'everyone') {
      req.session = { csrfSecret: undefined, live: undefined };
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
