import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, type AddressInfo, type Server } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { join } from 'node:path';
import { tmpdir } from 'node:os';
import { build, type Plugin } from 'esbuild';
import { startDispatchService } from '../../../apps/bff/test/support/dispatch-service.ts';
import { sendJson } from '../../../apps/bff/test/support/fake-upstream.ts';
import { addPerson, startLegacy } from '../../../apps/bff/test/support/legacy.ts';
import { startTileServer } from '../../../apps/bff/test/support/tile-server.ts';
import { audit, type AuditOptions, type Result } from '../../src/audit/audit.ts';
import { ROOT } from '../../src/root.ts';
import { freePort } from '../../src/stack/ports.ts';
import { launch } from '../../src/stack/service.ts';
import { type Change, type Weakened } from './defences.ts';

/** Replaces what a defence does, in the source on its way into the bundle. */
function takeOut(changes: readonly Change[]): Plugin {
  return {
    name: 'take-out',
    setup(bundle) {
      bundle.onLoad({ filter: /\.ts$/ }, ({ path }) => {
        const own = changes.filter(({ file }) => path === ROOT + file);
        if (own.length === 0) return undefined;
        let contents = readFileSync(path, 'utf8');
        for (const { file, from, to } of own) {
          if (contents.split(from).length !== 2) throw new Error(`${file} does not hold this once: ${from}`);
          contents = contents.replace(from, () => to);
        }
        return { contents, loader: 'ts' };
      });
    },
  };
}

const contracts = `${ROOT}packages/contracts/src/`;

/** Bundles the gateway's sources as they are but for `changes`. @returns the folder, to be removed. */
export async function bundleGateway(changes: readonly Change[]): Promise<string> {
  // Inside the repository, so that its packages are found, and as deep as dist/, so that its pages are.
  const folder = await mkdtemp(`${ROOT}apps/bff/.audit-`);
  await build({
    absWorkingDir: `${ROOT}apps/bff`,
    entryPoints: ['src/main.ts'],
    outdir: folder,
    bundle: true,
    splitting: true,
    platform: 'node',
    target: 'node24',
    format: 'esm',
    packages: 'external',
    alias: {
      '@despacho/contracts/legacy': `${contracts}legacy/index.ts`,
      '@despacho/contracts/all': `${contracts}all-operations.ts`,
      '@despacho/contracts/assertion': `${contracts}assertion.ts`,
      '@despacho/contracts/dispatch': `${contracts}dispatch/index.ts`,
      '@despacho/contracts/openapi': `${contracts}openapi/index.ts`,
      '@despacho/contracts': `${contracts}index.ts`,
    },
    plugins: [takeOut(changes)],
    logLevel: 'error',
  });
  return folder;
}

const listen = async (server: Server, port = 0): Promise<number> => {
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
};

