import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { connect, type ClientHttp2Session } from 'node:http2';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect as connectTls } from 'node:tls';
import { makeAuthority } from '../../apps/bff/test/support/certificates.ts';
import { audit } from '../src/audit/audit.ts';
import { kindOf } from '../src/audit/check.ts';
import { createClient } from '../src/audit/client.ts';
import { resultLines, summaryLine } from '../src/audit/report.ts';
import { Visitor } from '../src/audit/visitor.ts';
import { endWithAllProcesses } from '../src/machine/own-processes.ts';
import { ROOT } from '../src/root.ts';
import { backendEnvironment, gatewayEnvironment, makeSecrets } from '../src/stack/environment.ts';
import { freePort } from '../src/stack/ports.ts';
import { launch, SHORT_LIVED } from '../src/stack/service.ts';
import { PROXIES, type ProxyKind, type RunningProxy, startProxy } from '../test/audit/proxies.ts';

/*
 * Runs one gateway behind every proxy of docker/: the audit, an import and a body that is too large, a ZIP, the event
 * stream, 300 requests after pauses, and a restart. `proxies.ts apache caddy` runs some of them, `--quick` leaves out
 * the pauses. Fails with the first difference from the promise of a sample.
 */

/** In seconds: around the times for which proxies (60 s) and the gateway (95 s) keep an idle connection. */
const PAUSES = [0.2, 1, 2, 4, 5, 6, 10, 30, 59.9, 60.1, 94.9, 95.1];
/** Requests after each of them. */
const BURST = 25;
const OFFICE = 'officeId=LIMA';
const PASSWORD = 'despacho';
const MEGABYTE = 1024 ** 2;
/** A search, whose text must not be in a log. Caddy 2.6 logs no request whose Host has a port. */
const CANARY = 'canary-search';
const SEARCH = `/dashboard?buscar=${CANARY}`;
const OPENED = { host: 'localhost', accept: 'text/html', referer: `https://localhost/clients?${CANARY}` };

const names = process.argv.slice(2);
const isQuick = names.includes('--quick');
const kinds = PROXIES.filter((kind) => names.every((name) => name.startsWith('--')) || names.includes(kind));

const folder = mkdtempSync(join(tmpdir(), 'despacho-proxies-'));
endWithAllProcesses({ mark: folder, stop: () => undefined, signalCode: 1 });
const authority = makeAuthority('Despacho test authority');
const ca = readFileSync(authority.file, 'utf8');
const secrets = makeSecrets();
const [backendPort, port, adminPort] = [await freePort(), await freePort(), await freePort()];
const upstream = `http://127.0.0.1:${backendPort}`;
const httpsPorts = new Map<ProxyKind, number>();
for (const kind of kinds) httpsPorts.set(kind, await freePort());
const originOf = (kind: ProxyKind): string => `https://localhost:${httpsPorts.get(kind) ?? 0}`;

const backend = launch({
  name: 'backend',
  entry: `${ROOT}apps/backend/dist/main.js`,
  nodeOptions: SHORT_LIVED,
  env: { ...process.env, ...backendEnvironment(backendPort, `${folder}/data`, secrets), DEMO_ORDERS: '300' },
  readyUrl: `${upstream}/health`,
});
const startGateway = () =>
  launch({
    name: 'gateway',
    entry: `${ROOT}apps/bff/dist/main.js`,
    env: {
      ...process.env,
      ...gatewayEnvironment({ port, adminPort, upstream }, secrets),
      PUBLIC_ORIGIN: kinds.map(originOf).join(),
      TRUST_PROXY: '127.0.0.1',
      REQUESTS_PER_MINUTE: '0',
      ADDRESS_REQUESTS_PER_MINUTE: '0',
    },
    readyUrl: `http://127.0.0.1:${port}/api/config`,
  });

function report(kind: ProxyKind, what: string, outcome: string, isGood: boolean): void {
  console.log(`${kind}: ${what}: ${outcome}${isGood ? '' : '  ← not as it must be'}`);
  if (!isGood) process.exitCode = 1;
}

async function signedIn(kind: ProxyKind): Promise<Visitor> {
  const visitor = await Visitor.arrive(createClient(new URL(originOf(kind)), ca));
  const { status } = await visitor.signIn({ sucursal: 'LIMA', username: 'ana.torres', password: PASSWORD });
  if (status !== 200) throw new Error(`${kind}: the sign-in was answered ${status}`);
  return visitor;
}

async function auditBehind(kind: ProxyKind): Promise<void> {
  const credentials = { sucursal: 'LIMA', username: 'rosa.mamani', password: PASSWORD };
  const results = await audit({ address: new URL(originOf(kind)), ca, credentials });
  for (const result of results.filter(({ verdict }) => verdict === 'broken' || verdict === 'proxy'))
    console.log(resultLines(result).join('\n'));
  // Where a proxy appends, this one is not checkable from here.
  const isReplaced = results.some(({ id, verdict }) => id === 'forwarded' && verdict === 'kept');
  const isGood = isReplaced && results.every(({ verdict }) => verdict !== 'broken');
  report(kind, 'audit:gateway', summaryLine(results), isGood);
}

