import { pino } from 'pino';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { systemClock } from '../src/platform/clock.ts';
import { type Database, openDatabase } from '../src/platform/database/open-database.ts';
import { keepPartitions } from '../src/fleet/positions/keep-partitions.ts';
import { PositionWriter } from '../src/fleet/positions/position-writer.ts';
import { createDatabase } from '../test/postgres-server.ts';
import { inTurns, report } from './bench/in-turns.ts';
import { serverComputing, startServer } from './bench/server-computing.ts';

/*
 * Positions on PostgreSQL: CPU per fix of service and server at 5,000 fixes a second, beside 500 a second. Each fix is a
 * request of its own, as Traccar Client sends them; HTTP is not part of it, because its cost per request is constant.
 */
const RATES = [500, 5000] as const;
const COURIERS = 2000;
const FIXES = 10_000;
const ROUNDS = 3;
const MAX_RATIO = 1.3;
const TICK_MS = 10;
const OFFICE = 'N1';

async function fill(db: Database): Promise<void> {
  await db.insertInto('companies').values({ id: 'norte', ruc: '1', name: 'norte', storage_quota: 1 }).execute();
  await db
    .insertInto('offices')
    .values({ id: OFFICE, company_id: 'norte', name: 'N', time_zone: 'America/Lima' })
    .execute();
  await sql`
    insert into couriers (id, company_id, office_id, name, vehicle, zones, shift_from, shift_to, capacity_orders,
      capacity_grams, state, created_at)
    select n, 'norte', ${OFFICE}, 'C' || n, 'moto', '{}', '08:00', '20:00', 30, 30000, 'activo', now()
    from generate_series(1, ${COURIERS}::integer) as n`.execute(db);
  await sql`
    insert into courier_days (company_id, office_id, courier_id, day, started_at)
    select 'norte', ${OFFICE}, n, to_char(now(), 'YYYY-MM-DD'), now() - interval '4 hours'
    from generate_series(1, ${COURIERS}::integer) as n`.execute(db);
}

/** The time of the next fix of each courier: fixes of a courier are a second apart, from three hours ago. */
let step = 0;

/** Sends fixes at a rate. @returns when all have been stored. */
async function sendAt(writer: PositionWriter, perSecond: number): Promise<void> {
  const begun = performance.now();
  const start = Date.now() - 3 * 60 * 60_000;
  const stored: Promise<unknown>[] = [];
  while (stored.length < FIXES) {
    const due = Math.min(FIXES, Math.ceil(((performance.now() - begun) / 1000) * perSecond));
    for (; stored.length < due; step++) {
      const courierId = (step % COURIERS) + 1;
      const at = start + Math.floor(step / COURIERS) * 1000;
      const fix = { at, lat: -12.06, lng: -77.05, accuracy: 10, speed: 4, heading: 90 };
      stored.push(writer.add({ courier: { officeId: OFFICE, courierId } }, [fix]));
    }
    await sleep(TICK_MS);
  }
  const verdicts = (await Promise.all(stored)) as (string | null)[][];
  const refused = verdicts.flat().filter((reason) => reason !== null);
  if (refused.length > 0) throw new Error(`${refused.length} fixes were refused: ${refused[0] ?? ''}`);
}

const server = await startServer();
const databaseUrl = await createDatabase(server.url, 'positions');
const { db, close } = await openDatabase({ databaseUrl, dataDir: '' }, (lost) => {
  throw lost;
});
try {
  await fill(db);
  const stop = await keepPartitions({ db, clock: systemClock, logger: pino({ level: 'silent' }) }, 60);
  const writer = new PositionWriter(db, systemClock);
  // Opens the connections, whose CPU time is counted below.
  await sendAt(writer, RATES[1]);
  const at = (rate: number) => () => serverComputing(db, () => sendAt(writer, rate));
  const [slow, fast] = await inTurns(ROUNDS, at(RATES[0]), at(RATES[1]));
  report(`10,000 fixes at ${RATES[0]} and ${RATES[1]} a second`, [slow, fast], MAX_RATIO);
  await writer.close();
  await stop();
} finally {
  await close();
  await server.stop();
}
