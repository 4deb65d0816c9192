import { randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';
import { computing, inTurns, reportRatio } from '@despacho/tooling/load/measure';
import { assignOrders } from '#work/assignments/assign-orders.ts';
import { unassignOrders } from '#work/assignments/unassign-orders.ts';
import { serverComputing, withDatabases } from './support/databases.ts';
import { COUNTED, GROWING, PAGE, type Reading, READINGS, SEARCHES, STEPS } from './support/readings.ts';
import { DISPATCHER, openWorld, type World } from './support/world.ts';

/**
 * How does the cost of a read grow with the size of the office, and that of a write with the size of the request? Prints and
 * bounds the ratios within one run, because absolute times depend on the machine. Takes the numbers of orders of both
 * offices as arguments (default: 1,000 and 100,000). `--postgres` measures on a temporary PostgreSQL (default: 10,000 and
 * 1,000,000); `--only=Hoy` only the reads whose name begins so.
 */
const { values, positionals } = parseArgs({
  options: { postgres: { type: 'boolean', default: false }, only: { type: 'string', default: '' } },
  allowPositionals: true,
});
const chosen = (readings: readonly Reading[]) => readings.filter(({ what }) => what.startsWith(values.only));
const usual = values.postgres ? [10_000, 1_000_000] : [1000, 100_000];
const [FEW = NaN, MANY = NaN] = usual.map((orders, at) => Number(positionals[at] ?? orders));
const measure = ({ services }: World, work: () => Promise<unknown>): Promise<number> =>
  values.postgres ? serverComputing(services.db, work) : computing(work);
const ROUNDS = 15;
/** For work that takes seconds. */
const FEW_ROUNDS = 3;
const BULK = 500;
/** The larger pair has rows that the smaller one lacks: more days, and pages of matches that are further apart. */
const LIMIT = MANY >= 1_000_000 ? 3 : 2;

/**
 * Measures a read in both offices, alternating. Both read as many rows as the small office has, so that the number of
 * rows does not affect the ratio.
 */
async function compare({ what, ask }: Reading, few: World, many: World, limit: number): Promise<void> {
  const size = Math.max(1, await ask(few, PAGE));
  const times = await inTurns(
    ROUNDS,
    () => measure(few, () => ask(few, size)),
    () => measure(many, () => ask(many, size)),
  );
  reportRatio(what, times, limit);
}

/** Measures work on all rows, for each thousand of them. */
async function compareSteps({ what, ask }: Reading, few: World, many: World): Promise<void> {
  const perThousand = (world: World) => async (): Promise<number> => {
    let rows = 0;
    const took = await measure(world, async () => {
      rows = await ask(world, PAGE);
    });
    return (1000 * took) / rows;
  };
  reportRatio(what, await inTurns(FEW_ROUNDS, perThousand(few), perThousand(many)), LIMIT);
}

async function readings(few: World, many: World): Promise<void> {
  process.stdout.write(`  ${FEW} orders against ${MANY}\n`);
  for (const reading of chosen(READINGS)) await compare(reading, few, many, LIMIT);
  for (const reading of chosen(COUNTED)) await compare(reading, few, many, MANY >= 1_000_000 ? LIMIT : Infinity);
  for (const reading of chosen(GROWING)) await compare(reading, few, many, Infinity);
  for (const reading of chosen(STEPS)) await compareSteps(reading, few, many);
  const { neighbour } = many;
  if (!neighbour || values.only !== '') return;
  process.stdout.write(`  ${FEW} orders, and ${FEW} beside an office of ${MANY}\n`);
  for (const reading of SEARCHES) await compare(reading, few, neighbour, LIMIT);
}

async function assigning(world: World): Promise<void> {
  const { services, courierId } = world;
  const { db } = services;
  const open = db.selectFrom('orders').select('id').where('state', '=', 'pendiente');
  // Only the newest orders are open; reopen the others for this measurement.
  await db
    .updateTable('order_progress')
    .set({ state: 'pendiente', courier_id: null, closed_at: null, visit_day: null })
    .where('order_id', '<=', BULK + 1)
    .execute();
  const ids = (
    await open
      .orderBy('id')
      .limit(BULK + 1)
      .execute()
  ).map(({ id }) => id);
  const assign = async (chosen: number[]): Promise<number> => {
    const refs = async () =>
      (await db.selectFrom('orders').select(['id', 'version']).where('id', 'in', chosen).execute()).map(
        ({ id, version }) => ({ id: String(id), version }),
      );
    const orders = await refs();
    const took = await measure(world, () => assignOrders(services, DISPATCHER, randomUUID(), { courierId, orders }));
    const back = await unassignOrders(services, DISPATCHER, randomUUID(), await refs());
    if (!back.outcomes.every((each) => each.ok && each.changed)) throw new Error('not everything had been assigned');
    return took;
  };
  process.stdout.write(`  assigning 1 against ${BULK}\n`);
  reportRatio(
    'assign',
    await inTurns(
      ROUNDS,
      () => assign(ids.slice(BULK)),
      () => assign(ids.slice(0, BULK)),
    ),
    8,
  );
}

await withDatabases(values.postgres, async (placeOf) => {
  const few = await openWorld(await placeOf('few'), FEW);
  const filling = performance.now();
  const many = await openWorld(await placeOf('many'), MANY, FEW);
  process.stdout.write(`  ${MANY} orders written in ${((performance.now() - filling) / 1000).toFixed(1)} s\n`);
  await readings(few, many);
  if (values.only === '') await assigning(many);
  await Promise.all([few.close(), many.close()]);
});
process.exit();
