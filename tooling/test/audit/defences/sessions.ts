import { BFF, HANDLERS, POLICY, change, type Weakened } from './weakened.ts';

/** Start, contents and end of a session. */
export const sessionDefences: readonly Weakened[] = [
  {
    without: 'the end of the session from before a login',
    changes: [
      change(`${HANDLERS}login.ts`, "if (req.session.live) await sessions.destroy(req.session.live, 'replaced');", ''),
    ],
    noticed: ['login-replaces'],
  },
  {
    without: 'a new csrf secret at login',
    changes: [change(`${HANDLERS}login.ts`, 'req.session = { csrfSecret: undefined, live: undefined };', '')],
    noticed: ['login-replaces'],
  },
  {
    without: 'the end of a session at logout',
    changes: [change(`${HANDLERS}logout.ts`, "await services.sessions.destroy(live, 'logout');", '')],
    noticed: ['logout', 'login-replaces', 'streams-end'],
  },
  {
    without: 'cookies that expire at logout',
    changes: [change(`${HANDLERS}logout.ts`, 'expireCookies(res, services.config);', '')],
    noticed: ['logout'],
  },
  {
    without: 'Clear-Site-Data, or with too much of it',
    changes: [change(`${HANDLERS}logout.ts`, `'"cache"'`, `'"*"'`)],
    noticed: ['logout'],
  },
  {
    without: 'the end of event streams with their session',
    changes: [change(`${BFF}policy/proxy/open-streams.ts`, 'endOf: (key) => {', 'endOf: (key) => { if (key) return;')],
    noticed: ['streams-end'],
  },
  {
    without: 'the end of another session of one’s own',
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
    without: 'an idle limit worth the name',
    changes: [],
    settings: { SESSION_IDLE_MINUTES: '720' },
    noticed: ['limits'],
  },
  {
    without: 'named fields alone in the answer about the session',
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
    without: 'the mark of what a page asks for by itself',
    changes: [
      change(`${POLICY}access.ts`, "const BACKGROUND = 'x-despacho-background';", "const BACKGROUND = 'x-nobody';"),
    ],
    noticed: ['background'],
    ask: { slow: true },
  },
];
