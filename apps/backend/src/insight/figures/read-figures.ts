import {
  DISPATCH_EVENT_ACCESS,
  type Activity,
  type ClientsFigures,
  type CouriersFigures,
  MAX_FIGURE_ROWS,
  type MoneyFigures,
  ORDER_STATE_CODES,
  type OrderState,
  addDays,
  PUNCTUALITY_DAYS,
  type PunctualityFigures,
  type TodayFigures,
  MAX_BREAKDOWN,
} from '@despacho/contracts/dispatch';
import { mayUse } from '@despacho/contracts';
import { sql } from 'kysely';
import { inOffice } from '#platform/database/in-office.ts';
import { type Database } from '#platform/database/open-database.ts';
import { DISTRICTS } from '#platform/districts/districts.ts';
import { type Dispatcher } from '#platform/dispatch/dispatcher.ts';
import { officeDay } from '#platform/dispatch/working-day.ts';
import { heldCash, heldCashAt } from '#work/money/cash-limit.ts';
import { countPastRead } from '#platform/past/count-past-read.ts';
import { requireMoment } from '#platform/past/require-moment.ts';
import { listReasonsOf } from '#orders/reasons/reasons-repository.ts';
import { type InsightServices } from '../services.ts';
import {
  breakdown,
  courierPace,
  courseOf,
  dueAndCollected,
  endOf,
  groupRows,
  isCounted,
  isDone,
  isFailed,
  isLate,
  isOpen,
  moneyOf,
  promiseKept,
  statesOf,
} from './day-figures.ts';
import {
  type DayRow,
  type Kept,
  readDayRows,
  readDayRowsAt,
  readKeptAt,
  readRevisitedRows,
  statesAt,
} from './day-rows.ts';
import { readActivity } from './read-activity.ts';
import { beginOf, readUsualCourse } from './usual-course.ts';

/** Rows are read again when the office's log has grown. Retention and erasure write no event. */
const ROWS_MS = 60_000;
/** Days long past hardly change. */
const USUAL_MS = 10 * 60_000;
const DAY_MS = 24 * 3_600_000;

/** The orders of many days are read for the punctuality of the past. */
const KEPT_WEIGHT = 5;

/** Orders of the days before a past day that are read one by one; with more, those days are counted as they are now. */
const MOST_KEPT = 20_000;

/** Modules that may see amounts. */
const AMOUNTS = ['D05'] as const;

/** Which figures a person asks for. */
export interface View {
  /** Without one, the working day at the time of the figures. */
  day?: string | undefined;
  /** A past minute of the office's calendar, `2026-11-25T14:05`; now without one. */
  moment?: string | undefined;
}

/** The time of the figures, and the office's working day then. */
interface Time {
  at: Date;
  today: string;
  isPast: boolean;
}

/** The orders of a day, as they were at the time of the figures. */
interface DayOf extends Time {
  day: string;
  isToday: boolean;
  rows: readonly DayRow[];
  /** Failed visits of the day whose orders are visited again. */
  revisited: readonly DayRow[];
}

const officeKey = ({ companyId, officeId }: Dispatcher): string => `${companyId} ${officeId}`;

async function readPosition(db: Database, { officeId }: Dispatcher): Promise<number> {
  const { position } = await db
    .selectFrom('offices')
    .select('event_position as position')
    .where('id', '=', officeId)
    .executeTakeFirstOrThrow();
  return position;
}

async function timeOf(services: InsightServices, dispatcher: Dispatcher, moment: string | undefined): Promise<Time> {
  const isPast = moment !== undefined;
  const at = isPast ? await requireMoment(services, dispatcher, moment) : services.clock();
  return { at, today: officeDay(at, dispatcher), isPast };
}

/** Calculates something of a past minute once for all widgets and people who ask within a minute. */
function ofPast<T>(
  services: InsightServices,
  dispatcher: Dispatcher,
  { what, at, weight }: { what: string; at: Date; weight?: number },
  calculate: () => Promise<T>,
): Promise<T> {
  const key = `${what} ${officeKey(dispatcher)} ${at.toISOString()}`;
  return services.pastFigures.get(key, { lifeMs: ROWS_MS }, async () => {
    countPastRead(services, dispatcher, weight);
    return calculate();
  });
}

