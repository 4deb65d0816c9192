/** One change of a source that takes a defence out. */
export interface Change {
  /** Below the repository's folder. */
  file: string;
  /** Has to be there, exactly once: a defence that moved must be looked for again. */
  from: string;
  to: string;
}

/** A gateway that lacks something, and the checks that must notice. */
export interface Weakened {
  /** What it lacks. */
  without: string;
  changes: readonly Change[];
  /** Settings on top of the usual ones. */
  settings?: Readonly<Record<string, string>>;
  /** Ids of checks that hold on a sound gateway and must not on this one. */
  noticed: readonly string[];
  /** Served over TLS, where the defence matters. */
  tls?: true;
  /** What the audit has to be asked for besides. */
  ask?: { slow?: true; throttle?: true };
}

const BFF = 'apps/bff/src/';
const MIDDLEWARE = `${BFF}middleware/`;
const ROUTES = `${BFF}routes/`;

const change = (file: string, from: string, to: string): Change => ({ file, from, to });

const cookies: Weakened[] = [
  {
    without: 'HttpOnly on the session cookie',
    changes: [
      change(
        `${MIDDLEWARE}session-cookie.ts`,
        'res.cookie(sessionCookieName(scheme), id, options(scheme, true))',
        'res.cookie(sessionCookieName(scheme), id, options(scheme, false))',
      ),
    ],
    noticed: ['session-cookie', 'script-cookie'],
  },
  {
    without: 'SameSite=Strict',
    changes: [change(`${MIDDLEWARE}session-cookie.ts`, "sameSite: 'strict'", "sameSite: 'lax'")],
    noticed: ['session-cookie', 'script-cookie'],
  },
  {
    without: 'cookies for one host alone',
    changes: [change(`${MIDDLEWARE}session-cookie.ts`, "path: '/',", "path: '/', domain: 'localhost',")],
    noticed: ['session-cookie'],
  },
  {
    without: 'Secure cookies over TLS',
    changes: [change(`${MIDDLEWARE}session-cookie.ts`, '  secure,\n  httpOnly', '  httpOnly')],
    noticed: ['session-cookie', 'script-cookie'],
    tls: true,
  },
  {
    without: 'the __Host- prefix',
    changes: [change(`${MIDDLEWARE}session-cookie.ts`, "'__Host-despacho'", "'despacho'")],
    noticed: ['session-cookie'],
    tls: true,
  },
  {
    without: 'ids that are long enough',
    changes: [
      change(`${BFF}session/session-id.ts`, 'randomBytes(32)', 'randomBytes(8)'),
      change(`${BFF}session/session-id.ts`, '{43}', '{11}'),
    ],
    noticed: ['session-id'],
  },
  {
    without: 'ids of its own: one that a visitor brings is kept',
    changes: [
      change(
        `${ROUTES}read-session.ts`,
        'setSessionCookie(res, config, id)',
        "setSessionCookie(res, config, /despacho=([^;]+)/.exec(req.headers.cookie ?? '')?.[1] ?? id)",
      ),
    ],
    noticed: ['session-id'],
  },
  {
    without: 'cookies by PUBLIC_ORIGIN: the scheme is what a client says',
    changes: [
      change(
        `${ROUTES}read-session.ts`,
        'setSessionCookie(res, config, id)',
        "setSessionCookie(res, { secure: req.headers['x-forwarded-proto'] === 'https' }, id)",
      ),
    ],
    noticed: ['scheme-fixed'],
  },
];

