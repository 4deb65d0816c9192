import { isCourierAccess } from '@despacho/contracts';
import { type Request, type RequestHandler } from 'express';
import { Failure } from '../problems/failure.ts';
import { type Services } from '../services.ts';
import { isSignedIn } from '../session/record.ts';
import { readSessionId } from '../session/session-id.ts';
import { readPhoneId } from '../session/phone-cookie.ts';
import { sessionCookieName } from '../session/session-cookie.ts';

/**
 * Loads the session of the cookie. Rows that are not public are refused without one. For a courier's rows only the
 * phone's cookie is read: a staff session does not count there, nor a phone's session elsewhere.
 */
export function loadSession({
  sessions,
  phones,
  config,
}: Pick<Services, 'sessions' | 'phones' | 'config'>): RequestHandler {
  const name = sessionCookieName(config);
  const readPhone = (req: Request): void => {
    const phone = readPhoneId(req, config);
    req.session = { csrfSecret: phone && phones.csrfSecretOf(phone), live: undefined, phone };
    if (!phone && req.matched.policy.access === 'courier') throw new Failure('no-session');
  };
  return async (req, _res, next) => {
    const { access } = req.matched.policy;
    if (access === 'everyone') {
      req.session = { csrfSecret: undefined, live: undefined };
      next();
      return;
    }
    if (isCourierAccess(access)) {
      readPhone(req);
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
