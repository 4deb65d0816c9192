import { type Client, type RawAnswer } from '../client.ts';
import { type Check, type Findings, isProxied, NotCheckable } from '../check.ts';
import { ambiguousLengths } from './ambiguous-lengths.ts';

const host = ({ host }: Client): string => `Host: ${host}\r\n`;

/** Targets that two parsers could resolve to different paths. */
const ODD_TARGETS = [
  '/api/clients/..%2f..%2fusers',
  '/api/clients/%2e%2e',
  '/api/clients/a%5cb',
  '/api/clients/a\\b',
  '/api/clients/a%00',
  '/api/clients/a%0d%0aX-A:1',
  '/api/clients/%252e%252e',
  '/api/clients/%ff',
  '/assets/..%2f..%2fpackage.json',
];

function refused(findings: Findings, answer: RawAnswer, what: string, most = 1): void {
  const first = answer.statuses[0];
  const refusal = first === undefined ? answer.closed : first >= 400 && first < 500;
  findings.expect(refusal, `${what}: ${first ?? 'no answer, and the connection stays open'}`, answer);
  findings.expect(answer.statuses.length <= most, `${what}: ${answer.statuses.length} answers`);
}

function smuggled(client: Client): [what: string, bytes: string][] {
  const hidden = `GET ${client.basePath}/api/config HTTP/1.1\r\n${host(client)}\r\n`;
  const post = `POST ${client.basePath}/api/auth/login HTTP/1.1\r\n${host(client)}Content-Type: application/json\r\n`;
  const chunked = `0\r\n\r\n${hidden}`;
  const bareLineFeed = `${post}X-A: b\nTransfer-Encoding: chunked\r\n\r\n${chunked}`;
  return [
    ...ambiguousLengths(post, hidden),
    ['an unknown Transfer-Encoding', `${post}Transfer-Encoding: xchunked\r\n\r\n${chunked}`],
    ['a bare LF in the head', bareLineFeed],
    ['a negative Content-Length', `${post}Content-Length: -1\r\n\r\n${hidden}`],
    ['a chunk size that is no number', `${post}Transfer-Encoding: chunked\r\n\r\nzz\r\n\r\n${hidden}`],
  ];
}

