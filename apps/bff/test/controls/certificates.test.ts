import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Authority, makeAuthority, startTlsFront } from '../support/certificates.ts';
import { type DispatchService, startDispatchService } from '../support/dispatch-service.ts';
import { type FakeUpstream } from '../support/fake-upstream.ts';
import { GatewayProcess, postLogin, settings, SLOW_START } from '../support/gateway-process.ts';
import { type Legacy, startLegacy } from '../support/legacy.ts';
import { startTileServer } from '../support/tile-server.ts';

let ours: Authority;
let theirs: Authority;
let legacy: Legacy;
let dispatch: DispatchService;
let tiles: FakeUpstream;
const closing: (() => void)[] = [];
/** Ports of the TLS proxies in front of the legacy hosts, the dispatch service and the tile server. */
const front = { good: 0, wrongName: 0, wrongAuthority: 0, goodDispatch: 0, badDispatch: 0, goodTiles: 0, badTiles: 0 };

async function tlsBefore({ url }: FakeUpstream, authority: Authority, names: string): Promise<number> {
  const { port, close } = await startTlsFront(url, authority.issue(names));
  closing.push(close);
  return port;
}

beforeAll(async () => {
  [legacy, dispatch, tiles] = [await startLegacy(), await startDispatchService(), await startTileServer()];
  ours = makeAuthority('Despacho test authority');
  theirs = makeAuthority('Somebody else');
  const right = 'DNS:localhost';
  front.good = await tlsBefore(legacy, ours, right);
  front.wrongName = await tlsBefore(legacy, ours, 'DNS:legacy.example.pe,DNS:*.localhost');
  front.wrongAuthority = await tlsBefore(legacy, theirs, right);
  front.goodDispatch = await tlsBefore(dispatch, ours, right);
  front.badDispatch = await tlsBefore(dispatch, theirs, right);
  front.goodTiles = await tlsBefore(tiles, ours, right);
  front.badTiles = await tlsBefore(tiles, theirs, right);
});
afterAll(async () => {
  for (const close of closing) close();
  await Promise.all([legacy.close(), dispatch.close(), tiles.close()]);
  ours.remove();
  theirs.remove();
});

let gateway: GatewayProcess | undefined;
afterEach(async () => {
  await gateway?.stop();
  for (const upstream of [legacy, dispatch, tiles]) upstream.hits.length = 0;
});

interface Ports {
  base: number;
  others: number;
  dispatch: number;
  tiles: number;
}

function start(ports: Ports, more: Record<string, string> = {}): GatewayProcess {
  const at = (port: number, path: string) => `https://localhost:${port}${path}`;
  gateway = new GatewayProcess({
    ...settings(legacy),
    BASE_URL: at(ports.base, '/base'),
    API_URL: at(ports.others, '/api'),
    STORAGE_URL: at(ports.others, '/storage'),
    OPERATIONS_URL: at(ports.dispatch, '/operations'),
    TILES_URL: at(ports.tiles, '/mapa/{z}/{x}/{y}'),
    ...more,
  });
  return gateway;
}

const trust = () => ({ NODE_EXTRA_CA_CERTS: ours.file });
/** Background calls of the gateway itself. */
const BACKGROUND = new Set(['assertion', 'account-changes', 'trail-reports'].map((name) => `/operations/${name}`));
const PATHS = ['/api/users', '/api/storage', '/api/offices', '/api/events', '/tiles/3/1/2'];

async function statuses(port: number, cookie: string): Promise<number[]> {
  const results: number[] = [];
  for (const path of PATHS) {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { cookie } });
    results.push(response.status);
    await response.body?.cancel();
  }
  return results;
}

describe('certificates of upstreams', () => {
  it('G39: accepts those of a configured authority, for every kind of call', SLOW_START, async () => {
    const { good, goodDispatch, goodTiles } = front;
    const { port } = await start(
      { base: good, others: good, dispatch: goodDispatch, tiles: goodTiles },
      trust(),
    ).listening();
    const { response, cookies } = await postLogin(port, legacy.users.ana);
    expect(response.status).toBe(200);
    expect(await statuses(port, cookies)).toEqual([200, 200, 200, 200, 200]);
    const [users, calls] = [
      legacy.hitsOf('/api/users/LIMA'),
      dispatch.hits.filter(({ path }) => !BACKGROUND.has(path)),
    ];
    expect([users.length, calls.length, tiles.hits.length]).toEqual([1, 2, 1]);
  });

  it('G39: rejects those of another authority without sending the password', SLOW_START, async () => {
    const { good, goodDispatch, goodTiles } = front;
    const { port } = await start({ base: good, others: good, dispatch: goodDispatch, tiles: goodTiles }).listening();
    expect((await postLogin(port, legacy.users.ana)).response.status).toBe(502);
    expect(legacy.hits).toEqual([]);
    expect(gateway?.linesOf('failed')).toHaveLength(1);
  });

  it.each([
    ['for another name', 'wrongName'],
    ['of another authority', 'wrongAuthority'],
  ] as const)('G39: rejects %s, for any kind of call', SLOW_START, async (_what, which) => {
    const { good, badDispatch, badTiles } = front;
    const ports = { base: good, others: front[which], dispatch: badDispatch, tiles: badTiles };
    const { port } = await start(ports, trust()).listening();
    const { response, cookies } = await postLogin(port, legacy.users.ana);
    expect(response.status).toBe(200);
    legacy.hits.length = 0;
    expect(await statuses(port, cookies)).toEqual([502, 502, 502, 502, 502]);
    expect([legacy.hits, dispatch.hits, tiles.hits]).toEqual([[], [], []]);
    await gateway?.stop();

    const wrong = start({ ...ports, base: front[which] }, trust());
    expect((await postLogin((await wrong.listening()).port, legacy.users.ana)).response.status).toBe(502);
    expect(legacy.hits).toEqual([]);
  });

  it.each([
    ['NODE_TLS_REJECT_UNAUTHORIZED', '0'],
    ['NODE_OPTIONS', '--insecure-http-parser'],
  ])('G39: a process with %s=%s does not start', SLOW_START, async (name, value) => {
    const { good, goodDispatch, goodTiles } = front;
    const process = start({ base: good, others: good, dispatch: goodDispatch, tiles: goodTiles }, { [name]: value });
    expect(await process.ended).toEqual([1, null]);
    expect(process.output).toContain(`- ${name} must not`);
  });

  it('G39: no code of the gateway disables a check', () => {
    const root = fileURLToPath(new URL('../../src/', import.meta.url));
    const sources = globSync('**/*.ts', { cwd: root }).filter((path) => !path.endsWith('.test.ts'));
    expect(sources.length).toBeGreaterThan(60);
    const switches = /rejectUnauthorized|checkServerIdentity|\bsecure: *false\b|insecureHTTPParser: *true|minVersion/;
    expect(sources.filter((path) => switches.test(readFileSync(root + path, 'utf8')))).toEqual([]);
  });
});
