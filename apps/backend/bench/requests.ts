import { createServer } from 'node:http';
import { parseArgs } from 'node:util';
import { ASSERTION } from '@despacho/contracts/assertion';
import { listen } from '@despacho/server/listen';
import { startSender } from '@despacho/tooling/load/generator';
import { computing, inTurns, report } from '@despacho/tooling/load/measure';
import { SignJWT } from 'jose';
import { DISTRICTS_VERSION } from '#platform/districts/districts.ts';
import { createApp } from '../src/app.ts';
import { serverComputing, withDatabases } from './support/databases.ts';
import { addReaders, DISPATCHER, KEY, openWorld, PHONE, RUC, TOKEN, type World } from './support/world.ts';

/**
 * How much CPU of the service do the reads take that open pages and phones send most? Prints milliseconds, the ratio to the
 * cheapest read of the same run, and the share that a confirmation by the version of the answer takes; both ratios are
 * bounded. Takes the numbers of orders of the offices as arguments (default: 10,000 and 100,000). `--postgres` measures on
 * a temporary PostgreSQL, including its CPU; `--only=orders` only the reads whose name begins so.
 */
const { values, positionals } = parseArgs({
  options: { postgres: { type: 'boolean', default: false }, only: { type: 'string', default: '' } },
  allowPositionals: true,
});
const SIZES = (positionals.length > 0 ? positionals : ['10000', '100000']).map(Number);
const CALLS = 40;
const ROUNDS = 5;

/** Reads one row, so that it costs what every request costs. */
const CHEAPEST = '/operations/settings';

/** Reads with the limits of their ratios: to the cheapest read, and of a confirmation (half more than measured). */
const READS: { what: string; path: string; limit?: number; confirmed?: number }[] = [
  { what: 'orders.list', path: '/operations/orders?limite=50', limit: 4, confirmed: 0.45 },
  { what: 'orders.list: ten that changed', path: '/operations/orders?ids=91,92,93,94,95,96,97,98,99,100', limit: 3 },
  { what: 'orders.list: search', path: '/operations/orders?limite=50&buscar=quispe', limit: 5 },
  { what: 'orders.counts', path: '/operations/orders/counts', limit: 2.5, confirmed: 0.65 },
  { what: 'orders.states', path: '/operations/orders/states', confirmed: 0.75 },
  { what: 'orders.map', path: '/operations/orders/map', limit: 8 },
  { what: 'orders.map: pending', path: '/operations/orders/map?estado=pendiente', confirmed: 0.45 },
  { what: 'orders.read', path: '/operations/orders/99', limit: 5, confirmed: 0.3 },
  { what: 'couriers.list', path: '/operations/couriers', limit: 4, confirmed: 0.45 },
  { what: 'attention.list', path: '/operations/attention', limit: 9 },
  { what: 'districts.list', path: `/operations/districts?version=${DISTRICTS_VERSION}`, limit: 2.5 },
  { what: 'clients.list', path: '/legacy/base/clients', limit: 4 },
  { what: 'evidence.page', path: '/operations/evidence', confirmed: 0.25 },
  { what: 'evidence.list', path: '/operations/orders/99/evidence', confirmed: 0.5 },
  { what: 'events.history', path: '/operations/events/history', confirmed: 0.65 },
  { what: 'money.day', path: '/operations/money', confirmed: 0.35 },
  { what: 'field.route: thirty stops', path: '/operations/field/route', limit: 4.5 },
].filter(({ what }) => what.startsWith(values.only));

/** Claims of a courier's phone, and of a person. */
const DEVICE = { device: PHONE, deviceName: 'bench' };
const PERSON = {
  sub: DISPATCHER.sub,
  username: DISPATCHER.username,
  user: DISPATCHER.user,
  company: RUC,
  officeId: DISPATCHER.officeId,
  charge: DISPATCHER.charge,
  modules: ['U01', 'D01', 'D02', 'D03', 'D04', 'D05', 'M01', 'T02'],
};

async function authorizationOf(path: string, now: Date): Promise<string> {
  if (path.startsWith('/legacy/')) return `Bearer ${TOKEN}`;
  const isField = path.startsWith('/operations/field/');
  const assertion = await new SignJWT(isField ? DEVICE : PERSON)
    .setProtectedHeader({ alg: ASSERTION.algorithm, typ: 'JWT' })
    .setIssuer(ASSERTION.issuer)
    .setAudience(isField ? ASSERTION.fieldAudience : ASSERTION.audience)
    .setIssuedAt(now)
    .setExpirationTime(new Date(now.getTime() + ASSERTION.lifetime * 1000))
    .sign(new TextEncoder().encode(KEY));
  return `Bearer ${assertion}`;
}

const sender = startSender();

async function measureAll({ services }: World): Promise<void> {
  /** When the clock stands still: a version may end with its minute. */
  let still: Date | undefined;
  const clock = () => still ?? new Date();
  const server = createServer(createApp({ ...services, clock }, new AbortController().signal));
  const port = await listen(server, 0, '127.0.0.1');
  /** @returns CPU milliseconds per request; with a version, of its confirmation. */
  const costOf = async (path: string, version = ''): Promise<{ cost: number; bytes: number; etag: string }> => {
    const isField = path.startsWith('/operations/field/');
    const office = isField ? '' : `${path.includes('?') ? '&' : '?'}officeId=${DISPATCHER.officeId}`;
    const headers = {
      authorization: await authorizationOf(path, clock()),
      ...(version !== '' && { 'if-none-match': version }),
    };
    let last = { status: 0, bytes: 0, etag: '' };
    const work = async (): Promise<void> => {
      last = await sender.send({ port, path: `${path}${office}`, headers, count: CALLS });
    };
    const cost = (await (values.postgres ? serverComputing(services.db, work) : computing(work))) / CALLS;
    if (last.status !== (version === '' ? 200 : 304)) throw new Error(`${path} was answered ${last.status}`);
    return { cost, ...last };
  };
  for (const { what, path, limit = Infinity, confirmed = Infinity } of READS) {
    const { bytes } = await costOf(path);
    const full = async () => (await costOf(path)).cost;
    const [cheapest, cost] = await inTurns(ROUNDS, async () => (await costOf(CHEAPEST)).cost, full);
    const bound = limit === Infinity ? '' : ` (at most ×${limit})`;
    const figures = [`${cost.toFixed(1)} ms`, `×${(cost / cheapest).toFixed(1)}${bound}`];
    let share = 0;
    if (confirmed < Infinity) {
      still = new Date();
      const { etag } = await costOf(path);
      const [answered, again] = await inTurns(ROUNDS, full, async () => (await costOf(path, etag)).cost);
      share = again / answered;
      still = undefined;
      figures.push(`confirmed ${share.toFixed(2)}× (at most ${confirmed}×)`);
    }
    figures.push(`${(bytes / 1024).toFixed(1)} KB`);
    report(what.padEnd(32), figures.join('  '), cost / cheapest <= limit && share <= confirmed);
  }
  server.close();
  server.closeAllConnections();
}

await withDatabases(values.postgres, async (placeOf) => {
  for (const orders of SIZES) {
    const world = await openWorld(await placeOf(`orders${orders}`), orders);
    await addReaders(world);
    process.stdout.write(`  ${orders} orders\n`);
    await measureAll(world);
    await world.close();
  }
});
sender.stop();
process.exit();
