import { HTTP, POLICY, change, type Weakened } from './weakened.ts';

/** Request checks that run before an upstream is called. */
export const requestDefences: readonly Weakened[] = [
  {
    without: 'the origin check',
    changes: [change(`${POLICY}origin.ts`, 'if (note !== undefined) throw', 'if (note === "nothing") throw')],
    noticed: ['other-sites'],
  },
  {
    without: 'the origins of PUBLIC_ORIGIN: the forwarded host is accepted',
    changes: [
      change(
        `${POLICY}origin.ts`,
        'return stated !== undefined && own.includes(stated)',
        "return stated !== undefined && (own.includes(stated) || stated.endsWith(`//${req.get('x-forwarded-host') ?? '-'}`))",
      ),
    ],
    noticed: ['other-sites'],
  },
  {
    without: 'refusing reads from other sites',
    changes: [change(`${POLICY}origin.ts`, "? undefined : 'cross-site read'", '? undefined : undefined')],
    noticed: ['other-sites'],
  },
  {
    without: 'the same-origin rule: CORS for everyone',
    changes: [
      change(
        `${HTTP}security-headers.ts`,
        "return [...made, ['permissions-policy', PERMISSIONS_POLICY]];",
        "return [...made, ['permissions-policy', PERMISSIONS_POLICY], ['access-control-allow-origin', '*']];",
      ),
    ],
    noticed: ['cors'],
  },
  {
    without: 'the JSON-only rule',
    changes: [
      change(
        `${POLICY}contract.ts`,
        "if (operation.body && !isJson(req)) throw new Failure('wrong-type');",
        'isJson(req);',
      ),
    ],
    noticed: ['json-only'],
  },
  {
    without: 'a body size limit',
    changes: [change('packages/contracts/src/policy.ts', 'SMALL_BODY = 16 * KB', 'SMALL_BODY = 16 * KB * KB')],
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
    without: 'query contracts',
    changes: [
      change(`${POLICY}contract.ts`, 'const query = queryValues(req);', 'const query = req ? {} : queryValues(req);'),
    ],
    noticed: ['query-strict'],
  },
  {
    without: 'both checks for credentials in a URL',
    changes: [
      change(`${POLICY}contract.ts`, 'const query = queryValues(req);', 'const query = req ? {} : queryValues(req);'),
      change(
        `${POLICY}refuse-credentials.ts`,
        'if (namesCredential(req.originalUrl)) throw',
        'if (namesCredential("")) throw',
      ),
    ],
    noticed: ['credentials-in-query'],
  },
  {
    without: 'case-sensitive paths',
    changes: [
      change(
        `${POLICY}match.ts`,
        "const segments = path.split('/');",
        "const segments = path.toLowerCase().split('/');",
      ),
    ],
    noticed: ['listed-only'],
  },
  {
    without: 'paths of whole segments',
    changes: [
      change(
        `${POLICY}match.ts`,
        "const segments = path.split('/');",
        "const segments = path.replace(/\\/$/, '').split('/');",
      ),
    ],
    noticed: ['listed-only'],
  },
  {
    without: 'rows by method',
    changes: [
      change(
        `${POLICY}match.ts`,
        'const row = rows?.get(method);',
        'const row = rows?.get(method) ?? rows?.values().next().value;',
      ),
    ],
    noticed: ['listed-only'],
  },
];
