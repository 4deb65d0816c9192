import { DISTRICTS, emptyFilter, type OrderFilter } from '@despacho/contracts/dispatch';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { pino } from 'pino';
import { assignOrders } from '../src/assignments/assign-orders.ts';
import { unassignOrders } from '../src/assignments/unassign-orders.ts';
import { systemClock } from '../src/clock.ts';
import { createCourier } from '../src/couriers/create-courier.ts';
import { openDatabase } from '../src/database/open-database.ts';
import { createSearchIndex, dropSearchIndex } from '../src/database/search-index.ts';
import { nextName } from '../src/demo/people.ts';
import { createRandom } from '../src/demo/random.ts';
import { type Dispatcher } from '../src/dispatch/dispatcher.ts';
import { EventFeed } from '../src/events/event-feed.ts';
import { countOrders } from '../src/orders/count-orders.ts';
import { insertOrders, type NewOrder } from '../src/orders/insert-orders.ts';
import { listOrders } from '../src/orders/list-orders.ts';
import { PresenceBoard } from '../src/presence/presence-board.ts';
import { type Services } from '../src/services.ts';

/*
 * What the size of an office costs, and what the size of a request: as ratios, taken in turns within one run, because
 * the figures themselves say more about the machine. Another number of orders than 100,000 may be named.
 */
const FEW = 1000;
const MANY = Number(process.argv[2] ?? 100_000);
const ROUNDS = 15;
const CHUNK = 1000;

const DISPATCHER: Dispatcher = {
  sub: 'N1/bench',
  username: 'bench',
  user: 'Bench',
  charge: 'S',
  companyId: 'norte',
  officeId: 'N1',
  timeZone: 'America/Lima',
};

interface World {
  services: Services;
  courierId: string;
  close: () => Promise<void>;
}

/** So many orders of either office are for somebody whose names are each common, and rare together. */
const RARE = 40;
const RARE_NAME = 'Zósimo Quispe Mamani';

/** @param every one order of so many is for somebody of a rare name. */
function someOrder(random: ReturnType<typeof createRandom>, index: number, every: number): NewOrder {
  const { ubigeo, lat, lng } = random.pick(DISTRICTS);
  const drawn = nextName(random, new Set()).full;
  const name = index % every === 0 ? RARE_NAME : drawn;
  const day = new Date(Date.UTC(2026, 8, 20 + (index % 60)));
  return {
    clientId: String(5000 + random.between(1, 300)),
    clientName: `Bodega ${random.between(1, 300)}`,
    clientPhone: null,
    recipient: name,
    phone: `9${String(random.between(10_000_000, 99_999_999))}`,
    address: `Av. Los Álamos ${random.between(100, 9999)}`,
    reference: null,
    ubigeo,
    lat,
    lng,
    approximate: true,
    date: day.toISOString().slice(0, 10),
    windowFrom: null,
    windowTo: null,
    packages: 1,
    weightGrams: 500,
    collectDue: random.happens(0.3) ? 5000 : null,
    clientReference: `R-${index}`,
    guide: null,
    note: random.happens(0.1) ? 'Nota' : null,
    priority: 'normal',
  };
}

async function openWorld(folder: string, orders: number): Promise<World> {
  const lost = (error: Error): void => {
    throw error;
  };
  const { db, close } = await openDatabase({ databaseUrl: undefined, dataDir: folder }, lost);
  await db.insertInto('companies').values({ id: 'norte', ruc: '20600000011', name: 'N', storage_quota: 1 }).execute();
  await db
    .insertInto('offices')
    .values({ id: 'N1', company_id: 'norte', name: 'N1', time_zone: 'America/Lima' })
    .execute();
  const logger = pino({ level: 'silent' });
  const services: Services = {
    db,
    clock: systemClock,
    logger,
    feed: new EventFeed(db, logger),
    presence: new PresenceBoard(),
    config: { operationsKey: '', storageAccess: undefined, tokenHours: 1 },
  };
  const random = createRandom(7);
  await dropSearchIndex(db);
  for (let from = 0; from < orders; from += CHUNK) {
    const chunk = Array.from({ length: CHUNK }, (_, index) => someOrder(random, from + index, orders / RARE));
    const batch = { id: randomUUID(), now: systemClock() };
    await db.transaction().execute((trx) => insertOrders(trx, DISPATCHER, batch, chunk, 'importada'));
  }
  await createSearchIndex(db);
  const { id: courierId } = await createCourier(services, DISPATCHER, {
    name: 'Pedro',
    phone: null,
    vehicle: 'moto',
    plate: null,
    zones: [],
    shift: { from: '08:00', to: '18:00' },
    capacityOrders: 1000,
    capacityGrams: 1_000_000,
  });
  return { services, courierId, close };
}