/** A certificate for localhost, by an authority of its own making that lives as long as the test. */
export function makeCertificate(folder: string): { key: string; cert: string } {
  const [key, cert] = [join(folder, 'tls.key'), join(folder, 'tls.crt')];
  const args = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
  const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1'];
  const made = spawnSync('openssl', [...args, ...names, '-keyout', key, '-out', cert], { encoding: 'utf8' });
  if (made.status !== 0) throw new Error(`openssl could not make a certificate: ${made.stderr}`);
  return { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') };
}

/** What all gateways of a run share. */
export interface Surroundings {
  upstreams: Record<string, string>;
  tls: { key: string; cert: string };
  credentials: NonNullable<AuditOptions['credentials']>;
  close(): Promise<void>;
}

const SERVICE = { STORAGE_USER: 'user', STORAGE_PASSWORD: 'key' };

/** Upstreams that answer like the legacy hosts and the dispatch service, with more fields than they should. */
export async function startSurroundings(): Promise<Surroundings> {
  const [legacy, dispatch, tiles] = [await startLegacy(), await startDispatchService(), await startTileServer()];
  const folder = await mkdtemp(join(tmpdir(), 'despacho-tls-'));
  // An administrator of one office who is a dispatcher, and lacks modules: the most rules apply to her.
  const person = addPerson(legacy, 'gema', { charge: 'A', modules: ['G01', 'D01', 'U01'] });
  legacy.on('GET /storage/sgdempresa/findPredeterminado', ({ headers }, res) => {
    const known = headers['usuario'] === SERVICE.STORAGE_USER && headers['clave'] === SERVICE.STORAGE_PASSWORD;
    sendJson(res, known ? 200 : 401, known ? { data: { almacenamientoMaximo: 2000, almacenamientoUsado: 1000 } } : {});
  });
  return {
    upstreams: { ...legacy.environment, OPERATIONS_URL: `${dispatch.url}/operations`, TILES_URL: tiles.url },
    tls: makeCertificate(folder),
    credentials: { sucursal: person.office, username: person.username, password: person.password },
    async close() {
      await Promise.all([legacy.close(), dispatch.close(), tiles.close(), rm(folder, { recursive: true })]);
    },
  };
}

/** Ends TLS before a gateway, as a reverse proxy would. Bytes pass as they are. */
async function startTls(
  port: number,
  { key, cert }: Surroundings['tls'],
  target: number,
): Promise<() => Promise<void>> {
  const sockets = new Set<{ destroy(): void }>();
  const server = createTlsServer({ key, cert }, (socket) => {
    const onward = connect(target, '127.0.0.1');
    for (const one of [socket, onward]) {
      sockets.add(one);
      one.on('error', () => undefined);
    }
    socket.on('close', () => onward.destroy());
    onward.on('close', () => socket.destroy());
    socket.pipe(onward).pipe(socket);
  });
  await listen(server, port);
  return async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  };
}

/** Where a running gateway is. */
interface Place {
  port: number;
  origin: string;
}

/** Runs a gateway made of changed sources for as long as `use` takes. */
export async function withGateway<T>(
  { changes, settings = {}, tls }: Pick<Weakened, 'changes' | 'settings' | 'tls'>,
  surroundings: Surroundings,
  use: (place: Place) => Promise<T>,
): Promise<T> {
  const folder = await bundleGateway(changes);
  const [port, adminPort, tlsPort] = [await freePort(), await freePort(), await freePort()];
  const origin = tls ? `https://localhost:${tlsPort}` : `http://127.0.0.1:${port}`;
  const gateway = launch({
    name: 'gateway',
    entry: `${folder}/main.js`,
    env: {
      ...surroundings.upstreams,
      ...SERVICE,
      PORT: String(port),
      ADMIN_PORT: String(adminPort),
      PUBLIC_ORIGIN: origin,
      SESSION_SECRET: 's'.repeat(32),
      OPERATIONS_KEY: 'k'.repeat(32),
      ...settings,
    },
    readyUrl: `http://127.0.0.1:${port}${settings['BASE_PATH'] ?? ''}/api/config`,
  });
  let stopTls: (() => Promise<void>) | undefined;
  try {
    await gateway.ready();
    if (tls) stopTls = await startTls(tlsPort, surroundings.tls, port);
    return await use({ port, origin });
  } finally {
    await stopTls?.();
    await gateway.stop();
    await rm(folder, { recursive: true });
  }
}

/** Audits a gateway made of changed sources. */
export function auditGateway(
  weakened: Pick<Weakened, 'changes' | 'settings' | 'tls'>,
  surroundings: Surroundings,
  options: Omit<AuditOptions, 'address'> = {},
): Promise<Result[]> {
  const { credentials, tls } = surroundings;
  return withGateway(weakened, surroundings, ({ origin }) =>
    audit({
      address: new URL(origin + (weakened.settings?.['BASE_PATH'] ?? '')),
      credentials,
      ...(weakened.tls && { ca: tls.cert }),
      ...options,
    }),
  );
}
