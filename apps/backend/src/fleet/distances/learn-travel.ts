import { setTimeout as pause } from 'node:timers/promises';
import { addDays } from '@despacho/contracts/dispatch';
import { sql } from 'kysely';
import { inOffice, type OfficeKey } from '#platform/database/in-office.ts';
import { type Database } from '#platform/database/open-database.ts';
import { type Dispatcher, systemIn } from '#platform/dispatch/dispatcher.ts';
import { officeDay } from '#platform/dispatch/working-day.ts';
import { repeatEvery } from '#platform/repeat.ts';
import { workDays } from '../positions/work-spans.ts';
import { type FleetServices } from '../services.ts';
import { oldestDay, trailOf } from '../trails/read-trail.ts';
import { stopsOf } from '../trails/trail.ts';
import { type Leg, legsOf, sumLegs } from './legs.ts';
import { type TravelCell } from './travel-curve.ts';

const EVERY_MS = 60 * 60_000;
/** Days after which nearly all positions that a phone kept without a signal have arrived. */
const LATE_DAYS = 2;
/** Couriers of an office's day that are read: far more than a day needs to count. */
const MAX_COURIERS = 200;
/** Enough for a way through streets, and 3,000 fixes of twelve hours. */
const EVERY_SECONDS = 15;
/** As for a trail, but shorter: most visits take less than three minutes, and a leg would continue through them. */
const STOP = { radius: 60, minimumMs: 2 * 60_000 };
/** Older legs of a cell lose weight above this number, so that a cell follows the traffic and forgets a bad day. */
const MAX_CELL_LEGS = 2000;

type Needed = Pick<FleetServices, 'db' | 'clock' | 'config' | 'logger' | 'shares'>;

/** @returns what an office's couriers drove, by hour band and class of distance. */
export async function readCells(db: Database, office: OfficeKey): Promise<TravelCell[]> {
  return db
    .selectFrom('travel_cells')
    .select(['band', 'distance_class as distanceClass', 'legs', 'straight', 'along', 'seconds'])
    .where(inOffice(office))
    .execute();
}

/** @returns the first working day after the last learned one whose trails are complete and still stored. */
async function nextDay(services: Needed, office: Dispatcher): Promise<string | undefined> {
  const { db, clock } = services;
  const learned = db
    .selectFrom('travel_cells')
    .select(({ fn }) => fn.max('day').as('day'))
    .where(inOffice(office));
  const next = await db
    .selectFrom('courier_days')
    .select('day')
    .where(inOffice(office))
    .where('day', '>=', oldestDay(services, office))
    .where('day', '<=', addDays(officeDay(clock(), office), -LATE_DAYS))
    .where(({ eb }) => eb('day', '>', eb.fn.coalesce(learned, sql<string>`''`)))
    .orderBy('day')
    .limit(1)
    .executeTakeFirst();
  return next?.day;
}

/** Adds a day to the cells of an office. No day is added twice or out of order, also when another process does the same. */
async function addDay(db: Database, { companyId, officeId }: OfficeKey, day: string, cells: TravelCell[]) {
  const column = (name: keyof TravelCell) => cells.map((cell) => cell[name]);
  const kept = sql`least(1, (${MAX_CELL_LEGS} - excluded.legs)::float8 / greatest(1, travel_cells.legs))`;
  await sql`
    insert into travel_cells (company_id, office_id, day, band, distance_class, legs, straight, along, seconds)
    select ${companyId}, ${officeId}, ${day}, cell.*
    from unnest(${column('band')}::integer[], ${column('distanceClass')}::integer[], ${column('legs')}::integer[],
      ${column('straight')}::float8[], ${column('along')}::float8[], ${column('seconds')}::float8[]) as cell
    on conflict (office_id, band, distance_class) do update set
      day = excluded.day,
      legs = round(travel_cells.legs * ${kept}) + excluded.legs,
      straight = travel_cells.straight * ${kept} + excluded.straight,
      along = travel_cells.along * ${kept} + excluded.along,
      seconds = travel_cells.seconds * ${kept} + excluded.seconds
    where travel_cells.day < excluded.day`.execute(db);
}

/** Learns the next working day of an office, if there is one. @throws the signal's reason between two couriers. */
async function learnDay(services: Needed, office: Dispatcher, signal: AbortSignal): Promise<void> {
  const { db, clock } = services;
  const day = await nextDay(services, office);
  if (day === undefined) return;
  const couriers: Leg[][] = [];
  for (const work of (await workDays(db, office, day)).slice(0, MAX_COURIERS)) {
    const began = performance.now();
    const { fixes } = await trailOf(db, work, clock(), EVERY_SECONDS);
    couriers.push(legsOf(fixes, stopsOf(fixes, STOP)));
    // Leaves others half of the time.
    await pause(performance.now() - began, undefined, { signal });
  }
  await addDay(db, office, day, sumLegs(couriers, office.timeZone));
}

/**
 * Learns from the trails of every office how far and how fast its couriers drive: one working day of each office, the oldest
 * first. What fails is logged, and repeated at the next call.
 */
export async function learnTravel(services: Needed, signal = new AbortController().signal): Promise<void> {
  const { db, shares, config, logger } = services;
  const { dayTurnsAt } = config;
  const report = (error: unknown): void => {
    if (!signal.aborted) logger.warn({ err: error }, 'nothing could be learned from trails');
  };
  const offices = db
    .selectFrom('offices')
    .select(['id as officeId', 'company_id as companyId', 'time_zone as timeZone'])
    .where('closed', 'is', null);
  for (const office of await offices.execute().catch((error: unknown) => (report(error), [])))
    await shares
      .run({ company: '', office: office.officeId, person: '' }, () =>
        learnDay(services, systemIn({ ...office, dayTurnsAt }), signal),
      )
      .catch(report);
}

/** Learns once an hour. @returns a function that stops it after the trail of the current courier. */
export function keepLearning(services: Needed): () => Promise<void> {
  const stop = new AbortController();
  const stopRepeating = repeatEvery(EVERY_MS, () => learnTravel(services, stop.signal));
  return async () => {
    stop.abort();
    await stopRepeating();
  };
}
