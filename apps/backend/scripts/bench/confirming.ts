import { execFile } from 'node:child_process';
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { ASSERTION } from '@despacho/contracts/assertion';
import { DISPATCH_OPERATIONS, type DispatchOperationId } from '@despacho/contracts/dispatch';
import { listen } from '@despacho/server/listen';
import { SignJWT } from 'jose';
import { createApp } from '../../src/app.ts';
import { report } from './in-turns.ts';
import { RUC, type World } from './world.ts';

const KEY = 'a key of the benchmark that is long enough for HS256';
const CALLS = 200;
const CLIENT = fileURLToPath(new URL('send-repeatedly.ts', import.meta.url));

/** Frequent reads with their queries, and how much of its answer's CPU a confirmation may take: half more than measured. */
const READS: [id: DispatchOperationId, query: Record<string, string>, limit: number][] = [
  ['orders.list', { limite: '50' }, 0.45],
  ['orders.map', { estado: 'pendiente' }, 0.45],
  ['orders.counts', {}, 0.65],
  ['orders.states', {}, 0.75],
  ['orders.read', {}, 0.3],
  ['couriers.list', {}, 0.45],
  ['evidence.page', {}, 0.25],
  ['evidence.list', {}, 0.5],
  ['events.history', {}, 0.65],
  ['money.day', {}, 0.35],
];

/** The assertion of the gateway. The service's clock does not advance, so it does not expire. */
const assertionOf = ({ dispatcher }: World, now: Date): Promise<string> =>
  new SignJWT({
    username: dispatcher.username,
    user: dispatcher.user,
    company: RUC,
    officeId: dispatcher.officeId,
    charge: dispatcher.charge,
    modules: ['U01', 'D05', 'T02'],
  })
    .setProtectedHeader({ alg: ASSERTION.algorithm, typ: 'JWT' })
    .setSubject(dispatcher.sub)
    .setIssuer(ASSERTION.issuer)
    .setAudience(ASSERTION.audience)
    .setIssuedAt(now)
    .setExpirationTime(new Date(now.getTime() + ASSERTION.lifetime * 1000))
    .sign(new TextEncoder().encode(KEY));

/**
 * Measures what a read costs the service, with its database if that is embedded: answered in full, and confirmed by its
 * version.
 */
export async function confirming(world: World): Promise<void> {
  const { services, dispatcher } = world;
  const config = { ...services.config, operationsKeys: [KEY] };
  // The clock stands still, so that neither an assertion expires nor a version ends with its minute.
  const now = new Date();
  const app = createApp({ ...services, config, clock: () => now }, new AbortController().signal);
  const server = createServer(app);
  const port = await listen(server, 0, '127.0.0.1');
  const { id } = await services.db.selectFrom('orders').select('id').limit(1).executeTakeFirstOrThrow();
  const send = async (address: string, times: number, version?: string) => {
    const headers = {
      authorization: `Bearer ${await assertionOf(world, now)}`,
      ...(version !== undefined && { 'if-none-match': version }),
    };
    const before = process.cpuUsage();
    const { stdout } = await promisify(execFile)(process.execPath, [
      CLIENT,
      address,
      String(times),
      JSON.stringify(headers),
    ]);
    const { user, system } = process.cpuUsage(before);
    return { ...(JSON.parse(stdout) as { status: number; etag: string | null }), cpu: (user + system) / 1000 / times };
  };
  process.stdout.write(`  CPU of an answer against its confirmation, ${CALLS} calls each\n`);
  for (const [operation, query, limit] of READS) {
    const path = DISPATCH_OPERATIONS[operation].path.replace(/^\/api/, '').replace(':id', String(id));
    const address = `http://127.0.0.1:${port}/operations${path}?${new URLSearchParams({ officeId: dispatcher.officeId, ...query }).toString()}`;
    await send(address, 20);
    const full = await send(address, CALLS);
    const confirmed = await send(address, CALLS, full.etag ?? '');
    if (full.status !== 200 || confirmed.status !== 304)
      throw new Error(`${operation}: ${full.status} and ${confirmed.status}`);
    report(operation, [full.cpu, confirmed.cpu], limit);
  }
  server.close();
}
