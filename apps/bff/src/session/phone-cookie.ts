import { PHONE_ABSOLUTE_DAYS } from '@despacho/contracts/dispatch';
import { type Request, type Response } from 'express';
import { type Config } from '../config.ts';
import { cookieOptions } from './session-cookie.ts';
import { readSessionId, sessionKey } from './session-id.ts';

type Scheme = Pick<Config, 'secure' | 'BASE_PATH'>;

/** The id that a courier's phone sends. Only the dispatch service knows whether it is connected. */
export interface PhoneId {
  id: string;
  /** Its hash, as the service stores it. */
  key: string;
}

/** Not the name of the staff cookie, so that one browser can hold both sessions and neither is read as the other. */
export const phoneCookieName = ({ secure }: Pick<Config, 'secure'>): string =>
  secure ? '__Host-despacho-reparto' : 'despacho-reparto';

/** Read by the script of the courier's page; no other page may read it, and no call sends it. */
const CSRF_COOKIE = 'XSRF-REPARTO';

/** Path of the courier's page. */
export const PHONE_PAGE = '/r';

export const phoneId = (id: string): PhoneId => ({ id, key: sessionKey(id) });

/** @returns the id in the phone's cookie; undefined without one. */
export function readPhoneId(req: Request, scheme: Pick<Config, 'secure'>): PhoneId | undefined {
  const id = readSessionId((req.cookies as Record<string, unknown>)[phoneCookieName(scheme)]);
  return id === undefined ? undefined : phoneId(id);
}

/** @param kept survives the end of the browser, as long as a session can last. */
export function setPhoneCookie(res: Response, scheme: Scheme, { id }: PhoneId, kept: boolean): void {
  const maxAge = PHONE_ABSOLUTE_DAYS * 24 * 60 * 60_000;
  res.cookie(phoneCookieName(scheme), id, { ...cookieOptions(scheme, true), ...(kept && { maxAge }) });
  res.req.madeSession(id);
}

const csrfOptions = (scheme: Scheme) => ({
  ...cookieOptions(scheme, false),
  path: `${scheme.BASE_PATH}${PHONE_PAGE}`,
});

export function setPhoneCsrfCookie(res: Response, scheme: Scheme, token: string): void {
  res.cookie(CSRF_COOKIE, token, csrfOptions(scheme));
}

export function expirePhoneCookies(res: Response, scheme: Scheme): void {
  res.clearCookie(phoneCookieName(scheme), cookieOptions(scheme, true));
  res.clearCookie(CSRF_COOKIE, csrfOptions(scheme));
}
