import { BFF, change, type Weakened } from './weakened.ts';

/** Each place that checks the csrf token. */
export const csrfDefences: readonly Weakened[] = [
  {
    without: 'the csrf token',
    changes: [
      change(
        `${BFF}session/csrf.ts`,
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
        `${BFF}session/csrf.ts`,
        'if (error === undefined) next();',
        "if (error === undefined || policy.access === 'public') next();",
      ),
    ],
    noticed: ['csrf-login', 'csrf-bound'],
  },
  {
    without: 'accepting the token only in its header',
    changes: [
      change(
        `${BFF}session/csrf.ts`,
        "req.get('x-xsrf-token') ?? ''",
        "req.get('x-xsrf-token') ?? req.get('csrf-token') ?? ''",
      ),
    ],
    noticed: ['csrf-bound'],
  },
  {
    without: 'a token bound to the session: any matching pair is accepted',
    changes: [
      change(
        `${BFF}session/csrf.ts`,
        'if (error === undefined) next();',
        "if (error === undefined || req.get('x-xsrf-token') === (req.cookies as Record<string, string>)['XSRF-TOKEN']) next();",
      ),
    ],
    noticed: ['csrf-bound'],
  },
  {
    without: 'the token for methods other than POST',
    changes: [
      change(
        `${BFF}session/csrf.ts`,
        "ignoreMethods: ['GET', 'HEAD', 'OPTIONS']",
        "ignoreMethods: ['GET', 'HEAD', 'OPTIONS', 'DELETE']",
      ),
    ],
    noticed: ['csrf-unsafe'],
  },
];
