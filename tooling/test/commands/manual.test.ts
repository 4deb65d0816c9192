import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Writable } from 'node:stream';
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { BEFORE_BASELINE, connect } from '../../../apps/backend/tools/database.ts';
import { setNewest } from '../../../apps/backend/test/earlier-release.ts';
import { Client } from '../../src/load/client.ts';
import { OrdersAtWork } from '../../src/load/orders-at-work.ts';
import { createRandom } from '../../src/load/random.ts';
import { testsNeed } from '../../src/machine/needs.ts';
import { type PostgresServer, startPostgres } from '../../src/machine/postgres-server.ts';
import { ROOT } from '../../src/root.ts';
import { freePort } from '../../src/stack/ports.ts';
import { blocksOf, MANUAL } from './manual.ts';
import { NOT_EXECUTED } from './not-executed.ts';

/*
 * Types the code blocks of docs/operations.md on an empty server of PostgreSQL, with other ports and names. `FULL=1`, which
 * `npm run verify:long` sets, types those of two gateways and two services as well.
 */

const BLOCKS = blocksOf(MANUAL);
const [PREPARATION = '', FIRST_PERSON = '', ONE_OF_EACH = ''] = blocksOf(MANUAL, '## Starting');
const [DATABASE = ''] = blocksOf(MANUAL, '## Connections to PostgreSQL');
const PASSWORD = 'cuatro palabras sueltas';
const HOST = 'despacho.example.pe';
/** Orders of the import. */
const ORDERS = 50;
const OFFICE = 'officeId=LIMA';

const isLong = process.env['FULL'] === '1';
/** Under `npm test` and in the long run the documented build exists; a single run uses the sources. */
const PROGRAM = process.env['TEST_REPORTS'] === undefined && !isLong ? 'src/main.ts' : 'dist/main.js';

/** @returns the only line with a text, of all blocks. */
function lineWith(text: string): string {
  const found = BLOCKS.flatMap((block) => block.split('\n')).filter((line) => line.includes(text));
  expect(found, text).toHaveLength(1);
  return found[0] ?? '';
}

/** Ports in the manual and in docker/. */
const PORTS = [80, 443, 3000, 3001, 4000, 4001, 4080, 6379, 9090, 9091] as const;

/** A shell in a folder that looks like a checkout. */
interface Machine {
  folder: string;
  /** The port that replaces one of the manual. */
  port: (port: (typeof PORTS)[number]) => number;
  /** Types a block of the manual. @returns what it printed. @throws Error if a command fails. */
  type: (block: string) => Promise<string>;
}

