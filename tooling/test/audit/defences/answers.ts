import { BFF, HTTP, change, type Weakened } from './weakened.ts';

/** What responses must contain and must not contain. */
export const answerDefences: readonly Weakened[] = [
  {
    without: 'the security headers',
    changes: [
      change(
        `${HTTP}security-headers.ts`,
        'for (const [name, value] of headers)',
        'for (const [name, value] of headers.slice(0, 0))',
      ),
    ],
    noticed: ['security-headers'],
  },
  {
    without: 'a CSP against inline scripts',
    changes: [change(`${HTTP}security-headers.ts`, 'scriptSrc: SELF', `scriptSrc: ["'self'", "'unsafe-inline'"]`)],
    noticed: ['security-headers'],
  },
  {
    without: 'a CSP against framing',
    changes: [change(`${HTTP}security-headers.ts`, '        frameAncestors: NONE,\n', '')],
    noticed: ['security-headers'],
  },
  {
    without: 'security headers on errors',
    changes: [
      change(
        `${HTTP}problems.ts`,
        "  res.setHeader('Cache-Control', 'no-store');\n",
        "  for (const name of ['content-security-policy', 'x-content-type-options']) res.removeHeader(name);\n  res.setHeader('Cache-Control', 'no-store');\n",
      ),
    ],
    noticed: ['security-headers'],
  },
  {
    without: 'security headers on files that are not hashed',
    changes: [change(`${HTTP}pages.ts`, 'isAsset(req.path) ? withoutEffect : []', 'withoutEffect')],
    noticed: ['security-headers'],
  },
  {
    without: 'a permissions policy',
    changes: [
      change(
        `${HTTP}security-headers.ts`,
        "[...made, ['permissions-policy', PERMISSIONS_POLICY]]",
        '[...made, ["x-policy", PERMISSIONS_POLICY]]',
      ),
    ],
    noticed: ['security-headers'],
  },
  {
    without: 'HSTS',
    changes: [
      change(`${HTTP}security-headers.ts`, 'strictTransportSecurity: secure &&', 'strictTransportSecurity: !secure &&'),
    ],
    noticed: ['hsts'],
    tls: 'good',
  },
  {
    without: 'no-store',
    changes: [change(`${HTTP}no-store.ts`, "'no-store'", "'private, max-age=60'")],
    noticed: ['caching'],
  },
  {
    without: 'revalidation of the page',
    changes: [
      change(
        `${HTTP}pages.ts`,
        "res.setHeader('Cache-Control', caching);\n  res.setHeader('ETag'",
        "res.setHeader('Cache-Control', 'max-age=3600');\n  res.setHeader('ETag'",
      ),
    ],
    noticed: ['caching'],
  },
  {
    without: 'errors without internals',
    changes: [
      change(
        `${HTTP}problems.ts`,
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
        `${HTTP}problems.ts`,
        '    requestId: req.requestId,\n    ...(detail',
        '    requestId: "",\n    ...(detail',
      ),
    ],
    noticed: ['problems'],
  },
  {
    without: 'a 401 instead of a redirect',
    changes: [
      change(
        `${HTTP}problems.ts`,
        'else send(req, res, failure);',
        "else if (failure.kind === 'no-session' && req.accepts('html') && req.get('sec-fetch-mode') === 'navigate') res.redirect('/login');\n    else send(req, res, failure);",
      ),
    ],
    noticed: ['no-redirect'],
  },
  {
    without: 'the filter for fields named like a secret',
    changes: [
      change(`${BFF}upstream/secret-names.ts`, 'return ANYWHERE.test', 'return words.length > 99 && ANYWHERE.test'),
      change(`${BFF}upstream/secret-names.ts`, ' || AS_WORDS.test', ' && AS_WORDS.test'),
    ],
    noticed: ['secrets-in-answers'],
  },
];