async function readDay(services: InsightServices, dispatcher: Dispatcher, view: View): Promise<DayOf> {
  const { db, figures } = services;
  const time = await timeOf(services, dispatcher, view.moment);
  const { at, today, isPast } = time;
  const day = view.day ?? today;
  const calculate = async () => ({
    rows: await (isPast ? readDayRowsAt : readDayRows)(db, dispatcher, day, at),
    revisited: await readRevisitedRows(db, dispatcher, day, isPast ? at : null),
  });
  const read = async () => {
    if (isPast) return ofPast(services, dispatcher, { what: `rows ${day}`, at }, calculate);
    const position = await readPosition(db, dispatcher);
    return figures.get(`rows ${officeKey(dispatcher)} ${day}`, { stamp: position, lifeMs: ROWS_MS }, calculate);
  };
  return { ...time, day, isToday: day === today, ...(await read()) };
}

const districtName = (ubigeo: string): string => DISTRICTS.of(ubigeo)?.name ?? ubigeo;

async function reasonNames({ db }: InsightServices, dispatcher: Dispatcher): Promise<(code: string) => string> {
  const names = new Map((await listReasonsOf(db, dispatcher)).map(({ code, name }) => [code, name]));
  return (code) => names.get(code) ?? code;
}

/** The states of the day before at the same time of day; null if it had no orders. */
async function readBefore(
  services: InsightServices,
  dispatcher: Dispatcher,
  { at, isPast }: Time,
): Promise<Record<OrderState, number> | null> {
  const { db, figures } = services;
  const then = new Date(Math.floor((at.getTime() - DAY_MS) / 60_000) * 60_000);
  const count = async () => (await statesAt(dispatcher, officeDay(then, dispatcher), then).execute(db)).rows;
  const counts = isPast
    ? await ofPast(services, dispatcher, { what: 'before', at: then }, count)
    : await figures.get(`before ${officeKey(dispatcher)}`, { stamp: then.getTime(), lifeMs: ROWS_MS }, count);
  if (counts.length === 0) return null;
  const known = new Map(counts.map(({ state, orders }) => [state, orders]));
  return Object.fromEntries(ORDER_STATE_CODES.map((state) => [state, known.get(state) ?? 0])) as Record<
    OrderState,
    number
  >;
}

/** D01: the progress of the day compared with yesterday and the usual, and its expected end. */
export async function readToday(
  services: InsightServices,
  dispatcher: Dispatcher,
  view: View = {},
): Promise<TodayFigures> {
  const { day, isToday, rows, revisited, ...time } = await readDay(services, dispatcher, view);
  const { at } = time;
  const begin = beginOf(day, dispatcher);
  const end = beginOf(addDays(day, 1), dispatcher);
  const until = at < begin ? begin : at > end ? end : at;
  const usual = await services.figures.get(`usual ${officeKey(dispatcher)} ${day}`, { lifeMs: USUAL_MS }, () =>
    readUsualCourse(services.db, dispatcher, day),
  );
  const done = courseOf(rows, begin, until);
  const failed = [...rows.filter(isFailed), ...revisited];
  const due = rows.filter(isOpen).map(({ dueAt }) => dueAt.getTime());
  return {
    day,
    at: at.toISOString(),
    states: statesOf(rows),
    before: isToday ? await readBefore(services, dispatcher, time) : null,
    course: { from: begin.toISOString(), done, usual },
    usual: usual?.[Math.min(done.length, usual.length) - 1] ?? null,
    end: isToday ? endOf(rows, at) : null,
    lastDue: due.length === 0 ? null : new Date(Math.max(...due)).toISOString(),
    late: rows.filter((row) => isLate(row, at)).length,
    failures: {
      total: failed.length,
      reasons: breakdown(failed, ({ reason }) => reason, await reasonNames(services, dispatcher)),
      districts: breakdown(failed, ({ ubigeo }) => ubigeo, districtName),
    },
  };
}

/** How many of the orders whose first window is over kept it. */
function keptOf(rows: readonly DayRow[], at: Date): Kept {
  const outcomes = rows.map((row) => promiseKept(row, at));
  const met = outcomes.filter((outcome) => outcome === 'cumplido').length;
  return { met, due: met + outcomes.filter((outcome) => outcome === 'incumplido').length };
}

/** @returns the punctuality of some days, now. */
async function readKept(
  db: Database,
  dispatcher: Dispatcher,
  { from, to }: { from: string; to: string },
  now: Date,
): Promise<(Kept & { day: string })[]> {
  const { rows } = await sql<Kept & { day: string }>`
    select date as day, coalesce(sum(orders) filter (where met), 0)::integer as met, sum(orders)::integer as due
    from promise_tallies
    where ${inOffice(dispatcher)} and ubigeo = '' and promised_to <= ${now} and date >= ${from} and date <= ${to}
    group by date`.execute(db);
  return rows;
}

