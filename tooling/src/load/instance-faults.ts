import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { launchNginx, wrapped } from '../../test/audit/nginx.ts';
import { findHaproxy } from '../machine/programs.ts';
import { ROOT } from '../root.ts';
import { makeSecrets } from '../stack/environment.ts';
import { accepts, freePort } from '../stack/ports.ts';
import { launch } from '../stack/service.ts';
import { Client, isOutage, type Reply } from './client.ts';
import { sendAtRate } from './generator.ts';
import { type Killable } from './killable.ts';
import { OrdersAtWork } from './orders-at-work.ts';
import { ANA, enter, ROSA } from './people.ts';
import { createPostgres } from './postgres.ts';
import { createGateway, createService } from './product.ts';
import { createReplicatedRedis } from './replicated-redis.ts';
import { createRandom } from './random.ts';

/** Ways in which one of two instances can be faulty. */
export const INSTANCE_FAULTS = [
  'unready',
  'hung service',
  'wrong key',
  'hung gateway',
  'wrong clock',
  'gateway without Redis',
  'stopped Redis',
  'killed Redis',
  'held office',
] as const;

export type InstanceFault = (typeof INSTANCE_FAULTS)[number];

/** Faults after which the first gateway must be used again, and not the first service. */
const OF_GATEWAY: ReadonlySet<InstanceFault> = new Set([
  'hung gateway',
  'wrong clock',
  'gateway without Redis',
  'stopped Redis',
  'killed Redis',
]);

export type Balancer = 'haproxy' | 'nginx';

/** Requests in the minute after a fault begins. */
export interface Outcome {
  requests: number;
  failed: number;
  /** Failed requests among those sent more than 20 s after the beginning. */
  failedLate: number;
  /** The first failures: seconds since the beginning, request, and status (0 without an answer). */
  failures: string[];
  /** Failed requests without an answer of a gateway: their outcome is unknown. */
  unanswered: number;
  signIns: number;
  signInsFailed: number;
  changes: number;
  changesFailed: number;
  /** Acknowledged changes of orders that are missing or double afterwards, of the newest twelve. */
  lost: number;
}

const PER_SECOND = 20;
const SECONDS = 60;
const LATE_MS = 20_000;
/** A status that no gateway sends: without an answer, or the balancer's own. */
const UNANSWERED = / (0|502|504)$/;
/** SQL that keeps a lock for a while. */
const HOLD = 'select pg_sleep(20)';
/** How long Redis does not answer. */
const REDIS_AWAY_MS = 8000;
/** Time after the end of a fault until everything must work again. */
const RECOVERY_MS = 15_000;
/** Number of failures that are listed. */
const LISTED = 12;
/** Number of requests after the recovery, of which each of two healthy instances should get half. */
const AFTERWARDS = 60;

/** A module that sets the clock of a process a minute ahead. */
const AHEAD = `data:text/javascript,${encodeURIComponent(
  'const now = Date.now.bind(Date); globalThis.Date = class extends Date { constructor(...given) { super(...(given.length ? given : [now() + 60000])); } static now() { return now() + 60000; } };',
)}`;

/** A proxy between one service and the database, whose connections can be cut. */
async function createCable(to: number): Promise<{ port: number; cut(): void; restore(): void; close(): void }> {
  const sockets = new Set<Socket>();
  let isCut = false;
  const server: Server = createServer((socket) => {
    if (isCut) {
      socket.destroy();
      return;
    }
    const other = connect(to, '127.0.0.1');
    for (const [one, two] of [
      [socket, other],
      [other, socket],
    ] as const) {
      sockets.add(one);
      one.on('error', () => two.destroy());
      one.on('close', () => {
        sockets.delete(one);
        two.destroy();
      });
    }
    socket.pipe(other).pipe(socket);
  });
  const port = await freePort();
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const cut = () => {
    isCut = true;
    for (const socket of sockets) socket.destroy();
  };
  return {
    port,
    cut,
    restore: () => (isCut = false),
    close: () => {
      cut();
      server.close();
    },
  };
}

