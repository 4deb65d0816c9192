import { mayUse } from '@despacho/contracts';
import {
  type DayTrails,
  differencesOf,
  FAILED_STATES,
  MAX_DAY_GAPS,
  MAX_DAY_POINTS,
  type OrderState,
  packPeriods,
  packTrail,
} from '@despacho/contracts/dispatch';
import { type Dispatcher } from '#platform/dispatch/dispatcher.ts';
import { countPastRead } from '#platform/past/count-past-read.ts';
import { outlineTrail } from '#fleet/trails/outline-trail.ts';
import {
  inSeconds,
  oldestDay,
  requireKeptDay,
  secondsOf,
  timedPoint,
  trailOf,
  wholeSeconds,
  workOf,
} from '#fleet/trails/read-trail.ts';
import { joinGaps } from '#fleet/trails/trail.ts';
import { type WorkDay, workDays } from '#fleet/positions/work-spans.ts';
import { type DayRow, readDayRows } from '../figures/day-rows.ts';
import { type InsightServices } from '../services.ts';

/** Fixes of a day that are read at most, of all couriers together; of more, only one in some seconds. */
const MAX_FIXES = 400_000;
/** Couriers per calculation of the past, and the maximum for a day: half of a minute's limit. */
const COURIERS_PER_READ = 10;
const MAX_READS = 60;
/** How long several people share the trails of a day. */
const SHARED_MS = 60_000;

type Outline = Omit<DayTrails['couriers'][number], 'visits'>;

async function outlinesOf({ db, clock }: InsightServices, works: readonly WorkDay[]): Promise<Outline[]> {
  const now = clock();
  const seconds = works.reduce((sum, work) => sum + secondsOf(work, now), 0);
  const every = Math.max(1, Math.ceil(seconds / MAX_FIXES));
  const outlines: Outline[] = [];
  // One after the other, so that other requests can use the database in between.
  for (const work of works) {
    const { fixes, stops, gaps } = await trailOf(db, work, now, every);
    outlines.push({
      id: String(work.courierId),
      name: work.name,
      work: workOf(work),
      points: packTrail(outlineTrail(fixes, MAX_DAY_POINTS).map(timedPoint)),
      stops: stops.length,
      gaps: packPeriods(joinGaps(gaps, MAX_DAY_GAPS).map(inSeconds)),
    });
  }
  return outlines;
}

const isFailed = (state: OrderState): boolean => (FAILED_STATES as readonly OrderState[]).includes(state);

/** When a courier's orders were delivered and not delivered. */
type Visits = NonNullable<DayTrails['couriers'][number]['visits']>;

/** @returns the visits of a day's orders, as they are now, by courier. */
async function visitsOf({ db, clock }: InsightServices, dispatcher: Dispatcher, day: string) {
  const rows = await readDayRows(db, dispatcher, day, clock());
  const timesOf = (of: readonly DayRow[], isWanted: (state: OrderState) => boolean): number[] =>
    differencesOf(
      of
        .flatMap(({ state, closedAt }) => (closedAt && isWanted(state) ? [wholeSeconds(closedAt.getTime())] : []))
        .toSorted((one, other) => one - other),
    );
  return new Map(
    [...Map.groupBy(rows, ({ courierId }) => courierId)].map(([courierId, of]): [string | null, Visits] => [
      courierId,
      { delivered: timesOf(of, (state) => state === 'entregada'), failed: timesOf(of, isFailed) },
    ]),
  );
}

/**
 * @param day a working day; today's if undefined.
 * @param modules of the person: without U01 no visit is shown.
 * @returns the couriers who worked, each with an outline of the trail.
 * @throws Refusal expired for a day whose positions were erased; busy for too many within a minute.
 */
export async function readDayTrails(
  services: InsightServices,
  dispatcher: Dispatcher,
  asked: string | undefined,
  modules: readonly string[],
): Promise<DayTrails> {
  const { db, pastFigures } = services;
  const day = requireKeptDay(services, dispatcher, asked);
  const key = `trails ${dispatcher.companyId} ${dispatcher.officeId} ${day}`;
  const outlines = await pastFigures.get(key, { lifeMs: SHARED_MS }, async () => {
    const works = await workDays(db, dispatcher, day);
    countPastRead(services, dispatcher, Math.min(MAX_READS, 1 + Math.floor(works.length / COURIERS_PER_READ)));
    return outlinesOf(services, works);
  });
  // Reads every order of the day, so it is shared as well.
  const visits = mayUse(['U01'], modules)
    ? await pastFigures.get(`visits ${key}`, { lifeMs: SHARED_MS }, () => visitsOf(services, dispatcher, day))
    : null;
  return {
    day,
    oldestDay: oldestDay(services, dispatcher),
    couriers: outlines.map((outline) => ({
      ...outline,
      visits: visits === null ? null : (visits.get(outline.id) ?? { delivered: [], failed: [] }),
    })),
  };
}