/** Opens the event stream. @returns the seconds until its first event and its end, and whether it ended cleanly. */
async function stream(visitor: Visitor): Promise<{ first: number; end: number; isClean: boolean }> {
  const { client } = visitor;
  const session = connect(client.origin, { ca });
  const begun = performance.now();
  const seconds = () => (performance.now() - begun) / 1000;
  const events = session.request({
    ':path': '/api/events',
    cookie: visitor.cookieHeader,
    accept: 'text/event-stream',
    'sec-fetch-site': 'same-origin',
  });
  const closed = once(events, 'close');
  await Promise.race([once(events, 'data'), closed]);
  const first = seconds();
  if (isQuick) events.close();
  await closed;
  const outcome = { first, end: seconds(), isClean: events.rstCode === 0 };
  session.close();
  return outcome;
}

/** @returns status and body; status 0 without an answer. */
async function askHttp2(session: ClientHttp2Session, headers: Record<string, string>, body?: Buffer) {
  const call = session.request(headers);
  let status = 0;
  const chunks: Buffer[] = [];
  call.on('response', (head) => (status = head[':status'] ?? 0));
  call.on('data', (chunk: Buffer) => chunks.push(chunk));
  call.on('error', () => undefined);
  call.end(body);
  await new Promise((resolve) => call.on('close', resolve));
  return { status, body: Buffer.concat(chunks) };
}

/** A body that no operation takes is refused by the gateway, and the connection remains usable. */
async function refuseLargeBody(kind: ProxyKind, visitor: Visitor): Promise<void> {
  const path = `/api/imports?${OFFICE}&fileName=x.csv`;
  const headers = {
    'content-type': 'text/csv',
    'sec-fetch-site': 'same-origin',
    cookie: visitor.cookieHeader,
    'x-xsrf-token': visitor.token,
  };
  const body = Buffer.alloc(12 * MEGABYTE, 'x');
  const outcomes: string[] = [];
  for (let time = 0; time < 4; time += 1) {
    const session = connect(originOf(kind), { ca });
    session.on('error', () => undefined);
    const refusal = await askHttp2(session, { ...headers, ':method': 'POST', ':path': path }, body);
    const isOurs = refusal.body.includes('problem:too-large');
    const next = session.destroyed ? 0 : (await askHttp2(session, { ':path': '/api/config' })).status;
    const answer = await visitor.send(path, { method: 'POST', headers, body: body.toString() }).catch(() => undefined);
    outcomes.push([refusal.status, isOurs ? 'ours' : 'not ours', next, answer && kindOf(answer)].join(' '));
    session.destroy();
  }
  const isRefused = outcomes.every((each) => each === '413 ours 200 too-large');
  report(kind, 'bodies of 12 MB', outcomes.join(', '), isRefused);
}

async function importOrders(kind: ProxyKind, visitor: Visitor): Promise<void> {
  const day = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
  const lines = Array.from({ length: 200 }, (_, n) => `Bodega;Persona ${kind} ${n};Av. Grau ${n};Barranco;${day}`);
  const file = ['cliente;destinatario;direccion;distrito;fecha', ...lines].join('\n');
  const type = { 'content-type': 'text/csv' };
  const seen = await visitor.post(`/api/imports?${OFFICE}&fileName=${kind}.csv`, file, type);
  const { id } = JSON.parse(seen.text) as { id?: string };
  await visitor.post(`/api/imports/${id}/clients?${OFFICE}`, { clients: [], keepOthers: true });
  const key = { 'idempotency-key': randomUUID() };
  const done = await visitor.post(`/api/imports/${id}/commit?${OFFICE}`, { orders: lines.length }, key);
  report(kind, `an import of ${lines.length} lines`, `${seen.status} ${done.status}`, done.status === 200);
}

async function downloadZip(kind: ProxyKind, visitor: Visitor): Promise<void> {
  const list = await visitor.get(`/api/evidence?${OFFICE}`);
  const { photos } = JSON.parse(list.text) as { photos: { id: string }[] };
  const chosen = photos.map(({ id }) => id).slice(0, 50);
  const prepared = await visitor.post(`/api/evidence/exports?${OFFICE}`, { photos: chosen });
  const { ticket } = JSON.parse(prepared.text) as { ticket: string };
  const session = connect(originOf(kind), { ca });
  const path = `/api/evidence/exports?${OFFICE}&ticket=${ticket}`;
  const headers = { ':path': path, cookie: visitor.cookieHeader, 'sec-fetch-site': 'same-origin' };
  const { status, body } = await askHttp2(session, headers);
  session.close();
  // The record at the end of an archive, with the number of its files: the photos and their index.
  const end = body.lastIndexOf('PK\u0005\u0006');
  const isWhole = end > 0 && body.readUInt16LE(end + 10) >= chosen.length;
  report(kind, `a ZIP of ${chosen.length} photos`, `${status}, ${body.length} bytes`, isWhole);
}