/** @returns the same as it was at an instant, as far as the number of orders allows. */
async function readKeptOf(
  db: Database,
  dispatcher: Dispatcher,
  span: { from: string; to: string },
  at: Date,
): Promise<(Kept & { day: string })[]> {
  const { rows } = await sql<{ orders: number }>`
    select coalesce(sum(orders), 0)::integer as orders from order_tallies
    where ${inOffice(dispatcher)} and date >= ${span.from} and date <= ${span.to}`.execute(db);
  const read = (rows[0]?.orders ?? 0) > MOST_KEPT ? readKept : readKeptAt;
  return read(db, dispatcher, span, at);
}

/** D02: deliveries within the window that was first promised. */
export async function readPunctuality(
  services: InsightServices,
  dispatcher: Dispatcher,
  view: View = {},
): Promise<PunctualityFigures> {
  const { day, at, isPast, rows } = await readDay(services, dispatcher, view);
  const span = { from: addDays(day, -PUNCTUALITY_DAYS), to: addDays(day, -1) };
  const before = isPast
    ? await ofPast(services, dispatcher, { what: `kept ${day}`, at, weight: KEPT_WEIGHT }, () =>
        readKeptOf(services.db, dispatcher, span, at),
      )
    : await readKept(services.db, dispatcher, span, at);
  const known = new Map(before.map((each) => [each.day, each]));
  const now = keptOf(rows, at);
  const pending = rows.filter((row) => promiseKept(row, at) === 'vigente').length;
  const days = Array.from({ length: PUNCTUALITY_DAYS }, (_, index) => {
    const each = addDays(day, index - PUNCTUALITY_DAYS);
    const { met = 0, due = 0 } = known.get(each) ?? {};
    return { day: each, met, due };
  });
  const grouped = (valueOf: (row: DayRow) => string | null) =>
    [...groupRows(rows, valueOf)]
      .map(([value, group]) => ({ value, ...keptOf(group, at) }))
      .filter(({ due }) => due > 0);
  return {
    day,
    ...now,
    pending,
    without: rows.filter(isCounted).length - now.due - pending,
    days: [...days, { day, ...now }],
    hours: grouped((row) => row.promisedHour)
      .map(({ value, ...kept }) => ({ hour: value, ...kept }))
      .sort((one, other) => one.hour.localeCompare(other.hour)),
    districts: grouped((row) => row.ubigeo)
      .map(({ value, ...kept }) => ({ ubigeo: value, name: districtName(value), ...kept }))
      .sort((one, other) => other.due - other.met - (one.due - one.met) || other.due - one.due)
      .slice(0, MAX_BREAKDOWN),
  };
}

interface Carrying {
  id: string;
  name: string;
  seenAt: Date | null;
}

/**
 * The couriers with these ids, and when their phone or tracker last reached the service.
 * @param withPositions whether the times of positions count too, which need M01.
 */
async function readCarriers(
  db: Database,
  dispatcher: Dispatcher,
  ids: readonly string[],
  withPositions: boolean,
): Promise<Carrying[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<Carrying>`
    select couriers.id::text as id, couriers.name, greatest(
      (select max(used_at) from courier_devices as devices
        where devices.office_id = couriers.office_id and devices.courier_id = couriers.id),
      (select max(used_at) from courier_trackers as trackers
        where trackers.office_id = couriers.office_id and trackers.courier_id = couriers.id),
      (select max(arrived_at) from courier_positions as places
        where ${withPositions} and places.office_id = couriers.office_id and places.courier_id = couriers.id)) as "seenAt"
    from couriers where ${inOffice(dispatcher, 'couriers')} and couriers.id = any(${ids}::bigint[])`.execute(db);
  return rows;
}

const ordersOf = (groups: readonly (readonly DayRow[])[]): number =>
  groups.reduce((sum, group) => sum + group.length, 0);

