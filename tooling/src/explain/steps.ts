import { type apiSteps, type outerSteps } from '../../../apps/bff/src/app.ts';
import { COLUMNS } from '../../../apps/bff/src/manifest/columns.ts';
import { type OperationManifest } from '../../../apps/bff/src/manifest/manifest.ts';

export type StepName = keyof ReturnType<typeof apiSteps> | keyof ReturnType<typeof outerSteps>;

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
  return WITHOUT_SESSION.includes(who) ? 'looked up where there is a cookie' : 'needed, else 401';
}

/** What each step does with a request. A step of the chain without an entry does not compile. */
export const STEPS: Readonly<Record<StepName, (operation: OperationManifest) => string>> = {
  'request-id': () => 'a new id, in the answer and in the log; a client’s own is not taken',
  'access-log': () => 'one line when it is over: no query, header, body or cookie',
  'security-headers': () => 'CSP and the other headers of every answer',
  'refuse-odd-heads': () => 'heads that two programs could read differently: 400, 417',
  'refuse-odd-targets': () => 'addresses that two programs could read differently: 400, 414',
  'no-store': () => 'Cache-Control: no-store',
  lookup: ({ method, path }) => `the row of ${method} ${path}; none is 404, another method 405`,
  'limit-size': ({ limits }) => `a body announced above ${limits.request} bytes is 413`,
  'refuse-credentials': () => 'credentials in the query: 400',
  deadline: () => 'the time all upstream calls have together, then 504',
  'cookie-parser': () => 'cookies, by name',
  'limit-address': () => 'too many requests without a session from one address: 429',
  session,
  origin: (operation) => `${column('origin', operation)}, else 403`,
  csrf: ({ csrf }) =>
    ({
      never: 'not asked for: this method changes nothing',
      always: 'X-XSRF-TOKEN of this session, else 403',
      'only-with-session': 'X-XSRF-TOKEN where there is a session, else 403',
    })[csrf],
  'limit-rate': ({ rate }) => (rate === 'own' ? 'a count of its own per session: 429' : 'the session’s count: 429'),
  'limit-parallel': () => 'waits for a turn among the session’s requests under way, or 429',
  access: (operation) => {
    const alive = operation.keepsAlive ? 'keeps the session alive' : 'does not keep the session alive';
    return `${column('who may', operation)}, else 403; ${alive}`;
  },
  contract,
  office: ({ office }) =>
    office === null ? 'names no office' : `another office in ${office} takes charge S, else 403`,
  answer: (operation) =>
    `${column('goes', operation)}; at most ${operation.limits.answer ?? 'any number of'} bytes back`,
};
