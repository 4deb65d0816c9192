import { BFF, HANDLERS, POLICY, change, type Weakened } from './weakened.ts';

/** Start, contents and end of a session. */
export const sessionDefences: readonly Weakened[] = [
  {
    without: 'ending the earlier session at login',
    changes: [
      change(
        `${HANDLERS}login.ts`,
        "if (req.session.live) await sessions.destroy(req.session.live, 'replaced');\n  // An empty bag",
        '// An empty bag',
      ),
    ],
    noticed: ['login-replaces'],
  },
  {
    without: 'a new csrf secret at login',
    changes: [
      change(
        `${HANDLERS}login.ts`,
        'must not work after it.\n  req.session = { csrfSecret: undefined, live: undefined };',
        '',
      ),
    ],
    noticed: ['login-replaces'],
  },
  {
    without: 'ending the session at logout',
    changes: [change(`${HANDLERS}logout.ts`, "await services.sessions.destroy(live, 'logout');", '')],
    noticed: ['logout', 'login-replaces', 'streams-end'],
  },
  {
    without: 'expiring cookies at logout',
    changes: [change(`${HANDLERS}logout.ts`, 'expireCookies(res, services.config);', '')],
    noticed: ['logout'],
  },
  {
    without: 'Clear-Site-Data of exactly the cache',
    changes: [change(`${HANDLERS}logout.ts`, `'"cache"'`, `'"*"'`)],
    noticed: ['logout'],
  },
  {
    without: 'ending event streams with their session',
    changes: [
      change(
        `${BFF}operations/open-streams.ts`,
        'endOf: (key) => endSet(',
        'endOf: (key) => key ? undefined : endSet(',
      ),
    ],
    noticed: ['streams-end'],
  },
  {
    without: 'ending another session of the user',
    changes: [
      change(
        `${HANDLERS}own-sessions.ts`,
        '(key) => publicHandle(key) === params.id);\n  if (ended === 0)',
        '(key) => key === params.id);\n  if (ended < 0)',
      ),
    ],
    noticed: ['own-sessions'],
  },
  {
    without: 'a sensible idle limit',
    changes: [],
    settings: { SESSION_IDLE_MINUTES: '720' },
    noticed: ['limits'],
  },
  {
    without: 'only named fields in the session response',
    changes: [
      change(`${HANDLERS}session-view.ts`, '    id,\n', '    id, taxId: "20600000001",\n'),
      change(
        'packages/contracts/src/subjects/session.ts',
        'export const sessionView = z.strictObject({',
        'export const sessionView = z.looseObject({',
      ),
    ],
    noticed: ['session-fields'],
  },
  {
    without: 'the mark on background requests',
    changes: [
      change(`${POLICY}access.ts`, "const BACKGROUND = 'x-despacho-background';", "const BACKGROUND = 'x-nobody';"),
    ],
    noticed: ['background'],
    ask: { slow: true },
  },
];