/** @param name of its role and of its database. */
async function startMachine(server: PostgresServer, name: string): Promise<Machine> {
  const folder = mkdtempSync(join(tmpdir(), `despacho-${name}-`));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  const ports = new Map<number, number>();
  for (const port of PORTS) ports.set(port, await freePort());
  const port: Machine['port'] = (one) => ports.get(one) ?? one;
  const { hostname, port: serverPort, username } = new URL(server.url);
  const here = (text: string): string =>
    text
      .replaceAll(/\b(?:3000|3001|4000|4001|4080|6379|9090|9091)\b/g, (found) => String(ports.get(Number(found))))
      .replaceAll('127.0.0.1:443', `127.0.0.1:${port(443)}`)
      .replaceAll('/etc/haproxy/tls', join(folder, 'tls'));
  const typed = (block: string): string =>
    here(block)
      .replaceAll(/^npm .*\n/gm, (line) => {
        expect(Object.keys(NOT_EXECUTED)).toContain(line.trim());
        return '';
      })
      .replaceAll(/^(?:psql|export DATABASE_URL=).*$/gm, (line) =>
        line.replaceAll('despacho', name).replace('@127.0.0.1/', `@127.0.0.1:${serverPort}/`),
      )
      .replaceAll('dist/main.js', PROGRAM)
      // Those with the default ports.
      .replace(/^(node apps\/backend\/\S+ &)$/m, `PORT=${port(4000)} $1`)
      .replace(/^(node apps\/bff\/\S+)$/m, `PORT=${port(3000)} ADMIN_PORT=${port(9090)} $1 &`);
  for (const each of ['apps', 'node_modules', 'packages']) symlinkSync(`${ROOT}${each}`, join(folder, each));
  mkdirSync(join(folder, 'docker'));
  for (const file of ['haproxy.cfg', 'haproxy-services.cfg'])
    writeFileSync(
      join(folder, 'docker', file),
      here(readFileSync(`${ROOT}docker/${file}`, 'utf8'))
        .replaceAll(/bind :(80|443)\b/g, (_, found: string) => `bind 127.0.0.1:${ports.get(Number(found))}`)
        // The limit of open files may be lower here.
        .replace(/maxconn \d+/, 'maxconn 2000'),
    );

  const script = `set -euo pipefail; while IFS= read -r -d '' -u 3 block; do eval "$block"; printf '\\nTYPED\\n'; done`;
  const shell = spawn('bash', ['-c', script], {
    cwd: folder,
    env: {
      PATH: process.env['PATH'],
      HOME: folder,
      PGHOST: hostname,
      PGPORT: serverPort,
      PGUSER: username,
      PGDATABASE: 'postgres',
    },
    stdio: ['pipe', 'pipe', 'pipe', 'pipe'],
    detached: true,
  });
  let output = '';
  for (const stream of [shell.stdout, shell.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  // Only `user create` reads it.
  shell.stdin.end(`${PASSWORD}\n`);
  const commands = shell.stdio[3] as Writable;
  // All programs it started have ended, too.
  const closed = once(shell, 'close');
  onTestFinished(async () => {
    process.kill(-(shell.pid ?? 0), 'SIGTERM');
    await closed;
  });
  const type = async (block: string): Promise<string> => {
    const before = output.length;
    commands.write(`${typed(block)}\0`);
    await vi.waitFor(
      () => {
        if (shell.exitCode === null) expect(output.slice(before)).toContain('\nTYPED\n');
      },
      { timeout: 180_000, interval: 50 },
    );
    expect(shell.exitCode, `${block}\n${output.slice(before)}`).toBeNull();
    return output.slice(before);
  };
  return { folder, port, type };
}

const isReady = (port: number) =>
  vi.waitFor(
    async () => {
      const answer = await fetch(`http://127.0.0.1:${port}/ready`);
      expect(await answer.json()).toEqual({ ready: true, reasons: [] });
    },
    { timeout: 120_000, interval: 200 },
  );

/** A machine whose database was restored from the backup of another one. */
async function restoreElsewhere(server: PostgresServer, { folder }: Machine): Promise<Machine> {
  const elsewhere = await startMachine(server, 'elsewhere');
  await elsewhere.type(PREPARATION);
  await elsewhere.type(DATABASE);
  cpSync(join(folder, 'backup'), join(elsewhere.folder, 'backup'), { recursive: true });
  expect(await elsewhere.type(lineWith('backup restore'))).toContain('Restored the backup');
  expect(await elsewhere.type(lineWith('call people.list'))).toContain('jefa');
  return elsewhere;
}

const hasPostgres = testsNeed('PostgreSQL');

describe.runIf(hasPostgres)('docs/operations.md on PostgreSQL, as a plain owner', { timeout: 180_000 }, () => {
  it('reaches a sign-in, an import, and a backup that is restored elsewhere', async () => {
    const server = await startPostgres();
    onTestFinished(() => server.stop());
    const machine = await startMachine(server, 'manual');
    for (const block of [PREPARATION, DATABASE, FIRST_PERSON, ONE_OF_EACH]) await machine.type(block);
    await isReady(machine.port(9090));
    const client = new Client(machine.port(3000), '127.0.0.1');
    onTestFinished(() => client.close());
    expect((await client.signIn('LIMA', 'jefa', PASSWORD)).status).toBe(200);
    expect(await machine.type(lineWith('call couriers.create'))).toContain('Juan Pérez');
    expect(await machine.type(lineWith('backup create'))).toContain('Backup written to ');
    await restoreElsewhere(server, machine);
  });
});

const hasHaproxy = testsNeed('HAProxy');

describe.runIf(isLong && hasPostgres && hasHaproxy)('docs/operations.md with HAProxy', { timeout: 900_000 }, () => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await startPostgres();
    return () => server.stop();
  });

  async function importOrders(client: Client): Promise<void> {
    const day = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
    const lines = Array.from({ length: ORDERS }, (_, n) => `Bodega;Persona ${n};Av. Grau ${n};Barranco;${day}`);
    const file = Buffer.from(['cliente;destinatario;direccion;distrito;fecha', ...lines].join('\n'));
    const type = { 'content-type': 'text/csv' };
    const seen = await client.post(`/api/imports?${OFFICE}&fileName=x.csv`, file, type);
    expect(seen.status, JSON.stringify(seen.body)).toBe(200);
    const { id } = seen.body as { id: string };
    const answers = { clients: [], keepOthers: true };
    expect((await client.post(`/api/imports/${id}/clients?${OFFICE}`, answers)).status).toBe(200);
    const done = await client.post(
      `/api/imports/${id}/commit?${OFFICE}`,
      { orders: ORDERS },
      { 'idempotency-key': randomUUID() },
    );
    expect(done.status, JSON.stringify(done.body)).toBe(200);
  }

  const countOrders = async (client: Client): Promise<number> => {
    const { status, body } = await client.get(`/api/orders?${OFFICE}&limite=100`);
    expect(status).toBe(200);
    return (body as { orders: unknown[] }).orders.length;
  };

  /** @returns the requests that failed until the work ended, of ten in a second. */
  async function failedBeside(client: Client, work: Promise<unknown>): Promise<{ failed: string[]; requests: number }> {
    const orders = new OrdersAtWork(createRandom(1));
    const failed: string[] = [];
    const end = work.then(() => 'end' as const);
    let requests = 0;
    do {
      requests += 1;
      const isChange = requests % 5 === 0;
      const refused = isChange ? await orders.step(client) : await client.get(`/api/orders?${OFFICE}`);
      if (refused && refused.status !== 200)
        failed.push(`${requests}: ${isChange ? 'change' : 'read'} ${refused.status}`);
    } while ((await Promise.race([end, sleep(100)])) !== 'end');
    expect(orders.acknowledged).toBeGreaterThan(0);
    failed.push(...(await orders.check(client)));
    return { failed, requests };
  }

  it('sets up two gateways and two services, replaces them during work, and upgrades 0.9.0', async () => {
    const machine = await startMachine(server, 'manual');
    for (const block of [PREPARATION, DATABASE, FIRST_PERSON, ...blocksOf(MANUAL, '### Two gateways and two services')])
      await machine.type(block);
    await isReady(machine.port(9091));
    const ca = readFileSync(join(machine.folder, 'secrets/fullchain.pem'));
    const client = new Client(machine.port(443), '127.0.0.1', { name: { host: HOST, ca } });
    onTestFinished(() => client.close());
    expect((await client.signIn('LIMA', 'jefa', PASSWORD)).status).toBe(200);
    await importOrders(client);
    expect(await machine.type(lineWith('call couriers.create'))).toContain('Juan Pérez');

    const [rolling = ''] = blocksOf(MANUAL, '### One instance at a time');
    const { failed, requests } = await failedBeside(client, machine.type(rolling));
    console.log(`${requests} requests beside the replacement of all instances, ${failed.length} failed`);
    expect(failed).toEqual([]);

    expect(await machine.type(lineWith('backup create'))).toContain('Backup written to ');
    const elsewhere = await restoreElsewhere(server, machine);
    const db = connect({ connectionString: new URL('/elsewhere', server.url).href, max: 1 });
    await setNewest(db, BEFORE_BASELINE.newest);
    await db.destroy();
    expect(await elsewhere.type(lineWith('database upgrade'))).toContain('Start the service');
    await elsewhere.type(ONE_OF_EACH);
    await isReady(elsewhere.port(9090));
    const other = new Client(elsewhere.port(3000), '127.0.0.1');
    onTestFinished(() => other.close());
    expect((await other.signIn('LIMA', 'jefa', PASSWORD)).status).toBe(200);
    expect([await countOrders(client), await countOrders(other)]).toEqual([ORDERS, ORDERS]);
  });
});
