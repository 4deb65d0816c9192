import { type Answer, type Question } from '../client.ts';
import { type Check, type Findings } from '../check.ts';
import { Visitor } from '../visitor.ts';

const LOGIN = '/api/auth/login';
const FOREIGN = 'https://atacante.example';
const KB = 1024;

/** An invented account: if a defence is missing, the only effect is one failed login. */
const nobody = (): string => `auditoria-${Math.random().toString(36).slice(2, 10)}`;

const ACCESS_CONTROL = [
  'access-control-allow-origin',
  'access-control-allow-credentials',
  'access-control-allow-methods',
];

function noCors(findings: Findings, answer: Answer, what: string): void {
  for (const name of ACCESS_CONTROL) findings.expect(answer.headers[name] === undefined, `${what} got ${name}`);
}

/** Headers of writes from another site; '' omits a header that the visitor would send. */
const FOREIGN_CHANGES: [string, Question['headers']][] = [
  ['Sec-Fetch-Site: cross-site', { 'sec-fetch-site': 'cross-site' }],
  ['Sec-Fetch-Site: same-site', { 'sec-fetch-site': 'same-site' }],
  ['Sec-Fetch-Site: none', { 'sec-fetch-site': 'none' }],
  ['a foreign Origin', { 'sec-fetch-site': '', origin: FOREIGN }],
  ['a foreign Origin with Sec-Fetch-Site: same-origin', { 'sec-fetch-site': 'same-origin', origin: FOREIGN }],
  ['Origin: null', { 'sec-fetch-site': '', origin: 'null' }],
  ['neither Origin nor Referer', { 'sec-fetch-site': '', origin: '' }],
  ['a foreign Referer', { 'sec-fetch-site': '', origin: '', referer: `${FOREIGN}/página`.replace('á', 'a') }],
  [
    'a foreign Origin that the forwarded host agrees with',
    { 'sec-fetch-site': '', origin: FOREIGN, 'x-forwarded-host': 'atacante.example', 'x-forwarded-proto': 'https' },
  ],
];

export const requestChecks: readonly Check[] = [
  {
    id: 'other-sites',
    row: 'G15',
    title: 'writes from other sites are refused',
    async run({ client }, findings) {
      const visitor = await Visitor.arrive(client);
      const control = await visitor.post(LOGIN, {}, { 'sec-fetch-site': '' });
      findings.expect(control.status === 400, `our own Origin, the control: ${control.status} instead of 400`);
      const both = await visitor.post(LOGIN, {}, { 'sec-fetch-site': 'same-origin' });
      findings.expect(both.status === 400, `our own Origin and Sec-Fetch-Site: ${both.status} instead of 400`);
      for (const [what, headers] of FOREIGN_CHANGES)
        findings.expectRefusal(await visitor.post(LOGIN, {}, headers), [403], 'wrong-origin', what);
      const read = await visitor.get('/api/auth/session', { 'sec-fetch-site': 'cross-site' });
      findings.expectRefusal(read, [403], 'wrong-origin', 'a read by another site');
    },
  },
  {
    id: 'cors',
    row: 'G17',
    title: 'preflights and reads from another origin get no CORS headers',
    async run({ client }, findings) {
      const preflight = {
        origin: FOREIGN,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'x-xsrf-token',
      };
      for (const path of [LOGIN, '/api/clients', '/']) {
        const answer = await client.ask(path, { method: 'OPTIONS', headers: preflight });
        findings.expect(answer.status >= 400, `a preflight to ${path} was answered ${answer.status}`);
        noCors(findings, answer, `a preflight to ${path}`);
        noCors(findings, await client.ask(path, { headers: { origin: FOREIGN } }), `a foreign read of ${path}`);
      }
    },
  },
  {
    id: 'json-only',
    row: 'G16',
    title: 'only JSON of a bounded size with the fields of the contract is accepted',
    async run({ client }, findings) {
      const visitor = await Visitor.arrive(client);
      const post = (body: string, type = 'application/json') => visitor.post(LOGIN, body, { 'content-type': type });
      for (const type of [
        'text/plain',
        'application/x-www-form-urlencoded',
        'multipart/form-data; boundary=x',
        'text/json',
      ])
        findings.expectRefusal(await post('{}', type), [415], 'wrong-type', type);
      findings.expectRefusal(await post('{"a":'), [400], 'invalid-request', 'an incomplete document');
      const large = await post(JSON.stringify({ password: 'x'.repeat(17 * KB) }));
      findings.expect(large.status === 413, `17 KB: ${large.status} instead of 413`, large);
      const filled = { sucursal: nobody(), username: nobody(), password: nobody() };
      const more = await post(JSON.stringify({ ...filled, admin: true }));
      findings.expectRefusal(more, [400], 'invalid-request', 'an unknown field');
      const prototype = await post(JSON.stringify(filled).replace('{', '{"__proto__":{"a":1},'));
      findings.expectRefusal(prototype, [400], 'invalid-request', 'a prototype key');
    },
  },
  {
    id: 'query-strict',
    row: 'G16',
    title: 'unknown and repeated parameters are refused',
    async run({ client }, findings) {
      const control = await client.ask('/api/config');
      findings.expect(control.status === 200, `the control: ${control.status} instead of 200`);
      for (const query of ['x=1', 'x=1&x=2', '__proto__=1', 'x[]=1'])
        findings.expectRefusal(await client.ask(`/api/config?${query}`), [400], 'invalid-request', `?${query}`);
    },
  },
  {
    id: 'credentials-in-query',
    row: 'G18',
    title: 'credentials in a URL are refused',
    async run({ client }, findings) {
      const visitor = await Visitor.arrive(client);
      for (const query of ['token=x', 'access_token=x', 'password=x', 'user=x&password=x'])
        for (const path of ['/api/auth/session', LOGIN]) {
          const address = `${path}?${query}`;
          const answer = path === LOGIN ? await visitor.post(address, {}) : await visitor.get(address);
          findings.expect(answer.status === 400, `${address}: ${answer.status} instead of 400`);
        }
    },
  },
  {
    id: 'listed-only',
    row: 'G21',
    title: 'paths and methods outside the table return 404 and 405, also in another case or with an extra slash',
    async run({ client }, findings) {
      for (const path of [
        '/api',
        '/api/',
        '/api/nada',
        '/api/config/',
        '/api/Config',
        '/api/config/x',
        '/api/clients/a/b',
      ])
        findings.expectRefusal(await client.ask(path), [404], 'not-found', `GET ${path}`);
      const shouted = await client.ask('/API/config');
      findings.expect(shouted.status === 404, `GET /API/config: ${shouted.status} instead of 404`);
      for (const method of ['PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND', 'TRACE']) {
        const answer = await client.ask('/api/config', { method });
        findings.expect(answer.status === 405, `${method} /api/config: ${answer.status} instead of 405`, answer);
      }
    },
  },
];
