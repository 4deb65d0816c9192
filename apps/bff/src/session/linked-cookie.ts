import { type LinkedPrincipal } from '@despacho/contracts';
import { PHONE_ABSOLUTE_DAYS } from '@despacho/contracts/dispatch';
import { type Request, type Response } from 'express';
import { type Config } from '#config.ts';
import { cookieOptions } from './session-cookie.ts';
import { readSessionId, sessionKey } from './session-id.ts';

type Scheme = Pick<Config, 'secure' | 'BASE_PATH'>;

/** The page of each kind of session that begins with a link. */
interface LinkedPage {
  /** Path of the page. */
  path: `/${string}`;
  /** Not the name of the staff cookie, so that one browser can hold every kind of session and none is read as another. */
  cookie: string;
  /** Read by the script of this page; no other page may read it, and no call sends it. */
  csrfCookie: string;
  /** How long the cookie of an opened link survives the end of the browser; undefined: not at all. */
  days?: number;
}

export const LINKED_PAGES = {
  courier: { path: '/r', cookie: 'despacho-reparto', csrfCookie: 'XSRF-REPARTO', days: PHONE_ABSOLUTE_DAYS },
  guest: { path: '/c', cookie: 'despacho-constancia', csrfCookie: 'XSRF-CONSTANCIA' },
} as const satisfies Record<LinkedPrincipal, LinkedPage>;

/** The id of a courier's phone or of a guest. Only the dispatch service knows whether it is a session. */
export interface LinkedId {
  principal: LinkedPrincipal;
  id: string;
  /** Its hash, as the service stores it. */
  key: string;
}

export const linkedCookieName = (principal: LinkedPrincipal, { secure }: Pick<Config, 'secure'>): string =>
  `${secure ? '__Host-' : ''}${LINKED_PAGES[principal].cookie}`;

export const linkedId = (principal: LinkedPrincipal, id: string): LinkedId => ({ principal, id, key: sessionKey(id) });

/** @returns the id in this kind of cookie; undefined without one. */
export function readLinkedId(
  req: Request,
  principal: LinkedPrincipal,
  scheme: Pick<Config, 'secure'>,
): LinkedId | undefined {
  const id = readSessionId((req.cookies as Record<string, unknown>)[linkedCookieName(principal, scheme)]);
  return id === undefined ? undefined : linkedId(principal, id);
}

/** @param kept survives the end of the browser, if this kind of session may. */
export function setLinkedCookie(res: Response, scheme: Scheme, { principal, id }: LinkedId, kept: boolean): void {
  const { days }: LinkedPage = LINKED_PAGES[principal];
  const lifetime = kept && days !== undefined ? { maxAge: days * 24 * 60 * 60_000 } : {};
  res.cookie(linkedCookieName(principal, scheme), id, { ...cookieOptions(scheme, true), ...lifetime });
  res.req.madeSession(id);
}

const csrfOptions = (principal: LinkedPrincipal, scheme: Scheme) => ({
  ...cookieOptions(scheme, false),
  path: `${scheme.BASE_PATH}${LINKED_PAGES[principal].path}`,
});

export function setLinkedCsrfCookie(res: Response, scheme: Scheme, principal: LinkedPrincipal, token: string): void {
  res.cookie(LINKED_PAGES[principal].csrfCookie, token, csrfOptions(principal, scheme));
}

export function expireLinkedCookies(res: Response, scheme: Scheme, principal: LinkedPrincipal): void {
  res.clearCookie(linkedCookieName(principal, scheme), cookieOptions(scheme, true));
  res.clearCookie(LINKED_PAGES[principal].csrfCookie, csrfOptions(principal, scheme));
}
