import { addDays } from '@despacho/contracts/dispatch';
import { sql } from 'kysely';
import { inOffice, type OfficeKey } from '#platform/database/in-office.ts';
import { type Database } from '#platform/database/open-database.ts';
import { type OfficeTime } from '#platform/dispatch/working-day.ts';
import { instantOf } from '#platform/dispatch/zoned-time.ts';
import { pagesOf } from '../phones/phones-repository.ts';
import { MAX_AGE_MS, type Span } from './judge-fixes.ts';

/** A courier, as positions name it. */
export interface CourierKey {
  officeId: string;
  courierId: number;
}

export const keyText = ({ officeId, courierId }: CourierKey): string => `${officeId} ${courierId}`;

/** The couriers as a relation of `office_id` and `courier_id`. */
export const keyRows = (keys: readonly CourierKey[]) => sql`
  select * from unnest(${keys.map(({ officeId }) => officeId)}::text[], ${keys.map(({ courierId }) => courierId)}::bigint[])
  as key (office_id, courier_id)`;

/** A day that is not closed ends after this, so that a forgotten phone is not tracked at home. */
const MAX_DAY_MS = 16 * 60 * 60_000;

/** A working day as stored: the courier's start, the office's, and when it was closed. */
interface Stored {
  day: string;
  timeZone: string;
  startedAt: Date | null;
  setOutAt: Date | null;
  closedAt: Date | null;
}

/**
 * @param isSetOut whether the office's start counts if the courier has made none. It lasts until the day turns.
 * @returns the span; null for a day that has not begun.
 */
function spanOf({ day, timeZone, startedAt, setOutAt, closedAt }: Stored, isSetOut: boolean, dayTurnsAt: string) {
  const from = startedAt ?? (isSetOut ? setOutAt : null);
  if (!from) return null;
  const turn = startedAt ? Infinity : instantOf(addDays(day, 1), dayTurnsAt, timeZone).getTime();
  const to = Math.min(from.getTime() + MAX_DAY_MS, turn, closedAt?.getTime() ?? Infinity);
  return { from: from.getTime(), to } satisfies Span;
}

/**
 * When positions of couriers are accepted, in the last days: from «Salí a ruta» to «Cierre», or to the office's
 * confirmation. «En ruta» of the office opens it for the tracker of a courier who was informed and has no connected page.
 * @param areStored for accepted positions: whether the courier is informed and connected now does not matter.
 * @returns the spans by `keyText`.
 */
export async function workSpans(
  db: Database,
  keys: readonly CourierKey[],
  { now, dayTurnsAt, areStored = false }: { now: Date; dayTurnsAt: string; areStored?: boolean },
): Promise<Map<string, Span[]>> {
  const since = new Date(now.getTime() - MAX_AGE_MS - MAX_DAY_MS);
  const { rows } = await sql<CourierKey & Stored & { isInformed: boolean }>`
    with keys as (${keyRows(keys)})
    select office_id as "officeId", courier_id as "courierId", days.day, offices.time_zone as "timeZone",
      started_at as "startedAt", set_out_at as "setOutAt", coalesce(ended_at, confirmed_at) as "closedAt",
      exists (
        select from courier_trackers as trackers
        where trackers.office_id = days.office_id and trackers.courier_id = days.courier_id
          and trackers.notice_at is not null
      ) and not exists ${pagesOf(db, 'days', now)} as "isInformed"
    from keys join courier_days as days using (office_id, courier_id) join offices on offices.id = office_id
    where started_at > ${since}::timestamptz or set_out_at > ${since}::timestamptz`.execute(db);
  const spans = new Map<string, Span[]>();
  for (const { officeId, courierId, isInformed, ...day } of rows) {
    const key = keyText({ officeId, courierId });
    const span = spanOf(day, areStored || isInformed, dayTurnsAt);
    if (span) spans.set(key, [...(spans.get(key) ?? []), span]);
  }
  return spans;
}

/** A courier's working day that has begun. */
export interface WorkDay extends CourierKey {
  name: string;
  span: Span;
  isClosed: boolean;
}

/** @returns who worked in an office on a working day, by name: all, or one courier. */
export async function workDays(
  db: Database,
  office: OfficeKey & OfficeTime,
  day: string,
  courierId?: number,
): Promise<WorkDay[]> {
  let query = db
    .selectFrom('courier_days')
    .innerJoin('couriers', (join) =>
      join
        .onRef('couriers.office_id', '=', 'courier_days.office_id')
        .onRef('couriers.id', '=', 'courier_days.courier_id'),
    )
    .select(['couriers.name', 'courier_id', 'started_at', 'set_out_at', 'ended_at', 'confirmed_at'])
    .where(inOffice(office, 'courier_days'))
    .where('day', '=', day)
    .orderBy('couriers.name')
    .orderBy('courier_id');
  if (courierId !== undefined) query = query.where('courier_id', '=', courierId);
  return (await query.execute()).flatMap(({ name, courier_id, started_at, set_out_at, ended_at, confirmed_at }) => {
    const closedAt = ended_at ?? confirmed_at;
    const stored = { day, timeZone: office.timeZone, startedAt: started_at, setOutAt: set_out_at, closedAt };
    const span = spanOf(stored, true, office.dayTurnsAt);
    const key = { officeId: office.officeId, courierId: courier_id };
    return span ? [{ ...key, name, span, isClosed: closedAt !== null }] : [];
  });
}