/** D03: how far each courier is. Amounts need D05. */
export async function readCouriers(
  services: InsightServices,
  dispatcher: Dispatcher,
  modules: readonly string[],
  view: View = {},
): Promise<CouriersFigures> {
  const { day, isToday, at, isPast, rows, revisited } = await readDay(services, dispatcher, view);
  const groups = groupRows([...rows.filter(isCounted), ...revisited], ({ courierId }) => courierId);
  const most = [...groups]
    .map(([id, group]) => ({ id, group, open: group.filter(isOpen).length }))
    .sort((one, other) => other.open - one.open || other.group.length - one.group.length)
    .slice(0, MAX_FIGURE_ROWS);
  const carriers = await readCarriers(
    services.db,
    dispatcher,
    most.map(({ id }) => id),
    mayUse(['M01'], modules),
  );
  const known = new Map(carriers.map((each) => [each.id, each]));
  const readHeld = async () => {
    if (isPast) return heldCashAt(services.db, dispatcher, day, at);
    return isToday ? heldCash(services.db, dispatcher, day) : null;
  };
  const held = mayUse(AMOUNTS, modules) ? await readHeld() : null;
  return {
    day,
    at: at.toISOString(),
    couriers: most.map(({ id, group }) => ({
      id,
      name: known.get(id)?.name ?? '',
      total: group.length,
      done: group.filter(isDone).length,
      failed: group.filter(isFailed).length,
      late: group.filter((row) => isLate(row, at)).length,
      onTheWay: group.filter(({ state }) => state === 'en_ruta').length,
      ...(isToday ? courierPace(group, at) : { perHour: null, end: null }),
      // Only the last time is stored.
      seenAt: isToday && !isPast ? (known.get(id)?.seenAt?.toISOString() ?? null) : null,
      cash: held === null ? null : (held.get(Number(id)) ?? 0),
    })),
    total: groups.size,
    unlisted: ordersOf([...groups.values()]) - ordersOf(most.map(({ group }) => group)),
    unassigned: rows.filter((row) => isCounted(row) && row.courierId === null).length,
  };
}

/** D04: the money of the day. Amounts need D05. */
export async function readMoney(
  services: InsightServices,
  dispatcher: Dispatcher,
  modules: readonly string[],
  view: View = {},
): Promise<MoneyFigures> {
  const { day, rows } = await readDay(services, dispatcher, view);
  const { open, means, ...counts } = moneyOf(rows);
  const isShown = mayUse(AMOUNTS, modules);
  return {
    day,
    ...counts,
    open: isShown ? open : null,
    means: means.map((each) => ({ ...each, amount: isShown ? each.amount : null })),
  };
}

/** D05: how far the orders of each client are, and those whose sender is not in the directory. */
export async function readClients(
  services: InsightServices,
  dispatcher: Dispatcher,
  view: View = {},
): Promise<ClientsFigures> {
  const { day, rows } = await readDay(services, dispatcher, view);
  const nameOf = await reasonNames(services, dispatcher);
  const counted = rows.filter(isCounted);
  const groups = groupRows(counted, ({ clientId }) => clientId);
  const figuresOf = (group: readonly DayRow[]) => {
    const failed = group.filter(isFailed);
    return {
      total: group.length,
      done: group.filter(isDone).length,
      failed: failed.length,
      reasons: breakdown(failed, ({ reason }) => reason, nameOf),
      ...dueAndCollected(group),
    };
  };
  const clients = [...groups].map(([id, group]) => ({ id, name: group.at(-1)?.clientName ?? '', ...figuresOf(group) }));
  const outside = counted.filter(({ clientId }) => clientId === null);
  const open = ({ total, done }: { total: number; done: number }): number => total - done;
  const sorted = clients.sort((one, other) => open(other) - open(one) || other.total - one.total);
  return {
    day,
    clients: sorted.slice(0, MAX_FIGURE_ROWS),
    total: groups.size,
    outside: outside.length === 0 ? null : figuresOf(outside),
    unlisted: sorted.slice(MAX_FIGURE_ROWS).reduce((sum, { total }) => sum + total, 0),
  };
}

/** D06: what happened last. @param modules of the person. @param moment a past minute, as in a view. */
export async function readOfficeActivity(
  services: InsightServices,
  dispatcher: Dispatcher,
  modules: readonly string[],
  moment?: string,
): Promise<Activity> {
  const { db, figures } = services;
  const hasZones = mayUse(DISPATCH_EVENT_ACCESS['zone.changed'], modules);
  const what = hasZones ? 'activity with zones' : 'activity';
  const { at, isPast } = await timeOf(services, dispatcher, moment);
  if (isPast)
    return ofPast(services, dispatcher, { what, at }, () =>
      readActivity(db, dispatcher, at, { hasZones, byTime: true }),
    );
  const position = await readPosition(db, dispatcher);
  return figures.get(`${what} ${officeKey(dispatcher)}`, { stamp: position, lifeMs: ROWS_MS }, () =>
    readActivity(db, dispatcher, at, { hasZones }),
  );
}
