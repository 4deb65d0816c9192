import { type CookieOptions, type Response } from 'express';
import { type Config } from '../config.ts';

type Scheme = Pick<Config, 'secure'>;

/** A browser keeps a `__Host-` cookie only when it is Secure, has no Domain and is valid for the whole host. */
export const sessionCookieName = ({ secure }: Scheme): string => (secure ? '__Host-despacho' : 'despacho');

/** The only cookie a script can read. Its name is what HTTP clients look for, so it has no prefix. */
const CSRF_COOKIE = 'XSRF-TOKEN';

const options = ({ secure }: Scheme, httpOnly: boolean): CookieOptions => ({
  path: '/',
  sameSite: 'strict',
  secure,
  httpOnly,
});

/** Without a lifetime of its own: the server decides how long a session lasts. */
export function setSessionCookie(res: Response, scheme: Scheme, id: string): void {
  res.cookie(sessionCookieName(scheme), id, options(scheme, true));
  res.req.madeSession(id);
}

export function setCsrfCookie(res: Response, scheme: Scheme, token: string): void {
  res.cookie(CSRF_COOKIE, token, options(scheme, false));
}

/** By name: anything wider would take cookies of neighbours with it. */
export function expireCookies(res: Response, scheme: Scheme): void {
  res.clearCookie(sessionCookieName(scheme), options(scheme, true));
  res.clearCookie(CSRF_COOKIE, options(scheme, false));
}