const sessions: Weakened[] = [
  {
    without: 'the end of the session from before a login',
    changes: [
      change(`${ROUTES}login.ts`, "if (req.session.live) await sessions.destroy(req.session.live, 'replaced');", ''),
    ],
    noticed: ['login-replaces'],
  },
  {
    without: 'a new csrf secret at login',
    changes: [change(`${ROUTES}login.ts`, 'req.session = { csrfSecret: undefined, live: undefined };', '')],
    noticed: ['login-replaces'],
  },
  {
    without: 'the end of a session at logout',
    changes: [change(`${ROUTES}logout.ts`, "await services.sessions.destroy(live, 'logout');", '')],
    noticed: ['logout', 'login-replaces', 'streams-end'],
  },
  {
    without: 'cookies that expire at logout',
    changes: [change(`${ROUTES}logout.ts`, 'expireCookies(res, services.config);', '')],
    noticed: ['logout'],
  },
  {
    without: 'Clear-Site-Data, or with too much of it',
    changes: [change(`${ROUTES}logout.ts`, `'"cache"'`, `'"*"'`)],
    noticed: ['logout'],
  },
  {
    without: 'the end of event streams with their session',
    changes: [change(`${BFF}proxy/open-streams.ts`, 'endOf: (key) => {', 'endOf: (key) => { if (key) return;')],
    noticed: ['streams-end'],
  },
  {
    without: 'the end of another session of one’s own',
    changes: [
      change(
        `${ROUTES}own-sessions.ts`,
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
      change(`${ROUTES}session-view.ts`, '    id,\n', '    id, taxId: "20600000001",\n'),
      change(
        'packages/contracts/src/subjects/session.ts',
        'export const sessionView = z.strictObject({',
        'export const sessionView = z.looseObject({',
      ),
    ],
    noticed: ['session-fields'],
  },
];

const slowly: Weakened[] = [
  {
    without: 'the mark of what a page asks for by itself',
    changes: [
      change(`${MIDDLEWARE}access.ts`, "const BACKGROUND = 'x-despacho-background';", "const BACKGROUND = 'x-nobody';"),
    ],
    noticed: ['background'],
    ask: { slow: true },
  },
];

const csrf: Weakened[] = [
  {
    without: 'the csrf token',
    changes: [
      change(
        `${MIDDLEWARE}csrf.ts`,
        "else next(isTokenFault(error) ? new Failure('wrong-csrf-token') : error);",
        'else next();',
      ),
    ],
    noticed: ['csrf-login', 'csrf-bound', 'csrf-unsafe'],
  },
  {
    without: 'the csrf token at login',
    changes: [
      change(
        `${MIDDLEWARE}csrf.ts`,
        'if (error === undefined) next();',
        "if (error === undefined || policy.access === 'public') next();",
      ),
    ],
    noticed: ['csrf-login', 'csrf-bound'],
  },
  {
    without: 'a token that counts in its header alone',
    changes: [
      change(
        `${MIDDLEWARE}csrf.ts`,
        "req.get('x-xsrf-token') ?? ''",
        "req.get('x-xsrf-token') ?? req.get('csrf-token') ?? ''",
      ),
    ],
    noticed: ['csrf-bound'],
  },
  {
    without: 'a token bound to the session: a pair of one’s choice will do',
    changes: [
      change(
        `${MIDDLEWARE}csrf.ts`,
        'if (error === undefined) next();',
        "if (error === undefined || req.get('x-xsrf-token') === (req.cookies as Record<string, string>)['XSRF-TOKEN']) next();",
      ),
    ],
    noticed: ['csrf-bound'],
  },
  {
    without: 'the token on methods but POST',
    changes: [
      change(
        `${MIDDLEWARE}csrf.ts`,
        "ignoreMethods: ['GET', 'HEAD', 'OPTIONS']",
        "ignoreMethods: ['GET', 'HEAD', 'OPTIONS', 'DELETE']",
      ),
    ],
    noticed: ['csrf-unsafe'],
  },
];

const requests: Weakened[] = [
  {
    without: 'the check where a request comes from',
    changes: [change(`${MIDDLEWARE}origin.ts`, 'if (note !== undefined) throw', 'if (note === "nothing") throw')],
    noticed: ['other-sites'],
  },
  {
    without: 'the origins of PUBLIC_ORIGIN: the forwarded host will do',
    changes: [
      change(
        `${MIDDLEWARE}origin.ts`,
        'return stated !== undefined && own.includes(stated)',
        "return stated !== undefined && (own.includes(stated) || stated.endsWith(`//${req.get('x-forwarded-host') ?? '-'}`))",
      ),
    ],
    noticed: ['other-sites'],
  },
  {
    without: 'the refusal of reads by other sites',
    changes: [change(`${MIDDLEWARE}origin.ts`, "? undefined : 'cross-site read'", '? undefined : undefined')],
    noticed: ['other-sites'],
  },
  {
    without: 'the same-origin rule: CORS for everybody',
    changes: [
      change(
        `${MIDDLEWARE}security-headers.ts`,
        "return [...made, ['permissions-policy', PERMISSIONS_POLICY]];",
        "return [...made, ['permissions-policy', PERMISSIONS_POLICY], ['access-control-allow-origin', '*']];",
      ),
    ],
    noticed: ['cors'],
  },
  {
    without: 'JSON alone',
    changes: [
      change(
        `${MIDDLEWARE}contract.ts`,
        "if (operation.body && !isJson(req)) throw new Failure('wrong-type');",
        'isJson(req);',
      ),
    ],
    noticed: ['json-only'],
  },
  {
    without: 'a limit for bodies',
    changes: [change(`${ROUTES}limits.ts`, 'SMALL_BODY = 16 * 1024', 'SMALL_BODY = 16 * 1024 * 1024')],
    noticed: ['json-only'],
  },
  {
    without: 'strict request contracts',
    changes: [
      change(
        'packages/contracts/src/subjects/session.ts',
        'export const credentials = z.strictObject({',
        'export const credentials = z.object({',
      ),
    ],
    noticed: ['json-only'],
  },
  {
    without: 'contracts for queries',
    changes: [
      change(
        `${MIDDLEWARE}contract.ts`,
        'const query = queryValues(req);',
        'const query = req ? {} : queryValues(req);',
      ),
    ],
    noticed: ['query-strict'],
  },
  {
    without: 'both refusals of credentials in an address',
    changes: [
      change(
        `${MIDDLEWARE}contract.ts`,
        'const query = queryValues(req);',
        'const query = req ? {} : queryValues(req);',
      ),
      change(
        `${MIDDLEWARE}refuse-credentials.ts`,
        'if (namesCredential(req.originalUrl)) throw',
        'if (namesCredential("")) throw',
      ),
    ],
    noticed: ['credentials-in-query'],
  },
  {
    without: 'paths by case',
    changes: [
      change(
        `${ROUTES}match.ts`,
        "const segments = path.split('/');",
        "const segments = path.toLowerCase().split('/');",
      ),
    ],
    noticed: ['listed-only'],
  },
  {
    without: 'paths by whole segments',
    changes: [
      change(
        `${ROUTES}match.ts`,
        "const segments = path.split('/');",
        "const segments = path.replace(/\\/$/, '').split('/');",
      ),
    ],
    noticed: ['listed-only'],
  },
  {
    without: 'rows by method',
    changes: [
      change(`${ROUTES}match.ts`, 'if (operation.method === method)', 'if (operation.method === method || method)'),
    ],
    noticed: ['listed-only'],
  },
];

const wire: Weakened[] = [
  {
    without: 'the refusal of odd targets',
    changes: [
      change(`${MIDDLEWARE}refuse-odd-targets.ts`, 'const kind = oddityOf(req.url);', 'const kind = oddityOf("/");'),
    ],
    noticed: ['odd-targets'],
  },
  {
    without: 'a strict parser',
    changes: [
      change(`${BFF}public-server.ts`, 'insecureHTTPParser: false', 'insecureHTTPParser: true'),
      change(
        `${MIDDLEWARE}refuse-odd-heads.ts`,
        'const fault = faultOfHead(req, cookie);',
        'const fault = faultOfHead(req, cookie) && undefined;',
      ),
    ],
    noticed: ['smuggling'],
  },
  {
    without: 'connections that carry more than one request',
    changes: [
      change(
        `${BFF}public-server.ts`,
        '    underWay.add(res);\n',
        '    underWay.add(res);\n    res.shouldKeepAlive = false;\n',
      ),
    ],
    noticed: ['pipelining', 'keep-alive'],
  },
  {
    without: 'charge S',
    changes: [
      change(
        `${MIDDLEWARE}access.ts`,
        'if (charge !== undefined && live.record.person.charge !== charge)',
        'if (charge !== undefined && live.record.person.charge === "nobody")',
      ),
    ],
    noticed: ['charge'],
  },
  {
    without: 'connections that outlast a proxy’s',
    changes: [change(`${BFF}public-server.ts`, 'keepAlive: 95_000', 'keepAlive: 1000')],
    noticed: ['keep-alive'],
  },
  {
    without: 'a limit for slow headers',
    changes: [
      change(`${BFF}public-server.ts`, 'head: 15_000', 'head: 600_000'),
      change(`${BFF}public-server.ts`, 'nodeHead: 100_000', 'nodeHead: 600_000'),
      change(`${BFF}public-server.ts`, 'request: 120_000', 'request: 600_000'),
      change(`${BFF}public-server.ts`, 'silence: MINUTE_MS', 'silence: 600_000'),
    ],
    noticed: ['slow-headers'],
    ask: { slow: true },
  },
  {
    without: 'the refusal of TRACE',
    changes: [
      change(
        `${BFF}app.ts`,
        '  app.use(inOrder(Object.values(outerSteps(services))));',
        "  app.trace('/{*path}', (req, res) => { res.type('message/http').send(req.rawHeaders.join(' ')); });\n  app.use(inOrder(Object.values(outerSteps(services))));",
      ),
    ],
    noticed: ['odd-methods'],
  },
  {
    without: 'an admin port of its own',
    changes: [
      change(
        `${BFF}app.ts`,
        '  app.get(SECURITY_TXT_PATH',
        "  app.get('/metrics', (_req, res) => { res.send(services.metrics.render()); });\n  app.get(SECURITY_TXT_PATH",
      ),
    ],
    noticed: ['admin-port'],
  },
];

const access: Weakened[] = [
  {
    without: 'the need of a session',
    changes: [
      change(
        `${MIDDLEWARE}session.ts`,
        "if (access !== 'public' && !isSignedIn(live))",
        "if (access === 'session' && !isSignedIn(live))",
      ),
    ],
    noticed: ['without-session'],
  },
  {
    without: 'modules',
    changes: [
      change(
        `${MIDDLEWARE}access.ts`,
        'if (!mayUse(access, live.record.person.modules))',
        'if (!mayUse(access, live.record.person.modules) && !access)',
      ),
    ],
    noticed: ['modules'],
  },
  {
    without: 'the office',
    changes: [change(`${MIDDLEWARE}office.ts`, 'charge !== CHARGE_ALL_OFFICES)', 'charge === CHARGE_ALL_OFFICES)')],
    noticed: ['other-office'],
  },
  {
    without: 'the rule that nobody edits themselves',
    changes: [
      change(
        `${ROUTES}permission-rules.ts`,
        'if (targetId === caller.id || (target && isCaller(caller, target)))',
        'if (target === undefined && isCaller(caller, { id: targetId }))',
      ),
    ],
    noticed: ['own-permissions'],
  },
  {
    without: 'storage headers of the gateway alone',
    changes: [
      change(
        `${ROUTES}read-storage.ts`,
        'storageHeaders(taxId, config),',
        '{ ...storageHeaders(taxId, config), ...(typeof req.headers["clave"] === "string" && { clave: req.headers["clave"] }) },',
      ),
    ],
    noticed: ['storage-headers'],
  },
  {
    without: 'proxies that are believed by address alone',
    changes: [change(`${BFF}app.ts`, 'config.TRUST_PROXY.length > 0 ? config.TRUST_PROXY : false', 'true')],
    noticed: ['forwarded'],
  },
  {
    without: 'refusals of a login that look alike',
    changes: [
      change(
        `${ROUTES}login.ts`,
        "new Failure('wrong-credentials', { ...error.details, log })",
        "new Failure('wrong-credentials', { ...error.details, log, detail: `${credentials.sucursal}/${credentials.username}` })",
      ),
    ],
    noticed: ['failed-logins-alike'],
  },
  {
    without: 'the throttle of logins',
    changes: [change(`${BFF}throttle/login-throttle.ts`, 'if (full)\n', 'if (full && taken.length > 9)\n')],
    noticed: ['throttle'],
    ask: { throttle: true },
  },
];

const answers: Weakened[] = [
  {
    without: 'the security headers',
    changes: [
      change(
        `${MIDDLEWARE}security-headers.ts`,
        'for (const [name, value] of headers)',
        'for (const [name, value] of headers.slice(0, 0))',
      ),
    ],
    noticed: ['security-headers'],
  },
  {
    without: 'a policy against inline scripts',
    changes: [
      change(`${MIDDLEWARE}security-headers.ts`, 'scriptSrc: SELF', `scriptSrc: ["'self'", "'unsafe-inline'"]`),
    ],
    noticed: ['security-headers'],
  },
  {
    without: 'a policy against frames',
    changes: [change(`${MIDDLEWARE}security-headers.ts`, '        frameAncestors: NONE,\n', '')],
    noticed: ['security-headers'],
  },
  {
    without: 'security headers on errors',
    changes: [
      change(
        `${MIDDLEWARE}problems.ts`,
        "  res.setHeader('Cache-Control', 'no-store');\n",
        "  for (const name of ['content-security-policy', 'x-content-type-options']) res.removeHeader(name);\n  res.setHeader('Cache-Control', 'no-store');\n",
      ),
    ],
    noticed: ['security-headers'],
  },
  {
    without: 'a permissions policy',
    changes: [
      change(
        `${MIDDLEWARE}security-headers.ts`,
        "[...made, ['permissions-policy', PERMISSIONS_POLICY]]",
        '[...made, ["x-policy", PERMISSIONS_POLICY]]',
      ),
    ],
    noticed: ['security-headers'],
  },
  {
    without: 'HSTS',
    changes: [
      change(
        `${MIDDLEWARE}security-headers.ts`,
        'strictTransportSecurity: secure &&',
        'strictTransportSecurity: !secure &&',
      ),
    ],
    noticed: ['hsts'],
    tls: true,
  },
  {
    without: 'no-store',
    changes: [change(`${MIDDLEWARE}no-store.ts`, "'no-store'", "'private, max-age=60'")],
    noticed: ['caching'],
  },
  {
    without: 'a page that is asked for again',
    changes: [
      change(
        `${BFF}static/pages.ts`,
        "res.setHeader('Cache-Control', 'no-cache');\n  res.setHeader('ETag'",
        "res.setHeader('Cache-Control', 'max-age=3600');\n  res.setHeader('ETag'",
      ),
    ],
    noticed: ['caching'],
  },
  {
    without: 'errors that tell nothing of the inside',
    changes: [
      change(
        `${MIDDLEWARE}problems.ts`,
        'else send(req, res, failure);',
        'else send(req, res, new Failure(failure.kind, { ...failure.details, detail: String(failure.stack) }));',
      ),
    ],
    noticed: ['problems'],
  },
  {
    without: 'the request id in errors',
    changes: [
      change(
        `${MIDDLEWARE}problems.ts`,
        '    requestId: req.requestId,\n    ...(detail',
        '    requestId: "",\n    ...(detail',
      ),
    ],
    noticed: ['problems'],
  },
  {
    without: 'a 401 where others would redirect',
    changes: [
      change(
        `${MIDDLEWARE}problems.ts`,
        'else send(req, res, failure);',
        "else if (failure.kind === 'no-session' && req.accepts('html') && req.get('sec-fetch-mode') === 'navigate') res.redirect('/login');\n    else send(req, res, failure);",
      ),
    ],
    noticed: ['no-redirect'],
  },
  {
    without: 'the sieve for fields that are named like a secret',
    changes: [
      change(`${BFF}upstream/drop-secrets.ts`, 'return ANYWHERE.test', 'return words.length > 99 && ANYWHERE.test'),
      change(`${BFF}upstream/drop-secrets.ts`, ' || AS_WORDS.test', ' && AS_WORDS.test'),
    ],
    noticed: ['secrets-in-answers'],
  },
];

/** Every defence that can be seen from outside, each taken out of a gateway of its own. */
export const WEAKENED: readonly Weakened[] = [
  ...cookies,
  ...sessions,
  ...slowly,
  ...csrf,
  ...requests,
  ...wire,
  ...access,
  ...answers,
];

/** One of each kind, for every day. */
export const EVERY_DAY: readonly string[] = [
  'the __Host- prefix',
  'cookies that expire at logout',
  'the csrf token',
  'the refusal of odd targets',
  'the need of a session',
  'the security headers',
];
