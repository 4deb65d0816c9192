import { BFF, HANDLERS, POLICY, change, type Weakened } from './weakened.ts';

/** Authorization, and the identity it uses. */
export const accessDefences: readonly Weakened[] = [
  {
    without: 'the session check',
    changes: [
      change(
        `${POLICY}session.ts`,
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
        `${POLICY}access.ts`,
        'if (!mayCall({ access, also, alsoUnless }, person.modules, person.charge))',
        'if (!mayCall({ access, also, alsoUnless }, person.modules, person.charge) && !access)',
      ),
    ],
    noticed: ['modules'],
  },
  {
    without: 'charge S',
    changes: [
      change(
        `${POLICY}access.ts`,
        'if (charge !== undefined && person.charge !== charge)',
        'if (charge !== undefined && person.charge === "nobody")',
      ),
    ],
    noticed: ['charge'],
  },
  {
    without: 'the office',
    changes: [change(`${POLICY}office.ts`, 'charge !== CHARGE_ALL_OFFICES)', 'charge === CHARGE_ALL_OFFICES)')],
    noticed: ['other-office'],
  },
  {
    without: 'the check of phones and guests',
    changes: [
      change(
        `${POLICY}session.ts`,
        'if (!linked && req.matched.policy.access === principal)',
        "if (!linked && req.matched.policy.access === 'nobody')",
      ),
      change(
        `${POLICY}access.ts`,
        "if (access === 'courier' || access === 'guest') await checkLinked(req, services);",
        "if (access === 'nobody') await checkLinked(req, services);",
      ),
    ],
    noticed: ['phones', 'guests'],
  },
  {
    without: 'the rule against editing oneself',
    changes: [
      change(
        `${HANDLERS}permission-rules.ts`,
        "if (targetId === caller.id) refuseIfLocked('self', 'permission-rule');",
        "if (targetId === caller.id && !target) refuseIfLocked('self', 'permission-rule');",
      ),
      change(
        `${HANDLERS}permission-rules.ts`,
        "refuseIfLocked(permissionLock(caller, target), 'permission-rule');",
        "if (permissionLock(caller, target) !== 'self') refuseIfLocked(permissionLock(caller, target), 'permission-rule');",
      ),
    ],
    noticed: ['own-permissions'],
  },
  {
    without: 'storage headers set only by the gateway',
    changes: [
      change(
        `${HANDLERS}read-storage.ts`,
        'storageHeaders(taxId, config),',
        '{ ...storageHeaders(taxId, config), ...(typeof req.headers["clave"] === "string" && { clave: req.headers["clave"] }) },',
      ),
    ],
    noticed: ['storage-headers'],
  },
  {
    without: 'trusting proxies only by address',
    changes: [change(`${BFF}app.ts`, 'config.TRUST_PROXY.length > 0 ? config.TRUST_PROXY : false', 'true')],
    noticed: ['forwarded'],
  },
  {
    without: 'uniform login refusals',
    changes: [
      change(
        `${HANDLERS}login.ts`,
        "new Failure('wrong-credentials', { ...error.details, log })",
        "new Failure('wrong-credentials', { ...error.details, log, detail: `${credentials.sucursal}/${credentials.username}` })",
      ),
    ],
    noticed: ['failed-logins-alike'],
  },
  {
    without: 'login throttling',
    changes: [change(`${BFF}throttle/login-throttle.ts`, 'if (full) throw', 'if (full && own.length > 9) throw')],
    noticed: ['throttle'],
    ask: { throttle: true },
  },
];