/** What only the proxy decides: encodings, HSTS, addresses, other hosts, its log. */
async function checkSample(kind: ProxyKind, visitor: Visitor, proxy: RunningProxy): Promise<void> {
  const { client } = visitor;
  const page = await client.ask(SEARCH, { headers: { ...OPENED, 'accept-encoding': 'br' } });
  const plain = await client.ask('/', { headers: { accept: 'text/html' } });
  const { 'content-encoding': encoding, 'strict-transport-security': hsts = '' } = page.headers;
  const isUnchanged = encoding === 'br' && plain.headers['content-encoding'] === undefined && !hsts.includes(',');
  report(kind, 'one compression, one HSTS', `${encoding}, ${hsts}`, isUnchanged);
  const strange = ['evil.example', 'localhost'].map(async (servername) => {
    const socket = connectTls({ port: proxy.httpsPort, host: '127.0.0.1', servername, ca, rejectUnauthorized: false });
    let text = '';
    socket.on('data', (chunk: Buffer) => (text += chunk.toString())).on('error', () => undefined);
    // HAProxy drops a connection without closing it.
    socket.setTimeout(3000, () => socket.destroy());
    socket.write('GET / HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n');
    await once(socket, 'close').catch(() => undefined);
    return text;
  });
  const texts = (await Promise.all(strange)).join('');
  report(
    kind,
    'another host',
    texts === '' ? 'no answer' : texts.split('\r\n', 1).join(''),
    !/Despacho|x-request-id/i.test(texts),
  );
  const redirect = await createClient(new URL(`http://localhost:${proxy.httpPort}`)).ask('/clients');
  report(kind, 'http', `${redirect.status} ${redirect.headers['location']}`, redirect.status === 301);
}

/** Requests in bursts, each after a pause, so that each may meet a connection that was closed meanwhile. */
async function sendAfterPauses(kind: ProxyKind): Promise<void> {
  const client = createClient(new URL(originOf(kind)), ca);
  const failed: string[] = [];
  const pauses = isQuick ? PAUSES.slice(0, 3) : PAUSES;
  for (const pause of pauses) {
    await sleep(pause * 1000);
    const burst = Array.from({ length: BURST }, () =>
      client.ask('/api/config').then(
        ({ status }) => status === 200 || failed.push(`${status} after ${pause} s`),
        (error: unknown) => failed.push(String(error)),
      ),
    );
    await Promise.all(burst);
  }
  report(
    kind,
    `${pauses.length * BURST} requests after pauses`,
    failed.join(', ') || 'all answered',
    failed.length === 0,
  );
}

const proxies = new Map<ProxyKind, RunningProxy>();
let gateway = startGateway();
try {
  await Promise.all([backend.ready(), gateway.ready()]);
  for (const kind of kinds) {
    const place = {
      folder: `${folder}/${kind}`,
      httpsPort: httpsPorts.get(kind) ?? 0,
      gatewayPort: port,
      adminPort,
      tls: authority.issue('DNS:localhost'),
    };
    proxies.set(kind, await startProxy(kind, place));
  }
  await sleep(3000);
  for (const [kind, proxy] of proxies) {
    await auditBehind(kind);
    const visitor = await signedIn(kind);
    await checkSample(kind, visitor, proxy);
    await importOrders(kind, visitor);
    await downloadZip(kind, visitor);
    await refuseLargeBody(kind, visitor);
  }
  await Promise.all(
    kinds.map(async (kind) => {
      const { first, end, isClean } = await stream(await signedIn(kind));
      const outcome = `first event after ${first.toFixed(1)} s, end after ${end.toFixed(0)} s`;
      report(kind, 'the event stream', outcome, first < 5 && (isQuick || (isClean && end > 40)));
    }),
  );
  await Promise.all(kinds.map(sendAfterPauses));

  await gateway.stop();
  for (const kind of kinds) {
    const page = await createClient(new URL(originOf(kind)), ca).ask(SEARCH, { headers: OPENED });
    const isOfProxy = page.headers['cache-control'] === 'no-store' && page.headers['retry-after'] === '5';
    const isGood = page.status >= 502 && page.text.includes('reiniciando') && isOfProxy;
    report(kind, 'without a gateway', `${page.status}`, isGood);
  }
  gateway = startGateway();
  await gateway.ready();
  await sleep(3000);
  for (const [kind, proxy] of proxies) {
    const { status } = await createClient(new URL(originOf(kind)), ca).ask('/api/config');
    report(kind, 'after a restart', String(status), status === 200);
    const logs = proxy.logs();
    const isPrivate = ![CANARY, 'ticket=', '__Host-'].some((secret) => logs.includes(secret));
    report(kind, 'its log', 'has paths, no query and no cookie', logs.includes('/dashboard') && isPrivate);
  }
} finally {
  for (const proxy of proxies.values()) await proxy.stop();
  await gateway.stop();
  await backend.stop();
  authority.remove();
  rmSync(folder, { recursive: true, force: true });
}
