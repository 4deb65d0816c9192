import { parseArgs } from 'node:util';
import { addDays, type Suggest, type Suggestion } from '@despacho/contracts/dispatch';
import { median, quantile, report } from '@despacho/tooling/load/measure';
import { sql } from 'kysely';
import { officeDay } from '#platform/dispatch/working-day.ts';
import { type Database } from '#platform/database/open-database.ts';
import { Refusal } from '#platform/refusal.ts';
import { listCouriersOf } from '#fleet/couriers/couriers-repository.ts';
import { ROUTE_LIMITS } from '#work/routes/routes-in-thread.ts';
import { suggestRoutes } from '#work/routes/suggest-routes.ts';
import { FAKE_UNIT, fakeDistances } from '../test/distances/fake-distances.ts';
import { withDatabases } from './support/databases.ts';
import { checkedDistance } from './support/routing-check.ts';
import { type Customer, type Instance, readInstances } from './support/routing-instances.ts';
import { solveAlone } from './support/solve-instance.ts';
import { DISPATCHER, openEmpty } from './support/world.ts';

/**
 * Does the product suggest routes as good as its solver's, and does a person who asks for the worst delay others? Sends the
 * instances R1, R2, C1, RC1 and RC2 of a folder (`--instances=DIR`), or a generated one, as orders and couriers through
 * `assignments.suggest`, and compares the sum of the distances with the solver alone at the same CPU (`--cpu-ms=1000`). Then
 * ten people at once suggest routes of 2,000 orders at one point with windows that nobody can meet: prints and bounds how
 * long the reads of another office take, the work of the main thread and the memory. `--postgres`: on a temporary server.
 */
const { values } = parseArgs({
  options: {
    postgres: { type: 'boolean', default: false },
    instances: { type: 'string' },
    'cpu-ms': { type: 'string', default: '1000' },
  },
});
const CPU_MS = Number(values['cpu-ms']);
/** How much longer the product's routes may be than those of its solver. */
const MOST = 0.01;
const LIMIT = values.postgres ? { ratio: 2, ms: 25 } : { ratio: 3, ms: 40 };
const NEVER = new AbortController().signal;
const clock = (): Date => new Date();
const tomorrow = addDays(officeDay(clock(), DISPATCHER), 1);
const ORIGIN = { lat: -12.06, lng: -77.05 };

