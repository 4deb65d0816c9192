import { sendAtRate } from '@despacho/tooling/load/generator';
import { inTurns, report, reportRatio } from '@despacho/tooling/load/measure';
import { sql } from 'kysely';
import { pino } from 'pino';
import { ArrivalDetector } from '#fleet/arrivals/arrival-detector.ts';
import { keepPartitions } from '#fleet/positions/keep-partitions.ts';
import { PositionWriter } from '#fleet/positions/position-writer.ts';
import { systemClock } from '#platform/clock.ts';
import { serverComputing, withDatabases } from './support/databases.ts';
import { DISPATCHER, openFleet, PLACE } from './support/world.ts';

/**
 * How much CPU does a position take of service and PostgreSQL at 5,000 a second, beside 500 a second, and with arrivals
 * beside without? Prints and bounds these ratios. Each fix is a request of its own, as Traccar Client sends them; HTTP is
 * not part of it, because its cost per request is constant. Every courier has twenty stops, and every fifth one stands at
 * one of them.
 */
const RATES = [500, 5000] as const;
const COURIERS = 2000;
const FIXES = 10_000;
const ROUNDS = 3;
const STOPS = 20;
/** How many times the CPU of 500 a second, and of the same without arrivals. */
const MAX_OF_RATE = 1.2;
const MAX_OF_ARRIVALS = 1.5;
/** Half a kilometre from the nearest stop. */
const AWAY = { lat: PLACE.lat + 0.0045, lng: PLACE.lng };

/** The time of the next fix of each courier: fixes of a courier are a second apart, from three hours ago. */
let step = 0;

/** Sends fixes at a rate. @returns when all have been stored. @throws Error if one is refused. */
async function sendFixes(writer: PositionWriter, perSecond: number): Promise<void> {
  const start = Date.now() - 3 * 60 * 60_000;
  const stored = sendAtRate(perSecond, FIXES, () => {
    const courierId = (step % COURIERS) + 1;
    const at = start + Math.floor(step++ / COURIERS) * 1000;
    const fix = { at, ...(courierId % 5 === 0 ? PLACE : AWAY), accuracy: 10, speed: 4, heading: 90 };
    return writer.add({ courier: { officeId: DISPATCHER.officeId, courierId } }, [fix]);
  });
  const verdicts = (await stored) as (string | null)[][];
  await writer.close();
  const refused = verdicts.flat().filter((reason) => reason !== null);
  if (refused.length > 0) throw new Error(`${refused.length} fixes were refused: ${refused[0] ?? ''}`);
}

await withDatabases(true, async (placeOf) => {
  const { db, close } = await openFleet(await placeOf('positions'), COURIERS, STOPS);
  const logger = pino({ level: 'silent' });
  const stop = await keepPartitions({ db, clock: systemClock, logger }, 60);
  const plain = new PositionWriter(db, systemClock);
  const writer = new PositionWriter(db, systemClock, new ArrivalDetector(db, systemClock, logger));
  // Opens the connections, whose CPU time is counted below.
  await sendFixes(plain, RATES[1]);
  const at = (used: PositionWriter, rate: number) => () => serverComputing(db, () => sendFixes(used, rate));
  const rates = await inTurns(ROUNDS, at(writer, RATES[0]), at(writer, RATES[1]));
  reportRatio(`10,000 fixes at ${RATES[0]} and ${RATES[1]} a second`, rates, MAX_OF_RATE);
  for (const rate of RATES) {
    const arrivals = await inTurns(ROUNDS, at(plain, rate), at(writer, rate));
    reportRatio(`10,000 fixes at ${rate} a second, and with arrivals`, arrivals, MAX_OF_ARRIVALS);
  }
  const { rows } = await sql<{ count: number }>`select count(*)::integer as count from arrivals`.execute(db);
  report('arrivals', String(rows[0]?.count ?? 0));
  await plain.close();
  await writer.close();
  await stop();
  await close();
});