interface Places {
  folder: string;
  front: number;
  back: number;
  gateways: readonly [number, number];
  admins: readonly [number, number];
  services: readonly [number, number];
}

/** @returns a configuration of docker/ with other ports, without TLS. */
function haproxyText(file: string, places: Places): string {
  const { front, back, gateways, admins, services } = places;
  const ports: Record<string, number> = {
    3000: gateways[0],
    3001: gateways[1],
    4000: services[0],
    4001: services[1],
  };
  return (
    readFileSync(`${ROOT}docker/${file}`, 'utf8')
      // The limit of open files may be lower here.
      .replace(/maxconn \d+/, 'maxconn 2000')
      .replace(/^ {2}bind :443 .*\n/m, '')
      .replace(/^ {2}http-request redirect .*\n/m, '')
      .replace('bind :80', `bind 127.0.0.1:${front}`)
      .replace('bind 127.0.0.1:4080', `bind 127.0.0.1:${back}`)
      .replaceAll('despacho.example.pe', '127.0.0.1')
      .replaceAll('port 9090', `port ${admins[0]}`)
      .replaceAll('port 9091', `port ${admins[1]}`)
      .replaceAll(/127\.0\.0\.1:(3000|3001|4000|4001)\b/g, (_, port: string) => `127.0.0.1:${ports[port] ?? port}`)
  );
}

/** A running balancer. `served` counts the requests that one of its servers has answered. */
interface Balancing {
  served(port: number, name: string): number;
  stop(): Promise<void>;
}

async function startHaproxy(file: string, places: Places, port: number): Promise<Balancing> {
  const path = join(places.folder, file);
  await writeFile(path, haproxyText(file, places));
  const [command, args, logFile] = [findHaproxy() ?? 'haproxy', ['-f', path], `${path}.log`];
  const haproxy = launch({ name: file, command, args, env: process.env, isReady: () => accepts(port), logFile });
  await haproxy.ready();
  return {
    served: (_port, name) => readFileSync(logFile, 'utf8').split(` ${name} `).length - 1,
    stop: () => haproxy.stop(0),
  };
}

async function startNginx(
  name: string,
  places: Places,
  port: number,
  change: (text: string) => string,
): Promise<Balancing> {
  const folder = join(places.folder, `nginx-${name}`);
  await mkdir(folder, { recursive: true });
  const stop = await launchNginx(folder, change(wrapped(`${name}.conf`, folder, [])), port);
  const file = join(folder, name === 'nginx' ? 'despacho.access.log' : 'despacho-services.access.log');
  return {
    served: (server) => readFileSync(file, 'utf8').split(`127.0.0.1:${server}`).length - 1,
    stop,
  };
}

const startFront = (balancer: Balancer, places: Places): Promise<Balancing> =>
  balancer === 'haproxy'
    ? startHaproxy('haproxy.cfg', places, places.front)
    : startNginx('nginx', places, places.front, (text) => {
        // The servers for redirects and unknown hosts, and TLS.
        const from = text.indexOf('# Closes requests for any other host name');
        const to = text.lastIndexOf('server {\n  listen 443');
        return (text.slice(0, from) + text.slice(to))
          .replace('listen 443 ssl http2', `listen 127.0.0.1:${places.front}`)
          .replace(/^ {2}ssl_.*\n/gm, '')
          .replaceAll('despacho.example.pe', '127.0.0.1')
          .replace('proxy_set_header Host $host;', 'proxy_set_header Host $http_host;')
          .replaceAll('server 127.0.0.1:3000', `server 127.0.0.1:${places.gateways[0]}`);
      });

const startBack = (balancer: Balancer, places: Places): Promise<Balancing> =>
  balancer === 'haproxy'
    ? startHaproxy('haproxy-services.cfg', places, places.back)
    : startNginx('nginx-services', places, places.back, (text) =>
        text
          .replace('listen 127.0.0.1:4080', `listen 127.0.0.1:${places.back}`)
          .replaceAll('server 127.0.0.1:4000', `server 127.0.0.1:${places.services[0]}`)
          .replaceAll('server 127.0.0.1:4001', `server 127.0.0.1:${places.services[1]}`),
      );

