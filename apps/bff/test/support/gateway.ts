import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { pathToFileURL } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { createApp } from '#app.ts';
import { readConfig } from '#config.ts';
import { listen } from '@despacho/server/listen';
import { createLog } from '#log.ts';
import { createPublicServer, WIRE_LIMITS } from '#http/public-server.ts';
import { createServices, type Services } from '#services.ts';
import { type HELD_LIMITS } from '#upstream/held-answers.ts';
import { createMemoryStore } from '#session/memory-store.ts';
import { type Every, type Wait } from '#timers.ts';
import { type StreamLimits } from '#operations/stream-limits.ts';
import { type DispatchService, startDispatchService } from './dispatch-service.ts';
import { type FakeUpstream } from './fake-upstream.ts';
import { type Legacy, type LegacyUser, startLegacy } from './legacy.ts';
import { listedCalls } from './listed-calls.ts';
import { recordingStore } from './recording-store.ts';
import { startTileServer } from './tile-server.ts';
import { tapServer } from './wire-tap.ts';
import { breaches, type Evidence } from './witness.ts';

/** Every secret of a test run, each distinct, so that a search for one finds no other. */
export const SECRETS = {
  SESSION_SECRET: 'canary-session-secret-0123456789abcdef',
  OPERATIONS_KEY: 'canary-operations-key-0123456789abcdef',
  STORAGE_USER: 'canary-storage-user',
  STORAGE_PASSWORD: 'canary-storage-password',
  STORAGE_TAX_ID: '20999999991',
} as const;

/** A tile provider's key, which its URLs contain. */
export const TILES_KEY = 'canary-tiles-key';

export const ORIGIN = 'http://localhost:3000';

export interface Gateway {
  legacy: Legacy;
  dispatch: DispatchService;
  tiles: FakeUpstream;
  services: Services;
  /** Folder with the pages of this test. */
  pagesRoot: string;
  server: Server;
  port: number;
  /** Everything logged so far, at the lowest level. */
  logText(): string;
  logLines(): Record<string, unknown>[];
  /** Advances the gateway's clock; timers of real connections are not affected. */
  advance(milliseconds: number): void;
  /** Stops the gateway's clock, so that nothing expires while a slow machine runs a long file. */
  stopClock(): void;
  /** Everything the witness checks, so far. */
  evidence(): Evidence;
  /** @throws Error if a rule that holds in every test was broken (see witness.ts). */
  close(): Promise<void>;
}

const page = (title: string): string =>
  `<!doctype html><html><head><base href="/" /><title>${title}</title></head></html>`;

/** The files of the pages, by path. */
const PAGES: Readonly<Record<string, string | Buffer>> = {
  'r/sw.js': 'console.log("worker")',
  'r/manifest.webmanifest': '{}',
  'index.html': page('Despacho'),
  'courier.html': page('Mi ruta'),
  'guest.html': page('Constancia'),
  'assets/main-abc123.js': 'console.log("plain")',
  'assets/main-abc123.js.br': brotliCompressSync('console.log("plain")'),
  'assets/main-abc123.js.gz': gzipSync('console.log("plain")'),
  ...Object.fromEntries(
    ['main-abc123.css', 'text-abc123.woff2', 'pin-abc123.png', 'logo-abc123.svg', 'odd-abc123.html'].map((name) => [
      `assets/${name}`,
      name,
    ]),
  ),
  'favicon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  'theme.js': '',
  'licenses.md': '',
  '.vite/manifest.json': '{}',
  '.vite/screens.json': JSON.stringify({
    '/assing': ['theme.js', 'assets/main-abc123.js', 'assets/desk-abc123.css'],
    '/clients/': ['assets/main-abc123.js'],
  }),
  '.env': 'SECRET=1',
};

/** Writes the pages, synchronously because that takes half the CPU. @returns their folder. */
function buildPages(): string {
  const root = mkdtempSync(join(tmpdir(), 'despacho-pages-'));
  for (const folder of ['assets', '.vite', 'r']) mkdirSync(join(root, folder));
  for (const [path, content] of Object.entries(PAGES)) writeFileSync(join(root, path), content);
  return root;
}

