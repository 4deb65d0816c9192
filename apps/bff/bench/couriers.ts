import { setTimeout as sleep } from 'node:timers/promises';
import { createCouriers } from './office.ts';
import { startProduct } from './product.ts';
import { median } from './quantile.ts';
import { signInToOurs, Visitor } from './visitor.ts';

/*
 * CPU of gateway and dispatch service per read of a dispatcher, without couriers and beside 200 with fixes, closings
 * and polls of their routes. The CPU of the couriers' own requests is not attributed to the reads: each round measures four phases with the same
 * fixed load (nothing, reads, couriers, both), and a read costs (reads - nothing) / count without couriers and
 * (both - couriers) / count beside them. So what their changes do to reads counts for the reads: caches they empty,
 * rows they leave, garbage. The live streams of the dispatchers are open in every phase: telling them of closings and
 * positions counts for the couriers. Reads are sent without an ETag and answered in full in both.
 */

const COURIERS = 200;
const DISPATCHERS = 20;
const STOPS = 20;
const PHASE_MS = 10_000;
/** In a phase. Each dispatcher reads the list and the counts by turns, one a second. */
const READS = DISPATCHERS * 10;
/** In a phase; a poll and a fix of each courier: twice as often as a phone does. Closings: ten times as often. */
const CLOSINGS = 20;
/** Maximum cost of a read while couriers are connected, relative to one without them. */
const LIMIT = 1.2;
const rounds = Number(/^--rounds=(\d+)$/.exec(process.argv[2] ?? '')?.[1] ?? 7);

const FILTER = 'officeId=LIMA&estado=pendiente,asignada,en_ruta';
const PATHS = [`/api/orders?${FILTER}&orden=vence&limite=100`, `/api/orders/counts?${FILTER}`];

const { service, gateway, port, stop } = await startProduct();
const dispatchers = Array.from({ length: DISPATCHERS }, () => new Visitor(port, 2));
// Two people, each with the maximum number of sessions.
for (const [index, dispatcher] of dispatchers.entries())
  await signInToOurs(dispatcher, ['ana.torres', 'luis.quispe'][index % 2], 'despacho');
const [office = new Visitor(port, 1)] = dispatchers;
const couriers = await createCouriers(port, office, COURIERS, STOPS);
let isOver = false;
/** The gateway ends streams after a while, and pages open them again. */
async function listen(dispatcher: Visitor): Promise<void> {
  const stream = await dispatcher.openStream();
  if (stream.statusCode !== 200) throw new Error(`A stream was answered ${stream.statusCode}`);
  stream.resume().once('close', () => {
    if (!isOver) void listen(dispatcher);
  });
}
await Promise.all(dispatchers.map(listen));

/** Starts jobs at random times of a phase: what arrives in step costs less, and would flatter the reads. */
const pace = (count: number, job: (index: number) => Promise<void> | undefined): Promise<unknown> =>
  Promise.all(
    Array.from({ length: count }, async (_, index) => {
      await sleep(Math.random() * PHASE_MS);
      await job(index);
    }),
  );

async function read(index: number): Promise<void> {
  const path = PATHS[Math.floor(index / DISPATCHERS) % PATHS.length] ?? '';
  const reply = await dispatchers[index % DISPATCHERS]?.send(path);
  if (reply?.status !== 200) throw new Error(`A read was answered ${reply?.status}`);
}

let closed = 0;
const LOADS = {
  reads: () => pace(READS, read),
  couriers: () =>
    Promise.all([
      pace(COURIERS, (index) => couriers[index]?.poll()),
      pace(COURIERS, (index) => couriers[index]?.move()),
      pace(CLOSINGS, () => couriers[closed++ % COURIERS]?.close()),
    ]),
};
const PHASES = { nothing: [], reads: [LOADS.reads], couriers: [LOADS.couriers], both: Object.values(LOADS) };
type Costs = Record<keyof typeof PHASES, number>;

const cpu = async (): Promise<number> => (await gateway.cpu()) + (await service.cpu());

/** @returns CPU microseconds of each phase. */
async function measureRound(): Promise<Costs> {
  const costs: Costs = { nothing: 0, reads: 0, couriers: 0, both: 0 };
  for (const name of Object.keys(PHASES) as (keyof Costs)[]) {
    const before = await cpu();
    // A second more, so that what a phase leaves to do counts for it.
    await Promise.all([sleep(PHASE_MS + 1000), ...PHASES[name].map((load) => load())]);
    costs[name] = (await cpu()) - before;
  }
  return costs;
}

await measureRound(); // until the code is compiled
const measured: Costs[] = [];
for (let round = 0; round < rounds; round += 1) measured.push(await measureRound());

const alone = measured.map(({ reads, nothing }) => (reads - nothing) / READS);
const beside = measured.map(({ both, couriers: own }) => (both - own) / READS);
const own = measured.map(({ couriers: busy, nothing }) => (busy - nothing) / PHASE_MS / 10);
const ratios = beside.map((cost, round) => cost / (alone[round] ?? NaN));
const ratio = median(ratios);
process.stdout.write(
  `  a read of ${DISPATCHERS} dispatchers: ${median(alone).toFixed(0)} µs without couriers, ${median(beside).toFixed(0)} µs beside ${COURIERS}, ${ratio.toFixed(2)}× (limit ${LIMIT}×); by round: ${ratios.map((each) => each.toFixed(2)).join(', ')}\n`,
);
process.stdout.write(`  the couriers' own: ${median(own).toFixed(0)} % of a core\n`);
if (!(ratio <= LIMIT)) process.exitCode = 1;
isOver = true;
for (const visitor of dispatchers) visitor.close();
for (const courier of couriers) courier.leave();
await stop();