/** Two gateways and two services on one PostgreSQL, behind balancers. The first instance of each can be made faulty. */
export async function startBalanced(balancer: Balancer) {
  const folder = await mkdtemp(join(tmpdir(), 'despacho-failover-'));
  const ports = [];
  while (ports.length < 8) ports.push(await freePort());
  const [front = 0, back = 0, g1 = 0, g2 = 0, a1 = 0, a2 = 0, s1 = 0, s2 = 0] = ports;
  const places: Places = { folder, front, back, gateways: [g1, g2], admins: [a1, a2], services: [s1, s2] };
  const secrets = makeSecrets();
  const databasePort = await freePort();
  const { postgres, url } = await createPostgres(folder, databasePort);
  const redisPort = await freePort();
  const redis = await createReplicatedRedis(folder, redisPort);
  const cable = await createCable(databasePort);
  const redisCable = await createCable(redisPort);
  const service = (place: 0 | 1, key = secrets.operationsKey): Killable =>
    createService({
      name: `service${place + 1}`,
      port: places.services[place],
      folder,
      secrets: { ...secrets, operationsKey: key },
      databaseUrl: place === 0 ? url.replace(String(databasePort), String(cable.port)) : url,
      isReady: () => accepts(places.services[place]),
    });
  const gateway = (place: 0 | 1, options: readonly string[] = []): Killable =>
    createGateway(
      `gateway${place + 1}`,
      { port: places.gateways[place], adminPort: places.admins[place], upstream: `http://127.0.0.1:${back}` },
      secrets,
      {
        PUBLIC_ORIGIN: `http://127.0.0.1:${front}`,
        REDIS_URL: redis.urlAt(place === 0 ? redisCable.port : redisPort),
      },
      options,
    );
  const healthy = { services: [service(0), service(1)], gateways: [gateway(0), gateway(1)] } as const;
  const faulty = { service: service(0, makeSecrets().operationsKey), gateway: gateway(0, ['--import', AHEAD]) };
  const all = [postgres, ...healthy.services, ...healthy.gateways];
  const stops: (() => Promise<void>)[] = [];
  const close = async () => {
    for (const stop of stops.toReversed()) await stop();
    for (const one of [...Object.values(faulty), ...all.toReversed()]) await one.kill();
    cable.close();
    redisCable.close();
    await redis.close();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    await postgres.start();
    for (const one of healthy.services) await one.start();
    const backing = await startBack(balancer, places);
    stops.push(() => backing.stop());
    await Promise.all(healthy.gateways.map((one) => one.start()));
    const fronting = await startFront(balancer, places);
    stops.push(() => fronting.stop());
    const replace = async (one: Killable, by: Killable) => {
      await one.kill();
      await by.start();
    };
    const faults: Record<InstanceFault, Fault> = {
      unready: { begin: () => cable.cut(), end: () => cable.restore() },
      'hung service': {
        begin: () => void process.kill(healthy.services[0].pid, 'SIGSTOP'),
        end: () => void process.kill(healthy.services[0].pid, 'SIGCONT'),
      },
      'wrong key': {
        begin: () => replace(healthy.services[0], faulty.service),
        end: () => replace(faulty.service, healthy.services[0]),
      },
      'hung gateway': {
        begin: () => void process.kill(healthy.gateways[0].pid, 'SIGSTOP'),
        end: () => void process.kill(healthy.gateways[0].pid, 'SIGCONT'),
      },
      'wrong clock': {
        begin: () => replace(healthy.gateways[0], faulty.gateway),
        end: () => replace(faulty.gateway, healthy.gateways[0]),
      },
      'gateway without Redis': { begin: () => redisCable.cut(), end: () => redisCable.restore() },
      'stopped Redis': { begin: () => redis.pause(REDIS_AWAY_MS), end: () => undefined },
      // A transaction of somebody else keeps the row of an office: its changes are refused, and nothing else suffers.
      'held office': {
        begin: () =>
          void spawn('psql', ['-c', `begin; select from offices where id = 'LIMA' for update; ${HOLD}; commit`, url], {
            stdio: ['ignore', 'ignore', 'inherit'],
          }),
        end: () => undefined,
      },
      'killed Redis': { begin: () => redis.killMaster(), end: () => redis.restart() },
    };
    /** Requests that the first instance has answered. */
    const served = (fault: InstanceFault): number =>
      OF_GATEWAY.has(fault) ? fronting.served(g1, 'gateway1') : backing.served(s1, 'service1');
    return { port: front, faults, served, close };
  } catch (error) {
    await close();
    throw error;
  }
}

