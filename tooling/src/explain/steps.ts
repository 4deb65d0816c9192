import { COLUMNS, type OperationManifest } from '../../../apps/bff/tools/manifest.ts';
import { type StepName } from './chain.ts';

const WITHOUT_SESSION = ['everyone', 'public'];

const column = (name: string, operation: OperationManifest): string => COLUMNS[name]?.(operation, '') ?? '';

function contract({ request }: OperationManifest): string {
  const parts = (['params', 'query', 'body'] as const).map((part) => {
    const schema: { properties?: object } | null = request[part];
    return `${part} ${schema ? `{${Object.keys(schema.properties ?? {}).join(', ')}}` : 'none'}`;
  });
  return `${parts.join(', ')}; anything else is 400, a body that is not JSON 415`;
}

function session({ access: { who } }: OperationManifest): string {
  if (who === 'everyone') return 'not looked up';
  return WITHOUT_SESSION.includes(who) ? 'looked up if there is a cookie' : 'required, else 401';
}

/** What each step does with a request. A step of the chain without an entry does not compile. */
export const STEPS: Readonly<Record<StepName, (operation: OperationManifest) => string>> = {
  'request-id': () => 'a new id, in the response and in the log; a client’s own is ignored',
  'access-log': () => 'one line at the end, without query, headers, body and cookies',
  'security-headers': () => 'CSP and the other security headers',
  'refuse-odd-heads': () => 'heads that two programs could read differently: 400, 417',
  'refuse-odd-targets': () => 'addresses that two programs could read differently: 400, 414',
  'no-store': () => 'Cache-Control: no-store',
  lookup: ({ method, path }) => `the row of ${method} ${path}; without a row 404, for another method 405`,
  'limit-size': ({ limits }) => `a body announced above ${limits.request} bytes is 413`,
  'refuse-credentials': () => 'credentials in the query: 400',
  deadline: () => 'a time limit for all upstream calls together, then 504',
  'cookie-parser': () => 'cookies, by name',
  'limit-address': () => 'too many requests without a session from one address: 429',
  session,
  origin: (operation) => `${column('origin', operation)}, else 403`,
  csrf: ({ csrf }) =>
    ({
      never: 'not required: this method changes nothing',
      always: 'X-XSRF-TOKEN of this session, else 403',
      'only-with-session': 'X-XSRF-TOKEN if there is a session, else 403',
    })[csrf],
  'limit-rate': ({ rate }) => (rate === 'own' ? 'its own limit per session: 429' : 'the session’s limit: 429'),
  'limit-parallel': () => 'waits while the session has too many pending requests, or 429',
  access: (operation) => {
    const alive = operation.keepsAlive ? 'keeps the session alive' : 'does not keep the session alive';
    return `${column('callers', operation)}, else 403; ${alive}`;
  },
  contract,
  office: ({ office }) =>
    office === null ? 'names no office' : `another office in ${office} requires charge S, else 403`,
  proof: (operation) => `${column('proof', operation)}: the age of the last proof of who somebody is, else 403`,
  answer: (operation) =>
    `${column('upstream', operation)}; at most ${operation.limits.answer ?? 'any number of'} bytes back`,
};
