import {
  addDays,
  type CourierTrail,
  MAX_TRAIL_POINTS,
  packTrail,
  type TimedPoint,
  toMeter,
} from '@despacho/contracts/dispatch';
import { sql } from 'kysely';
import { countRows } from '#platform/database/count-rows.ts';
import { type Database } from '#platform/database/open-database.ts';
import { readColumns } from '#platform/database/packed-rows.ts';
import { type Dispatcher } from '#platform/dispatch/dispatcher.ts';
import { officeDay } from '#platform/dispatch/working-day.ts';
import { countPastRead } from '#platform/past/count-past-read.ts';
import { Refusal } from '#platform/refusal.ts';
import { requireCourier } from '../couriers/couriers-repository.ts';
import { type FleetServices } from '../services.ts';
import { type Spot } from '../positions/judge-fixes.ts';
import { outlineTrail } from './outline-trail.ts';
import { DAY_MS } from '../positions/partitions.ts';
import { gapsOf, type Period, type Stop, stopsOf, usableFixes } from './trail.ts';
import { type WorkDay, workDays } from '../positions/work-spans.ts';

type Needed = Pick<FleetServices, 'db' | 'clock' | 'config' | 'pastReads'>;

/** The first working day whose positions are still stored as a whole. */
export const oldestDay = ({ clock, config }: Pick<Needed, 'clock' | 'config'>, dispatcher: Dispatcher): string =>
  addDays(officeDay(new Date(clock().getTime() - config.positionRetentionDays * DAY_MS), dispatcher), 1);

/**
 * @param day a working day; today's if undefined.
 * @returns the day. @throws Refusal expired for a day whose positions were erased.
 */
export function requireKeptDay(services: Needed, dispatcher: Dispatcher, day: string | undefined): string {
  if (day !== undefined && day < oldestDay(services, dispatcher))
    throw new Refusal(
      'expired',
      `Las posiciones de ese día ya se borraron: se guardan ${services.config.positionRetentionDays} días. Elija un día posterior`,
    );
  return day ?? officeDay(services.clock(), dispatcher);
}

export const wholeSeconds = (milliseconds: number): number => Math.floor(milliseconds / 1000);

export const inSeconds = ({ from, to }: Period): Period => ({ from: wholeSeconds(from), to: wholeSeconds(to) });

export const timedPoint = ({ at, lat, lng }: Spot): TimedPoint => ({ at: wholeSeconds(at), lat, lng });

/** When a working day began, and ended if it is closed, in seconds. */
export const workOf = ({ span, isClosed }: WorkDay): NonNullable<CourierTrail['work']> => ({
  from: wholeSeconds(span.from),
  to: isClosed ? wholeSeconds(span.to) : null,
});

/** The known positions of a courier during work. */
export interface Trail {
  fixes: Spot[];
  stops: Stop[];
  gaps: Period[];
  /** Fixes that are impossible given the others. Those marked doubtful on arrival are not read. */
  leftOut: number;
}

const NO_TRAIL: Trail = { fixes: [], stops: [], gaps: [], leftOut: 0 };

const inWork = (db: Database, { officeId, courierId, span }: WorkDay) =>
  db
    .selectFrom('positions')
    .where('office_id', '=', officeId)
    .where('courier_id', '=', courierId)
    .where('at', '>=', new Date(span.from))
    .where('at', '<=', new Date(span.to));

/** @returns the number of doubtful fixes during work: all of them, because a jump is often within seconds of a good one. */
async function countDoubtful(db: Database, work: WorkDay): Promise<number> {
  return countRows(inWork(db, work).where('doubt', 'is not', null));
}

/**
 * @param every of these many seconds, the first fix is read.
 * @returns the fixes of a courier during work, by time, without doubtful ones.
 */
async function fixesOf(db: Database, work: WorkDay, every: number): Promise<Spot[]> {
  const seconds = sql<number>`extract(epoch from at)::bigint`;
  const period = sql<number>`extract(epoch from at)::bigint / ${sql.lit(every)}`;
  let query = inWork(db, work)
    .where('doubt', 'is', null)
    .select([seconds.as('at'), 'lat', 'lng', 'accuracy']);
  if (every > 1) query = query.distinctOn(period).orderBy(period);
  const { at, lat, lng, accuracy } = await readColumns(db, query.orderBy('positions.at'), [
    'at',
    'lat',
    'lng',
    'accuracy',
  ]);
  return at.map((time, index) => ({
    at: time * 1000,
    lat: lat[index] ?? 0,
    lng: lng[index] ?? 0,
    accuracy: accuracy[index] ?? null,
  }));
}

/** @returns how long a day of work has lasted until now, in seconds. */
export const secondsOf = ({ span }: WorkDay, now: Date): number =>
  Math.max(0, Math.min(span.to, now.getTime()) - span.from) / 1000;

/**
 * Fixes of a courier's day that are read at most, one each five seconds of 16 hours: stops and outlines of a tracker that
 * measures once a second would occupy the process for seconds.
 */
const MAX_FIXES = 12_000;

/**
 * @param now until when a silence of a day that is not closed counts.
 * @param every as in `fixesOf`, at least.
 */
export async function trailOf(db: Database, work: WorkDay, now: Date, every = 1): Promise<Trail> {
  const sampled = Math.max(every, Math.ceil(secondsOf(work, now) / MAX_FIXES));
  const { fixes, leftOut } = usableFixes(await fixesOf(db, work, sampled));
  const ends = [{ at: work.span.from }, ...fixes, { at: Math.min(work.span.to, now.getTime()) }];
  return { fixes, leftOut, stops: stopsOf(fixes), gaps: gapsOf(ends) };
}

/** A courier and a day with the trail, which is empty if the courier did not work. */
interface DayOfCourier {
  day: string;
  name: string;
  work: WorkDay | undefined;
  trail: Trail;
}

/**
 * Reads the trail of a working day for a person, which counts as a calculation of the past.
 * @throws Refusal not-found for a courier of another office; expired for a day whose positions were erased; busy for too
 * many within a minute.
 */
export async function readDayOf(
  services: Needed,
  dispatcher: Dispatcher,
  { courierId, day: asked }: { courierId: number; day: string | undefined },
): Promise<DayOfCourier> {
  const { db, clock } = services;
  const day = requireKeptDay(services, dispatcher, asked);
  const { name } = await requireCourier(db, dispatcher, courierId);
  countPastRead(services, dispatcher);
  const [work] = await workDays(db, dispatcher, day, courierId);
  if (!work) return { day, name, work, trail: NO_TRAIL };
  const trail = await trailOf(db, work, clock());
  return { day, name, work, trail: { ...trail, leftOut: trail.leftOut + (await countDoubtful(db, work)) } };
}

/** @returns the trail of a courier's working day. @throws Refusal as `readDayOf`. */
export async function readTrail(
  services: Needed,
  dispatcher: Dispatcher,
  asked: { courierId: number; day: string | undefined },
): Promise<CourierTrail> {
  const { day, name, work, trail } = await readDayOf(services, dispatcher, asked);
  const { fixes, stops, gaps, leftOut } = trail;
  return {
    courier: { id: String(asked.courierId), name },
    day,
    work: work ? workOf(work) : null,
    points: packTrail(outlineTrail(fixes, MAX_TRAIL_POINTS).map(timedPoint)),
    stops: stops.map((stop) => ({ lat: toMeter(stop.lat), lng: toMeter(stop.lng), ...inSeconds(stop) })),
    gaps: gaps.map(inSeconds),
    leftOut,
  };
}
