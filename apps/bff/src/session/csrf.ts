import csurf from 'csurf';
import { type Request, type RequestHandler, type Response } from 'express';
import { type Config } from '../config.ts';
import { Failure } from '../problems/failure.ts';
import { isSafe } from '../safe-methods.ts';
import { setCsrfCookie } from './session-cookie.ts';

/*
 * Everything about csurf is in this file. It runs in session mode: the secret is in the server's session, the token in
 * the X-XSRF-TOKEN header and nowhere else. Its cookie mode would accept a pair an attacker chose.
 */
const protect = csurf({ value: (req) => req.get('x-xsrf-token') ?? '', ignoreMethods: ['GET', 'HEAD', 'OPTIONS'] });

const isTokenFault = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'EBADCSRFTOKEN';

/** Asks every unsafe request for the token of its session. A request without a session cannot have one. */
export const checkCsrf: RequestHandler = (req, res, next) => {
  const { policy } = req.matched;
  const needless = policy.csrf === 'only-with-session' && !req.session.live;
  // Of a safe request csurf asks nothing. All it would do is leave a function behind that makes tokens.
  if (needless || isSafe(req.method)) {
    next();
    return;
  }
  protect(req, res, (error?: unknown) => {
    if (error === undefined) next();
    else next(isTokenFault(error) ? new Failure('wrong-csrf-token') : error);
  });
};

/**
 * Sends a token in the XSRF-TOKEN cookie: for the request's session, or with a new secret where there is no session yet
 * or the person has just signed in.
 * @returns the secret, to be stored with the session.
 */
export function issueCsrfToken(req: Request, res: Response, config: Pick<Config, 'secure'>): string | undefined {
  // The chain has no need of csurf in a safe request; it calls back before it returns.
  if (typeof req.csrfToken !== 'function')
    protect(req, res, (error?: unknown) => {
      if (error instanceof Error) throw error;
    });
  setCsrfCookie(res, config, req.csrfToken());
  return req.session.csrfSecret;
}