const timeOf = (minute: number): string =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(Math.floor(minute % 60)).padStart(2, '0')}`;
const placeOf = ({ x, y }: Pick<Customer, 'x' | 'y'>) => ({
  lat: ORIGIN.lat + y * FAKE_UNIT,
  lng: ORIGIN.lng + x * FAKE_UNIT,
});

/** Writes an office's day: the first customer is the starting point, a unit is a minute, a unit of demand is a gram. */
async function fillDay(db: Database, instance: Instance, officeId = 'N1'): Promise<void> {
  const [depot, ...customers] = instance.customers;
  if (!depot) throw new Error('An instance without customers');
  await sql`delete from order_progress where office_id = ${officeId}`.execute(db);
  await sql`delete from order_details where office_id = ${officeId}`.execute(db);
  await sql`delete from couriers where office_id = ${officeId}`.execute(db);
  await db
    .updateTable('offices')
    .set({
      starting_point: JSON.stringify({ address: 'Almacén', ...placeOf(depot) }),
      objective: 'fewest-km',
      door_minutes: customers[0]?.service ?? 0,
      route_end: 'start',
    })
    .where('id', '=', officeId)
    .execute();
  await sql`
    insert into couriers (company_id, office_id, name, vehicle, zones, shift_from, shift_to, capacity_orders, capacity_grams,
      state, created_at)
    select 'norte', ${officeId}, 'C' || n, 'moto', '{}', ${timeOf(depot.ready)}, ${timeOf(depot.due)}, 1000,
      ${instance.capacity}::integer, 'activo', now() from generate_series(1, ${instance.vehicles}::integer) as n`.execute(
    db,
  );
  const rows = customers.map((customer, index) => ({
    ...{ code: `${officeId}-${index + 1}`, grams: customer.demand, ...placeOf(customer) },
    ...{ from: timeOf(customer.ready), to: timeOf(customer.due) },
  }));
  await sql`
    with given as (
      insert into order_details (company_id, office_id, code, client_name, recipient, address, ubigeo, lat, lng, approximate,
        date, window_from, window_to, packages, weight_grams, priority, created_at)
      select 'norte', ${officeId}, code, 'Bodega', code, 'Calle ' || code, '150122', lat, lng, false, ${tomorrow}, "from", "to", 1,
        grams, 'normal', now()
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as row (code text, grams integer, lat double precision, lng double precision, "from" text, "to" text)
      returning id)
    insert into order_progress (office_id, order_id, state, due_at, changed_at, changed_username, changed_user, changed_what)
    select ${officeId}, id, 'pendiente', now(), now(), 'ana', 'Ana', 'creada' from given`.execute(db);
}

const EVERYWHERE: Suggest = { day: tomorrow, area: { west: -180, east: 180, south: -90, north: 90 } };

/** @returns the routes of a suggestion, as numbers of customers. */
async function routesOf(db: Database, { parts }: Suggestion): Promise<number[][]> {
  const rows = await db.selectFrom('order_details').select(['id', 'code']).execute();
  const numbers = new Map(rows.map(({ id, code }) => [String(id), Number(code.split('-').at(-1))]));
  return parts.flatMap(({ stops }) =>
    [...Map.groupBy(stops, ({ trip }) => trip).values()].map((trip) =>
      trip.flatMap(({ orders }) => orders.map(({ id }) => numbers.get(id) ?? 0)),
    ),
  );
}

/** A random instance in the manner of Solomon's: a hundred customers in a square, half of them with a window. */
function generated(): Instance {
  let state = 7;
  const below = (most: number): number => (state = (state * 48271) % 2147483647) % most;
  const customers = Array.from({ length: 100 }, (): Customer => {
    const ready = below(2) === 0 ? 0 : 60 + below(400);
    const due = ready === 0 ? 900 : ready + 60 + below(120);
    return { x: below(100), y: below(100), demand: 5 + below(30), ready, due, service: 10 };
  });
  const depot = { x: 50, y: 50, demand: 0, ready: 0, due: 1000, service: 0 };
  const distance = (a: Customer, b: Customer): number => Math.hypot(a.x - b.x, a.y - b.y);
  return { name: 'generated', customers: [depot, ...customers], capacity: 400, vehicles: 100, distance };
}

async function compareWithSolver(db: Database): Promise<void> {
  const given = values.instances === undefined ? [generated()] : readInstances(values.instances);
  const instances = given.filter(({ name }) => /^(R[12]|C1|RC[12]|generated)/i.test(name));
  const limits = { ...ROUTE_LIMITS, cpuMs: CPU_MS + 3000, searchMs: CPU_MS, answerMs: 60_000 };
  const sums = { product: 0, alone: 0 };
  for (const instance of instances) {
    await fillDay(db, instance);
    const suggestion = await suggestRoutes(
      { db, clock, distances: fakeDistances },
      DISPATCHER,
      EVERYWHERE,
      NEVER,
      limits,
    );
    if (suggestion.unplaced.length > 0)
      throw new Error(`${instance.name}: ${suggestion.unplaced.length} without a courier`);
    const product = checkedDistance({ ...instance, vehicles: Infinity }, await routesOf(db, suggestion));
    const alone = solveAlone(instance, 1, CPU_MS).distance;
    report(instance.name, `${product.toFixed(2)} suggested, ${alone.toFixed(2)} by the solver alone`);
    sums.product += product;
    sums.alone += alone;
  }
  const more = sums.product / sums.alone - 1;
  report(`all ${instances.length}`, `${(more * 100).toFixed(2)} % longer (at most ${MOST * 100} %)`, more <= MOST);
}

const ORDERS = 2000;
const [PEOPLE, SECONDS, RUNS] = [10, 8, 5];

/** @returns the milliseconds of reads of another office, and the CPU milliseconds of this thread per read. */
async function timeReads(db: Database, seconds: number): Promise<{ times: number[]; cpuMs: number }> {
  const other = { ...DISPATCHER, officeId: 'N2' };
  const times: number[] = [];
  const begin = process.threadCpuUsage();
  for (const until = Date.now() + seconds * 1000; Date.now() < until;) {
    const at = performance.now();
    await listCouriersOf(db, other, { day: tomorrow, today: tomorrow });
    times.push(performance.now() - at);
    await new Promise((resolve) => setTimeout(resolve, 25)); // waits: a person's pause between two reads
  }
  const { user, system } = process.threadCpuUsage(begin);
  return { times, cpuMs: (user + system) / 1000 };
}

/** The worst that people can ask for: one point, windows that have passed, weights at the limit. */
async function attack(db: Database): Promise<void> {
  const customers = Array.from({ length: ORDERS }, () => ({
    x: 0,
    y: 0,
    demand: 20_000_000,
    ready: 1,
    due: 2,
    service: 60,
  }));
  const depot: Customer = { x: 90, y: 90, demand: 0, ready: 0, due: 1200, service: 0 };
  const hostile = { name: 'hostile', customers: [depot, ...customers], capacity: 2_000_000_000, vehicles: 200 };
  await fillDay(db, { ...hostile, distance: () => 0 });
  await fillDay(db, { ...generated(), vehicles: 20 }, 'N2');
  await timeReads(db, 1);
  const alone = await timeReads(db, SECONDS);
  const answers = { done: 0, refused: 0, slowest: 0 };
  const resident: number[] = [];
  const beside: Awaited<ReturnType<typeof timeReads>>[] = [];
  for (let run = 0; run < RUNS; run++) {
    const until = Date.now() + SECONDS * 1000;
    const asking = Array.from({ length: PEOPLE }, async (_, person) => {
      const dispatcher = { ...DISPATCHER, sub: `N1/p${person}`, username: `p${person}` };
      while (Date.now() < until) {
        const at = performance.now();
        try {
          await suggestRoutes({ db, clock, distances: fakeDistances }, dispatcher, EVERYWHERE, NEVER);
          answers.done += 1;
        } catch (error) {
          if (!(error instanceof Refusal) || error.kind !== 'busy') throw error;
          answers.refused += 1;
        }
        answers.slowest = Math.max(answers.slowest, performance.now() - at);
      }
    });
    beside.push(await timeReads(db, SECONDS));
    await Promise.all(asking);
    resident.push(process.memoryUsage.rss() / 2 ** 20);
  }
  const p95 = quantile(alone.times, 0.95);
  const slow = median(beside.map(({ times }) => quantile(times, 0.95)));
  const work = median(beside.map(({ cpuMs }) => cpuMs)) / (SECONDS * 1000);
  report(
    'answers',
    `${answers.done} done, ${answers.refused} refused, the slowest after ${answers.slowest.toFixed(0)} ms`,
    answers.slowest < 9500,
  );
  report(
    "another office's p95",
    `${p95.toFixed(1)} ms → ${slow.toFixed(1)} ms (at most ×${LIMIT.ratio}, or + ${LIMIT.ms} ms)`,
    slow <= p95 * LIMIT.ratio || slow - p95 <= LIMIT.ms,
  );
  report(
    'main thread',
    `${(alone.cpuMs / (SECONDS * 10)).toFixed(1)} % busy alone, ${(work * 100).toFixed(1)} % beside`,
  );
  const [first = 0, last = 0] = [resident[0], resident.at(-1)];
  report('resident memory', resident.map((each) => `${each.toFixed(0)} MB`).join(', '), last <= first * 1.1);
}

await withDatabases(values.postgres, async (place) => {
  const { db, close } = await openEmpty(await place('routes'));
  await compareWithSolver(db);
  if (values.instances === undefined) await attack(db);
  await close();
});
process.exit();
