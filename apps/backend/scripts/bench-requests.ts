import { fork } from 'node:child_process';
import { hash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { ASSERTION, type AssertionClaims } from '@despacho/contracts/assertion';
import { SignJWT } from 'jose';
import { createApp } from '../src/app.ts';
import { DISTRICTS_VERSION } from '../src/platform/districts/districts.ts';
import { createDatabase } from '@despacho/tooling/machine/postgres-server';
import { computing, inTurns } from './bench/in-turns.ts';
import { type Calls, type Sent } from './bench/send-calls.ts';
import { serverComputing, startServer } from './bench/server-computing.ts';
import { DISPATCHER, openWorld, RUC, type World } from './bench/world.ts';

/*
 * CPU of the service per request, for the reads that open pages send most: in milliseconds, and as a ratio to the
 * cheapest read in the same run, which is limited. Takes the numbers of orders of the offices as arguments (default:
 * 10,000 and 100,000). With --postgres it measures on a temporary PostgreSQL, including its CPU. --only=orders measures
 * only the reads whose name begins so.
 */
const { values, positionals } = parseArgs({
  options: { postgres: { type: 'boolean' }, only: { type: 'string', default: '' } },
  allowPositionals: true,
});
const SIZES = (positionals.length > 0 ? positionals : ['10000', '100000']).map(Number);
const CALLS = 40;
const ROUNDS = 5;
const KEY = 'a key of the bench, long enough for HS256';
const TOKEN = 'bench';
const CLIENTS = 300;

/** Reads one row, so that it costs what every request costs. */
const CHEAPEST = '/operations/settings';

/** Reads with the limits of their ratios. */
const READS = [
  { what: 'orders.list', path: '/operations/orders?limite=50', limit: 4 },
  { what: 'orders.list: ten that changed', path: '/operations/orders?ids=91,92,93,94,95,96,97,98,99,100', limit: 3 },
  { what: 'orders.list: search', path: '/operations/orders?limite=50&buscar=quispe', limit: 5 },
  { what: 'orders.counts', path: '/operations/orders/counts', limit: 2.5 },
  { what: 'orders.map', path: '/operations/orders/map', limit: 8 },
  { what: 'orders.read', path: '/operations/orders/99', limit: 5 },
  { what: 'couriers.list', path: '/operations/couriers', limit: 4 },
  { what: 'attention.list', path: '/operations/attention', limit: 9 },
  { what: 'districts.list', path: `/operations/districts?version=${DISTRICTS_VERSION}`, limit: 2.5 },
  { what: 'clients.list', path: '/legacy/base/clients', limit: 4 },
].filter(({ what }) => what.startsWith(values.only));

const CLAIMS: AssertionClaims = {
  sub: DISPATCHER.sub,
  username: DISPATCHER.username,
  user: DISPATCHER.user,
  company: RUC,
  officeId: DISPATCHER.officeId,
  charge: DISPATCHER.charge,
  modules: ['U01', 'D01', 'D02', 'D03', 'D04', 'D05', 'M01'],
};

/** The clients of the company, and a user who may read them. */
async function addPeople({ services: { db, clock } }: World): Promise<void> {
  const user = { id: '1', office_id: DISPATCHER.officeId, username: 'bench', name: 'Bench', charge: 'S' };
  await db
    .insertInto('users')
    .values({ ...user, permissions: ['000'], password_hash: '' })
    .execute();
  const expires_at = new Date(clock().getTime() + 24 * 3_600_000);
  await db
    .insertInto('access_tokens')
    .values({ token_hash: hash('sha256', TOKEN), user_id: user.id, expires_at })
    .execute();
  const clients = Array.from({ length: CLIENTS }, (_, at) => ({
    id: String(5001 + at),
    company_id: DISPATCHER.companyId,
    code: `C${String(at).padStart(4, '0')}`,
    name: `Bodega ${at}`,
    tax_id: String(20_100_000_000 + at),
    contact: 'Rosa Flores',
    phone: '987654321',
    address: `Av. Los Álamos ${at}`,
    district: 'Santiago de Surco',
    ubigeo: '150140',
    lat: -12.1,
    lng: -77,
  }));
  await db.insertInto('clients').values(clients).execute();
}

async function authorizationOf(path: string, now: Date): Promise<string> {
  if (path.startsWith('/legacy/')) return `Bearer ${TOKEN}`;
  const issued = Math.floor(now.getTime() / 1000);
  const assertion = await new SignJWT({ ...CLAIMS })
    .setProtectedHeader({ alg: ASSERTION.algorithm, typ: 'JWT' })
    .setIssuer(ASSERTION.issuer)
    .setAudience(ASSERTION.audience)
    .setIssuedAt(issued)
    .setExpirationTime(issued + ASSERTION.lifetime)
    .sign(new TextEncoder().encode(KEY));
  return `Bearer ${assertion}`;
}

const sender = fork(new URL('bench/send-calls.ts', import.meta.url));

/** @returns the bytes of an answer. @throws Error if a request fails. */
async function send(calls: Calls): Promise<number> {
  sender.send(calls);
  const [sent] = (await once(sender, 'message')) as [Sent];
  if ('error' in sent) throw new Error(sent.error);
  return sent.bytes;
}

async function measureAll(world: World): Promise<void> {
  const { services } = world;
  const app = createApp(
    { ...services, config: { ...services.config, operationsKeys: [KEY] } },
    new AbortController().signal,
  );
  const server = createServer((request, response) => app(request, response) as unknown);
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  let bytes = 0;
  const costOf = (path: string) => async (): Promise<number> => {
    const url = `http://127.0.0.1:${port}${path}${path.includes('?') ? '&' : '?'}officeId=${DISPATCHER.officeId}`;
    const authorization = await authorizationOf(path, services.clock());
    const work = async (): Promise<void> => {
      bytes = await send({ url, authorization, count: CALLS });
    };
    return (await (values.postgres ? serverComputing(services.db, work) : computing(work))) / CALLS;
  };
  for (const { what, path, limit } of READS) {
    const [cheapest, cost] = await inTurns(ROUNDS, costOf(CHEAPEST), costOf(path));
    const ratio = cost / cheapest;
    if (ratio > limit) process.exitCode = 1;
    const over = ratio > limit ? `  over ×${limit}` : '';
    process.stdout.write(
      `  ${what.padEnd(32)} ${cost.toFixed(1).padStart(6)} ms  ×${ratio.toFixed(1).padEnd(5)} ${(bytes / 1024).toFixed(1).padStart(6)} KB${over}\n`,
    );
  }
  server.close();
  server.closeAllConnections();
}

const folder = await mkdtemp(path.join(tmpdir(), 'despacho-bench-'));
const server = values.postgres ? await startServer() : undefined;
try {
  for (const orders of SIZES) {
    const name = `orders${orders}`;
    const database = server
      ? { databaseUrl: await createDatabase(server.url, name) }
      : { dataDir: path.join(folder, name) };
    const world = await openWorld(database, orders);
    await addPeople(world);
    process.stdout.write(`  ${orders} orders\n`);
    await measureAll(world);
    await world.close();
  }
} finally {
  sender.kill();
  await server?.stop();
  await rm(folder, { recursive: true, force: true });
}
process.exit();