type Balanced = Awaited<ReturnType<typeof startBalanced>>;

const READS = [
  '/api/orders?officeId=LIMA',
  '/api/orders/counts?officeId=LIMA',
  '/api/couriers?officeId=LIMA',
  '/api/clients',
];

/** A fault that can be caused and cured. */
export interface Fault {
  begin(): Promise<void> | void;
  end(): Promise<void> | void;
}

/**
 * Sends twenty requests a second for a minute from the beginning of a fault, and counts those that fail.
 * @param afterwards called with a signed-in client when the fault has ended.
 */
export async function observe(
  port: number,
  fault: Fault,
  afterwards: (client: Client) => Promise<void>,
): Promise<Outcome> {
  const client = new Client(port, '198.51.100.1');
  await enter(client, ANA);
  const orders = new OrdersAtWork(createRandom(1));
  /** Each change waits for the one before. */
  let changes: Promise<Reply | undefined> = Promise.resolve(undefined);
  const outcome: Outcome = {
    requests: 0,
    failed: 0,
    failedLate: 0,
    failures: [],
    unanswered: 0,
    signIns: 0,
    signInsFailed: 0,
    changes: 0,
    changesFailed: 0,
    lost: 0,
  };
  /** @returns the request and its status, if it failed. */
  const send = async (serial: number): Promise<string | undefined> => {
    if (serial % 20 === 7) {
      const visitor = new Client(port, '198.51.100.2');
      outcome.signIns += 1;
      const { status } = await visitor.signIn(ROSA.office, ROSA.username, 'despacho');
      if (status === 200) await visitor.post('/api/auth/logout');
      else outcome.signInsFailed += 1;
      visitor.close();
      return status === 200 ? undefined : `sign-in ${status}`;
    }
    if (serial % 10 === 3) {
      outcome.changes += 1;
      changes = changes.then(() => orders.step(client));
      const refused = await changes;
      if (refused && isOutage(refused)) outcome.changesFailed += 1;
      return refused && isOutage(refused) ? `change ${refused.status}` : undefined;
    }
    const path = READS[serial % READS.length] ?? '';
    const { status } = await client.get(path);
    return status === 200 ? undefined : `${path} ${status}`;
  };
  const started = performance.now();
  const begun = Promise.resolve(fault.begin());
  await sendAtRate(PER_SECOND, PER_SECOND * SECONDS, async (serial) => {
    const sentAt = performance.now() - started;
    outcome.requests += 1;
    const failure = await send(serial);
    if (failure === undefined) return;
    outcome.failed += 1;
    if (UNANSWERED.test(failure)) outcome.unanswered += 1;
    if (sentAt > LATE_MS) outcome.failedLate += 1;
    if (outcome.failures.length < LISTED) outcome.failures.push(`${(sentAt / 1000).toFixed(1)} s: ${failure}`);
  });
  await begun;
  await fault.end();
  await sleep(RECOVERY_MS);
  await afterwards(client);
  outcome.lost = (await orders.check(client)).length;
  client.close();
  return outcome;
}

/** Observes a product while one of its instances is faulty, and whether it is used again afterwards. */
export async function measure(
  { port, faults, served }: Balanced,
  fault: InstanceFault,
): Promise<Outcome & { usedAgain: boolean }> {
  let usedAgain = false;
  const outcome = await observe(port, faults[fault], async (client) => {
    const before = served(fault);
    for (let serial = 0; serial < AFTERWARDS; serial += 1) await client.get(READS[serial % READS.length] ?? '');
    usedAgain = served(fault) - before > AFTERWARDS / 10;
  });
  return { ...outcome, usedAgain };
}
