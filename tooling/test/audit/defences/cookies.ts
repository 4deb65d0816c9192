import { BFF, HANDLERS, change, type Weakened } from './weakened.ts';

/** Attributes that bind cookies to their browser, host and scheme. */
export const cookieDefences: readonly Weakened[] = [
  {
    without: 'HttpOnly on the session cookie',
    changes: [
      change(
        `${BFF}session/session-cookie.ts`,
        'res.cookie(sessionCookieName(scheme), id, cookieOptions(scheme, true))',
        'res.cookie(sessionCookieName(scheme), id, cookieOptions(scheme, false))',
      ),
    ],
    noticed: ['session-cookie', 'script-cookie'],
  },
  {
    without: 'SameSite=Strict',
    changes: [change(`${BFF}session/session-cookie.ts`, "sameSite: 'strict'", "sameSite: 'lax'")],
    noticed: ['session-cookie', 'script-cookie'],
  },
  {
    without: 'host-only cookies',
    changes: [change(`${BFF}session/session-cookie.ts`, "path: '/',", "path: '/', domain: 'localhost',")],
    noticed: ['session-cookie'],
  },
  {
    without: 'Secure cookies over TLS',
    changes: [change(`${BFF}session/session-cookie.ts`, '  secure,\n  httpOnly', '  httpOnly')],
    noticed: ['session-cookie', 'script-cookie'],
    tls: 'good',
  },
  {
    without: 'the __Host- prefix',
    changes: [change(`${BFF}session/session-cookie.ts`, "'__Host-despacho'", "'despacho'")],
    noticed: ['session-cookie'],
    tls: 'good',
  },
  {
    without: 'long session ids',
    changes: [
      change(`${BFF}session/session-id.ts`, 'randomBytes(32)', 'randomBytes(8)'),
      change(`${BFF}session/session-id.ts`, '{43}', '{11}'),
    ],
    noticed: ['session-id'],
  },
  {
    without: 'new session ids: one from the visitor is adopted',
    changes: [
      change(
        `${HANDLERS}read-session.ts`,
        'setSessionCookie(res, config, id)',
        "setSessionCookie(res, config, /despacho=([^;]+)/.exec(req.headers.cookie ?? '')?.[1] ?? id)",
      ),
    ],
    noticed: ['session-id'],
  },
  {
    without: 'cookies by PUBLIC_ORIGIN: the client’s scheme is used',
    changes: [
      change(
        `${HANDLERS}read-session.ts`,
        'setSessionCookie(res, config, id)',
        "setSessionCookie(res, { secure: req.headers['x-forwarded-proto'] === 'https' }, id)",
      ),
    ],
    noticed: ['scheme-fixed'],
  },
];
