import csurf from 'csurf';
import { type Request, type RequestHandler, type Response } from 'express';
import { type Config } from '#config.ts';
import { Failure } from '#problems/failure.ts';
import { isSafe } from '#safe-methods.ts';
import { type LinkedId, setLinkedCsrfCookie } from './linked-cookie.ts';
import { setCsrfCookie } from './session-cookie.ts';

/*
 * Everything about csurf is in this file. It runs in session mode: the secret is in the server's session, and the token
 * only in the X-XSRF-TOKEN header. Its cookie mode would accept a pair chosen by an attacker.
 */
const protect = csurf({ value: (req) => req.get('x-xsrf-token') ?? '', ignoreMethods: ['GET', 'HEAD', 'OPTIONS'] });

const isTokenFault = (error: unknown): boolean =>
  error instanceof Error && (error as NodeJS.ErrnoException).code === 'EBADCSRFTOKEN';

/** Requires the session's token for every unsafe request. A request without a session cannot have one. */
export const checkCsrf: RequestHandler = (req, res, next) => {
  const { policy } = req.matched;
  const needless = policy.csrf === 'only-with-session' && !req.session.live && !req.session.linked;
  // For a safe request csurf checks nothing; it would only create a function for tokens.
  if (needless || policy.caller === 'server' || isSafe(req.method)) {
    next();
    return;
  }
  protect(req, res, (error?: unknown) => {
    if (error === undefined) next();
    else next(isTokenFault(error) ? new Failure('wrong-csrf-token') : error);
  });
};

/** @returns a token for the secret of the request's session, which is created if there is none. */
function newToken(req: Request, res: Response): string {
  // The chain skips csurf for safe requests, so it runs here; it calls back synchronously.
  if (typeof req.csrfToken !== 'function')
    protect(req, res, (error?: unknown) => {
      if (error instanceof Error) throw error;
    });
  return req.csrfToken();
}

/**
 * Sends a token in the XSRF-TOKEN cookie: for the request's session, or with a new secret if there is no session yet or
 * the user has just signed in.
 * @returns the secret, to be stored with the session.
 */
export function issueCsrfToken(req: Request, res: Response, config: Pick<Config, 'secure'>): string | undefined {
  setCsrfCookie(res, config, newToken(req, res));
  return req.session.csrfSecret;
}

/** Sends the page of a phone or guest a token for the id in the request's session, in a cookie that only it can read. */
export function issueLinkedToken(
  req: Request,
  res: Response,
  { principal }: LinkedId,
  config: Pick<Config, 'secure' | 'BASE_PATH'>,
): void {
  setLinkedCsrfCookie(res, config, principal, newToken(req, res));
}
