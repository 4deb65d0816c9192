import { type Answer, type Client } from '../client.ts';
import { type Check, type Findings, NotCheckable } from '../check.ts';
import { ambiguousLengths } from './ambiguous-lengths.ts';

/** An unknown token with the length of a real one: 160 random bits are never this text. */
const TOKEN = 'despacho-audit-despacho-aud';
const POSITION = `id=${TOKEN}&lat=-12.06&lon=-77.05`;

const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?$/;

/** The head of a raw request, without the empty line at its end. */
const headOf = (client: Client, method: string): string =>
  `${method} ${client.basePath}/?${POSITION} HTTP/1.1\r\nHost: ${client.host}\r\n`;

function expectStatus(findings: Findings, { status }: Answer, expected: readonly number[], what: string): void {
  findings.expect(expected.includes(status), `${what}: ${status} instead of ${expected.join('/')}`);
}

/**
 * Checks of the listener for Traccar Client. They send only unknown tokens, fewer than the limit of an address.
 * @param slowMs how long a slow connection is watched.
 */
export const trackerChecks = (slowMs: number): readonly Check[] => [
  {
    id: 'tracker-tls',
    row: 'G39',
    title: 'the tracker’s address has a valid certificate, because the token is in its query',
    async run({ client }, findings) {
      if (client.secure) {
        const fault = await client.certificateFault();
        findings.expect(fault === undefined, `the certificate is not trusted: ${fault}`);
      } else if (LOOPBACK.test(client.host)) throw new NotCheckable('this address is plain http on this machine');
      else findings.faults.push('plain http: anybody on the way reads the token');
    },
  },
  {
    id: 'tracker-token',
    row: 'G41',
    title: 'only known tokens are accepted, in all three forms, and nothing else answers there',
    async run({ client }, findings) {
      const coords = { latitude: -12.06, longitude: -77.05 };
      const json = JSON.stringify({ location: { coords }, device_id: TOKEN });
      const form = { 'content-type': 'application/x-www-form-urlencoded' };
      const sent: [string, Answer][] = [
        ['an unknown token', await client.ask(`/?${POSITION}`)],
        ['an unknown token in a form', await client.ask('/', { method: 'POST', headers: form, body: POSITION })],
        [
          'an unknown token in JSON',
          await client.ask('/', { method: 'POST', headers: { 'content-type': 'application/json' }, body: json }),
        ],
        ['no token', await client.ask('/?lat=-12.06&lon=-77.05')],
        ['the health of the service', await client.ask('/health')],
        ['an operation', await client.ask('/operations/orders')],
      ];
      for (const [what, answer] of sent) expectStatus(findings, answer, [404], what);
    },
  },
  {
    id: 'tracker-requests',
    row: 'G16',
    title: 'the tracker refuses other methods, malformed positions, large bodies and large headers',
    async run({ client }, findings) {
      for (const method of ['PUT', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE'])
        expectStatus(findings, await client.ask(`/?${POSITION}`, { method }), [405], method);
      // For a known device the answer is 200, because an app repeats refused requests.
      expectStatus(findings, await client.ask(`/?id=${TOKEN}&lat=x&lon=1`), [404], 'a latitude that is no number');
      const body = 'x'.repeat(65 * 1024);
      expectStatus(findings, await client.ask('/', { method: 'POST', body }), [413], 'a body of 65 KB');
      const headers = { 'x-long': 'x'.repeat(40_000) };
      expectStatus(findings, await client.ask('/', { headers }), [400, 431], 'a header of 40 KB');
    },
  },
  {
    id: 'tracker-answers',
    row: 'G31',
    title: 'the tracker’s answers have no body, set no cookie and are not stored',
    async run({ client }, findings) {
      const { headers, setCookies, text, status } = await client.ask(`/?${POSITION}`);
      findings.expect(text === '', `it has a body: ${text.slice(0, 40)}`);
      findings.expect(setCookies.length === 0, 'it sets a cookie');
      findings.expect(
        headers['cache-control'] === 'no-store',
        `Cache-Control is ${headers['cache-control'] ?? 'absent'}`,
      );
      findings.expect(
        headers['access-control-allow-origin'] === undefined,
        `a page of another site can read ${status}`,
      );
    },
  },
  {
    id: 'tracker-smuggling',
    row: 'G28',
    title: 'the tracker refuses a request with an ambiguous length, and never answers one hidden in it',
    async run({ client }, findings) {
      const requests = ambiguousLengths(headOf(client, 'POST'), `${headOf(client, 'GET')}\r\n`);
      for (const [what, bytes] of requests) {
        const { statuses, closed } = await client.raw(bytes);
        const [first] = statuses;
        findings.expect(
          first === undefined ? closed : [400, 501].includes(first),
          `${what}: ${first ?? 'no answer, and the connection stays open'}`,
        );
        findings.expect(statuses.length <= 1, `${what}: the hidden request was answered`);
      }
    },
  },
  {
    id: 'tracker-throttle',
    row: 'G40',
    title: 'an address with unknown tokens must wait',
    needs: 'throttle',
    async run({ client }, findings) {
      let answer = await client.ask(`/?${POSITION}`);
      // Twice the limit: a minute may begin in between.
      for (let sent = 1; sent < 60 && answer.status === 404; sent += 1) answer = await client.ask(`/?${POSITION}`);
      findings.expect(answer.status === 429, `the 60th was answered ${answer.status}`);
      findings.expect(Number(answer.headers['retry-after']) > 0, 'Retry-After is absent');
    },
  },
  {
    id: 'tracker-slow',
    row: 'G36',
    title: 'the tracker cuts off unfinished headers and bodies',
    needs: 'slow',
    async run({ client }, findings) {
      const unfinished = [
        ['headers', `${headOf(client, 'GET')}X-A: b`],
        ['a body', `${headOf(client, 'POST')}Content-Length: 100\r\n\r\nlat=`],
      ] as const;
      for (const [what, bytes] of unfinished) {
        const { closed } = await client.raw(bytes, slowMs);
        findings.expect(closed, `a connection with unfinished ${what} was still open after ${slowMs / 1000} s`);
      }
    },
  },
];