const median = (values: number[]): number => values.toSorted((one, other) => one - other)[values.length >> 1] ?? 0;

/** Takes two measurements in turns. @returns the medians in milliseconds. */
async function inTurns(one: () => Promise<number>, other: () => Promise<number>): Promise<[number, number]> {
  const [ones, others]: [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS; round++) {
    ones.push(await one());
    others.push(await other());
  }
  return [median(ones), median(others)];
}

/** Milliseconds of computing, the database's thread included: a busy machine makes work late, not longer. */
const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
};

const page = (filter: Partial<OrderFilter>, sort: '-codigo' | 'vence' = '-codigo') => ({
  filter: { ...emptyFilter(), ...filter },
  sort,
  size: 50,
});

/** Each with the rows it must at least bring, so that nothing is measured by finding nothing. */
const READINGS = [
  ['first page', page({}), 50],
  ['first page by due time', page({}, 'vence'), 50],
  ['filter: district', page({ districts: { is: ['150122'], not: [] } }), 1],
  ['filter: with note and collection', page({ flags: { is: ['con_nota', 'con_cobro'], not: [] } }), 20],
  ['filter: one day', page({ from: '2026-10-10', to: '2026-10-10' }), 10],
  ['search: a name many have', page({ search: 'quispe' }), 50],
  ['search: a name few have', page({ search: 'zosimo' }), RARE],
  ['search: three words few have together', page({ search: 'mamani quispe zosimo' }), RARE],
  ['search: a code', page({ search: 'D0000777' }), 1],
  ['search: nothing has it', page({ search: 'xyzzyx' }), 0],
] as const;

function tell(what: string, [small, large]: [number, number], limit: number): void {
  const ratio = large / small;
  process.stdout.write(
    `  ${what.padEnd(46)} ${small.toFixed(1).padStart(7)} ms ${large.toFixed(1).padStart(8)} ms  ×${ratio.toFixed(1)}` +
      `${ratio <= limit ? '' : `  over ×${limit}`}\n`,
  );
  if (ratio > limit) process.exitCode = 1;
}

async function measure(few: World, many: World): Promise<void> {
  process.stdout.write(`  ${FEW} orders against ${MANY}\n`);
  for (const [what, asked, least] of READINGS) {
    const read =
      ({ services }: World) =>
      async () => {
        const { orders } = await listOrders(services, DISPATCHER, asked);
        if (orders.length < least) throw new Error(`${what}: ${orders.length} rows`);
      };
    tell(what, await inTurns(() => timed(read(few)), () => timed(read(many))), 2); // prettier-ignore
  }
  const counts = ({ services }: World) => timed(() => countOrders(services, DISPATCHER, emptyFilter()));
  // Counting everything looks at everything: told, and no promise.
  tell('all counters of the whole office', await inTurns(() => counts(few), () => counts(many)), Infinity); // prettier-ignore

  const { services, courierId } = many;
  const ids = (await services.db.selectFrom('orders').select('id').orderBy('id').limit(501).execute()).map(
    ({ id }) => id,
  );
  const assign = async (chosen: number[]): Promise<number> => {
    const refs = async () => (await services.db.selectFrom('orders').select(['id', 'version']).where('id', 'in', chosen).execute()).map(({ id, version }) => ({ id: String(id), version })); // prettier-ignore
    const orders = await refs();
    const took = await timed(() => assignOrders(services, DISPATCHER, randomUUID(), { courierId, orders }));
    const back = await unassignOrders(services, DISPATCHER, randomUUID(), await refs());
    if (!back.outcomes.every((each) => each.ok && each.changed)) throw new Error('not everything had been assigned');
    return took;
  };
  process.stdout.write('  assigning 1 against 500\n');
  tell('assign', await inTurns(() => assign(ids.slice(500)), () => assign(ids.slice(0, 500))), 8); // prettier-ignore
}

const folder = await mkdtemp(path.join(tmpdir(), 'despacho-bench-'));
try {
  const few = await openWorld(path.join(folder, 'few'), FEW);
  const filling = performance.now();
  const many = await openWorld(path.join(folder, 'many'), MANY);
  process.stdout.write(`  ${MANY} orders written in ${((performance.now() - filling) / 1000).toFixed(1)} s\n`);
  for (const { services } of [few, many]) await sql`analyze`.execute(services.db);
  await measure(few, many);
  await Promise.all([few.close(), many.close()]);
} finally {
  await rm(folder, { recursive: true, force: true });
}
process.exit();
