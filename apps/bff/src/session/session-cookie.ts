import { type CookieOptions, type Response } from 'express';
import { type Config } from '#config.ts';

type Scheme = Pick<Config, 'secure'>;

/** A browser accepts a `__Host-` cookie only if it is Secure, has no Domain and is valid for the whole host. */
export const sessionCookieName = ({ secure }: Scheme): string => (secure ? '__Host-despacho' : 'despacho');

/** The only cookie of staff that a script can read. HTTP clients look for this name, so it has no prefix. */
const CSRF_COOKIE = 'XSRF-TOKEN';

/** Attributes of every cookie of the gateway; a script may read those that are not `httpOnly`. */
export const cookieOptions = ({ secure }: Scheme, httpOnly: boolean): CookieOptions => ({
  path: '/',
  sameSite: 'strict',
  secure,
  httpOnly,
});

/** Without a lifetime: the server decides how long a session lasts. */
export function setSessionCookie(res: Response, scheme: Scheme, id: string): void {
  res.cookie(sessionCookieName(scheme), id, cookieOptions(scheme, true));
  res.req.madeSession(id);
}

export function setCsrfCookie(res: Response, scheme: Scheme, token: string): void {
  res.cookie(CSRF_COOKIE, token, cookieOptions(scheme, false));
}

/** By name: anything wider would remove cookies of other applications. */
export function expireCookies(res: Response, scheme: Scheme): void {
  res.clearCookie(sessionCookieName(scheme), cookieOptions(scheme, true));
  res.clearCookie(CSRF_COOKIE, cookieOptions(scheme, false));
}