const secretsOfPerson = ({ office, password, token, ruc }: LegacyUser): string[] => [
  password,
  token,
  ruc ?? '',
  `branch-${office}`,
];

/** Timers and limits that a test may replace. */
export interface GatewayParts {
  wait?: Wait;
  every?: Every;
  limits?: Partial<typeof WIRE_LIMITS>;
  streamLimits?: Partial<StreamLimits>;
  heldLimits?: typeof HELD_LIMITS;
  /** Whether legacy hosts and dispatch service have one origin, as our own have: then people and clients are ours. */
  oneOrigin?: boolean;
}

/** The whole gateway as in production, on a free port, with upstreams that a test can script. */
export async function startGateway(
  overrides: Record<string, string | undefined> = {},
  { limits = {}, oneOrigin = false, ...parts }: GatewayParts = {},
): Promise<Gateway> {
  const legacy = await startLegacy();
  const dispatch = await startDispatchService();
  const tiles = await startTileServer();
  const front = createServer((req, res) => {
    (req.url?.startsWith('/operations/') ? dispatch : legacy).listener(req, res);
  });
  const origin = `http://127.0.0.1:${await listen(front, 0, '127.0.0.1')}`;
  const config = readConfig({
    PUBLIC_ORIGIN: ORIGIN,
    LOG_LEVEL: 'trace',
    UPSTREAM_TIMEOUT_MS: '1500',
    OPERATIONS_URL: `${dispatch.url}/operations`,
    TILES_URL: `${tiles.url}/mapa/{z}/{x}/{y}?key=${TILES_KEY}`,
    // Everything comes from one address here, more than an office would send.
    ADDRESS_REQUESTS_PER_MINUTE: '100000',
    ...SECRETS,
    ...legacy.environment,
    ...(oneOrigin && { API_URL: `${origin}/api`, BASE_URL: `${origin}/base`, OPERATIONS_URL: `${origin}/operations` }),
    ...overrides,
  });
  const lines: string[] = [];
  const parsed: Record<string, unknown>[] = [];
  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(chunk.toString());
      done();
    },
  });
  let ahead = 0;
  let stoppedAt: number | undefined;
  const now = () => (stoppedAt ?? Date.now()) + ahead;
  const sessions = recordingStore(createMemoryStore({ now }));
  const root = buildPages();
  const services = createServices({
    config,
    log: createLog('trace', sink),
    webRoot: pathToFileURL(`${root}/`),
    now,
    ...parts,
    ...(config.REDIS_URL === undefined && { store: sessions.store }),
  });
  const app = createApp(services);
  const server = createPublicServer(app, services, { ...WIRE_LIMITS, ...limits });
  const tap = tapServer(server);
  const port = await listen(server, 0, '127.0.0.1');
  const peoplesSecrets = () => Object.values(legacy.users).flatMap(secretsOfPerson);
  const atFirst = peoplesSecrets();
  const evidence = (): Evidence => ({
    tap,
    logText: lines.join(''),
    metrics: services.metrics.render(),
    stored: sessions.dump(),
    secrets: [...Object.values(SECRETS), TILES_KEY, ...atFirst, ...peoplesSecrets()],
    hits: [legacy, dispatch, tiles].flatMap(({ received }) => received),
    listedCalls: listedCalls(config),
  });
  return {
    evidence,
    legacy,
    dispatch,
    tiles,
    services,
    pagesRoot: root,
    server,
    port,
    logText: () => lines.join(''),
    logLines: () => {
      // Each line is parsed once: a sweep reads its whole log thousands of times.
      for (const line of lines.slice(parsed.length)) parsed.push(JSON.parse(line) as Record<string, unknown>);
      return [...parsed];
    },
    advance: (milliseconds) => {
      ahead += milliseconds;
    },
    stopClock: () => {
      stoppedAt = Date.now();
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await services.close();
      front.closeAllConnections();
      front.close();
      await Promise.all([legacy.close(), dispatch.close(), tiles.close()]);
      rmSync(root, { recursive: true });
      const broken = breaches(evidence());
      if (broken.length > 0) throw new Error(`The gateway broke what must always hold:\n${broken.join('\n')}`);
    },
  };
}