export const wireChecks: readonly Check[] = [
  {
    id: 'odd-targets',
    row: 'G22',
    title: 'ambiguous request targets are refused before routing',
    async run({ client }, findings) {
      for (const target of [...ODD_TARGETS, '//evil.example/api/config', '/api//config']) {
        const request = `GET ${client.basePath}${target} HTTP/1.1\r\n${host(client)}Connection: close\r\n\r\n`;
        const answer = await client.raw(request);
        const [status = 'no answer'] = answer.statuses;
        findings.expect(status === 400, `${target}: ${status} instead of 400`, answer);
      }
      const whole = `GET http://evil.example${client.basePath}/api/config HTTP/1.1\r\n${host(client)}Connection: close\r\n\r\n`;
      const answer = await client.raw(whole);
      const ours = /^x-request-id:/im.test(answer.text);
      findings.expect(ours, `an absolute URL: ${answer.statuses[0] ?? 'no answer'}`, answer);
    },
  },
  {
    id: 'smuggling',
    row: 'G28',
    title: 'a request with an ambiguous length is refused, and a request hidden in it is never answered',
    async run({ client }, findings) {
      const proxied = await isProxied(client);
      for (const [what, bytes] of smuggled(client)) {
        const answer = await client.raw(bytes);
        // RFC 9112 recommends 501 for an unknown transfer coding; a proxy in front may send it.
        const first = answer.statuses[0];
        findings.expect(
          first === undefined ? answer.closed : (first >= 400 && first < 500) || first === 501,
          `${what}: ${first ?? 'no answer'}`,
          answer,
        );
        if (!answer.statuses.includes(200)) continue;
        // A proxy may correct the framing (RFC 9112, 2.2 and 6.1); the gateway then receives two ordinary requests.
        if (proxied) findings.answeredByProxy.push(`${what}: read as two requests`);
        else findings.faults.push(`${what}: the hidden request was answered`);
      }
    },
  },
  {
    id: 'pipelining',
    row: 'G28',
    title: 'two requests in one packet get two responses, in order',
    async run({ client }, findings) {
      const get = (path: string, more = '') => `GET ${client.basePath}${path} HTTP/1.1\r\n${host(client)}${more}\r\n`;
      const { statuses, text } = await client.raw(get('/api/config') + get('/api/nada', 'Connection: close\r\n'));
      findings.expect(statuses.join() === '200,404', `answered ${statuses.join()} instead of 200,404`);
      const bodies = text.indexOf('"provider"') < text.indexOf('urn:despacho:problem:not-found');
      findings.expect(bodies, 'the answers came in the wrong order');
    },
  },
  {
    id: 'odd-methods',
    row: 'G21',
    title: 'TRACE and CONNECT are refused',
    async run({ client }, findings) {
      const trace = `TRACE ${client.basePath}/api/config HTTP/1.1\r\n${host(client)}X-Secret: geheim\r\nConnection: close\r\n\r\n`;
      const traced = await client.raw(trace);
      refused(findings, traced, 'TRACE');
      findings.expect(!traced.text.includes('geheim'), 'TRACE echoed its request');
      refused(findings, await client.raw(`CONNECT evil.example:443 HTTP/1.1\r\n${host(client)}\r\n`), 'CONNECT');
    },
  },
  {
    id: 'keep-alive',
    row: 'G36',
    title: 'a connection can be used again after a pause',
    async run({ client }, findings) {
      const get = `GET ${client.basePath}/api/config HTTP/1.1\r\n${host(client)}\r\n`;
      const socket = await client.connect();
      let statuses = 0;
      socket.setEncoding('latin1').on('data', (text: string) => {
        statuses += [...text.matchAll(/^HTTP\/1\.1 200/gm)].length;
      });
      const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
      socket.write(get);
      // Below the five seconds for which Apache keeps a connection.
      await wait(4000);
      socket.write(get);
      await wait(1000);
      socket.destroy();
      findings.expect(statuses === 2, `${statuses} of two requests on one connection were answered`);
    },
  },
  {
    id: 'slow-headers',
    row: 'G36',
    title: 'a request with unfinished headers is cut off',
    needs: 'slow',
    async run({ client }, findings) {
      const answer = await client.raw(`GET /api/config HTTP/1.1\r\n${host(client)}X-A: b`, SLOW_MS);
      findings.expect(answer.closed, `the connection was still open after ${SLOW_MS / 1000} s`);
    },
  },
  {
    id: 'admin-port',
    row: 'G34',
    title: 'live, ready, metrics and the list of operations are not on the public port',
    async run({ client }, findings) {
      for (const path of ['/live', '/ready', '/metrics', '/operations', '/operations.json', '/health'])
        for (const agent of ['despacho-audit', 'kube-probe/1.32', 'GoogleHC/1.0']) {
          const { status, text } = await client.ask(path, { headers: { 'user-agent': agent, accept: '*/*' } });
          findings.expect(status === 404, `${path} for ${agent}: ${status} instead of 404`);
          findings.expect(!text.includes('gateway_requests'), `${path} shows metrics`);
        }
    },
  },
  {
    id: 'certificate',
    row: 'G39',
    title: 'the TLS certificate is valid for its host name',
    async run({ client }, findings) {
      if (!client.secure) throw new NotCheckable('this address is plain http');
      const fault = await client.certificateFault();
      findings.expect(fault === undefined, `the certificate is not trusted: ${fault}`);
    },
  },
];

/** Above the gateway's header timeout, and above the 60 seconds that proxies commonly allow. */
export const SLOW_MS = 75_000;
