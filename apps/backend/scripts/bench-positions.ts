import { pino } from 'pino';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { systemClock } from '../src/platform/clock.ts';
import { type Database, openDatabase } from '../src/platform/database/open-database.ts';
import { ArrivalDetector } from '../src/fleet/arrivals/arrival-detector.ts';
import { keepPartitions } from '../src/fleet/positions/keep-partitions.ts';
import { PositionWriter } from '../src/fleet/positions/position-writer.ts';
import { createDatabase } from '@despacho/tooling/machine/postgres-server';
import { inTurns, report } from './bench/in-turns.ts';
import { serverComputing, startServer } from './bench/server-computing.ts';

/*
 * Positions on PostgreSQL: CPU per fix of service and server at 5,000 fixes a second, beside 500 a second, and with
 * arrivals beside without. Each fix is a request of its own, as Traccar Client sends them; HTTP is not part of it, because
 * its cost per request is constant. Every courier has twenty stops, and every fifth one stands at one of them.
 */
const RATES = [500, 5000] as const;
const COURIERS = 2000;
const FIXES = 10_000;
const ROUNDS = 3;
const STOPS = 20;
/** How many times the CPU of 500 a second, and of the same without arrivals. */
const MAX_OF_RATE = 1.2;
const MAX_OF_ARRIVALS = 1.5;
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
  // Stop m of a courier is m kilometres north of where the courier is.
  await sql`
    insert into order_details (id, company_id, office_id, code, client_name, recipient, address, ubigeo, lat, lng,
      approximate, date, packages, weight_grams, priority, created_at)
    select n * 100 + m, 'norte', ${OFFICE}, 'D' || n * 100 + m, 'B', 'R', 'A', '150105', ${PLACE.lat} + m * 0.009, ${PLACE.lng},
      false, to_char(now() - interval '1 day', 'YYYY-MM-DD'), 1, 1, 'normal', now()
    from generate_series(1, ${COURIERS}::integer) as n, generate_series(0, ${STOPS - 1}::integer) as m`.execute(db);
  await sql`analyze order_details`.execute(db);
  // In parts, because triggers count them.
  for (let stop = 0; stop < STOPS; stop++)
    await sql`
      insert into order_progress (office_id, order_id, state, due_at, courier_id, changed_at, changed_username,
        changed_user, changed_what)
      select office_id, id, 'en_ruta', to_timestamp(0), id / 100, now(), '', '', 'asignada' from order_details
      where id % 100 = ${stop}`.execute(db);
  await sql`analyze order_progress`.execute(db);
}

const PLACE = { lat: -12.06, lng: -77.05 };
/** Half a kilometre from the nearest stop. */
const AWAY = { lat: PLACE.lat + 0.0045, lng: PLACE.lng };

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
      const fix = { at, ...(courierId % 5 === 0 ? PLACE : AWAY), accuracy: 10, speed: 4, heading: 90 };
      stored.push(writer.add({ courier: { officeId: OFFICE, courierId } }, [fix]));
    }
    await sleep(TICK_MS);
  }
  const verdicts = (await Promise.all(stored)) as (string | null)[][];
  await writer.close();
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
  const logger = pino({ level: 'silent' });
  const stop = await keepPartitions({ db, clock: systemClock, logger }, 60);
  const plain = new PositionWriter(db, systemClock);
  const writer = new PositionWriter(db, systemClock, new ArrivalDetector(db, systemClock, logger));
  // Opens the connections, whose CPU time is counted below.
  await sendAt(plain, RATES[1]);
  const at = (used: PositionWriter, rate: number) => () => serverComputing(db, () => sendAt(used, rate));
  const rates = await inTurns(ROUNDS, at(writer, RATES[0]), at(writer, RATES[1]));
  report(`10,000 fixes at ${RATES[0]} and ${RATES[1]} a second`, rates, MAX_OF_RATE);
  for (const rate of RATES) {
    const arrivals = await inTurns(ROUNDS, at(plain, rate), at(writer, rate));
    report(`10,000 fixes at ${rate} a second, and with arrivals`, arrivals, MAX_OF_ARRIVALS);
  }
  const { rows } = await sql<{ count: number }>`select count(*)::integer as count from arrivals`.execute(db);
  process.stdout.write(`  ${rows[0]?.count ?? 0} arrivals\n`);
  await plain.close();
  await writer.close();
  await stop();
} finally {
  await close();
  await server.stop();
}
