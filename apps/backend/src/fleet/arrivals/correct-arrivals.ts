import { sql } from 'kysely';
import { type Database } from '#platform/database/open-database.ts';
import { MAX_ARRIVALS_A_DAY } from '#platform/database/table-bounds.ts';
import { transact } from '#platform/database/transact.ts';
import { type Spot } from '../positions/judge-fixes.ts';
import { type CourierKey, keyText } from '../positions/work-spans.ts';
import { type Period } from '../trails/trail.ts';
import { affectedBy, type Arrival, correctionOf, SAMPLE_MS, usableIn } from './arrivals-at.ts';
import { readStops } from './open-stops.ts';

/** New fixes of a courier, and the orders near whose places they may be. */
export interface Touched extends CourierKey {
  touched: Period;
  orderIds: readonly number[];
}

// A literal, because two parameters are not the same expression.
const SAMPLE = sql`floor(extract(epoch from at) / ${sql.lit(SAMPLE_MS / 1000)})`;

type Affected = Touched & ReturnType<typeof affectedBy>;

const windowsOf = (affected: readonly Affected[], of: 'changed' | 'needed') =>
  JSON.stringify(
    affected.map(({ officeId, courierId, [of]: { from, to } }) => ({
      officeId,
      courierId,
      from: new Date(from),
      to: new Date(to),
    })),
  );

const given = (windows: string) => sql`
  jsonb_to_recordset(${windows}::jsonb)
    as given ("officeId" text, "courierId" bigint, "from" timestamptz, "to" timestamptz)`;

/** @returns the fixes in a window of each courier, by `keyText`. */
async function readFixes(trx: Database, affected: readonly Affected[]): Promise<Map<string, Spot[]>> {
  const { rows } = await sql<CourierKey & Omit<Spot, 'at'> & { at: Date }>`
    select given."officeId", given."courierId", fix.at, fix.lat, fix.lng, fix.accuracy
    from ${given(windowsOf(affected, 'needed'))}
    cross join lateral (
      select distinct on (${SAMPLE}) at, lat, lng, accuracy from positions
      where office_id = given."officeId" and courier_id = given."courierId" and at >= given."from" and at < given."to"
        and doubt is null
      order by ${SAMPLE}, at
    ) as fix`.execute(trx);
  const fixes = new Map<string, Spot[]>();
  for (const { at, lat, lng, accuracy, ...key } of rows) {
    const of = fixes.get(keyText(key)) ?? [];
    of.push({ at: at.getTime(), lat, lng, accuracy });
    fixes.set(keyText(key), of);
  }
  return fixes;
}

type Stored = CourierKey & Arrival & { orderId: number };

async function readStored(trx: Database, affected: readonly Affected[]): Promise<Stored[]> {
  const { rows } = await sql<CourierKey & { orderId: number; at: Date; until: Date; left: Date | null }>`
    select arrivals.office_id as "officeId", arrivals.courier_id as "courierId", order_id as "orderId",
      arrived_at as at, until_at as until, left_at as left
    from ${given(windowsOf(affected, 'changed'))}
    join arrivals on arrivals.office_id = given."officeId" and arrivals.courier_id = given."courierId"
      and arrivals.arrived_at <= given."to" and arrivals.until_at >= given."from"
      -- A working day ends after 16 hours; the index has no end of a stay.
      and arrivals.arrived_at > given."from" - interval '1 day'`.execute(trx);
  return rows.map((row) => ({
    ...row,
    at: row.at.getTime(),
    until: row.until.getTime(),
    left: row.left?.getTime() ?? null,
  }));
}

interface Changes {
  removed: Stored[];
  /** `rank`: the place among the new arrivals of its courier, from 1; 0 for one that is stored. */
  put: (Stored & { rank: number })[];
  /** Couriers with a new or removed stay. */
  news: CourierKey[];
}

async function write(trx: Database, { removed, put, news }: Changes): Promise<void> {
  const rows = (all: readonly (Stored & { rank?: number })[]) =>
    JSON.stringify(
      all.map(({ at, until, left, ...key }) => ({
        ...key,
        at: new Date(at),
        until: new Date(until),
        left: left === null ? null : new Date(left),
      })),
    );
  const columns = sql`("officeId" text, "courierId" bigint, "orderId" bigint, at timestamptz, until timestamptz, "left" timestamptz, rank integer)`;
  await sql`
    with gone as (
      delete from arrivals using jsonb_to_recordset(${rows(removed)}::jsonb) as old ${columns}
      where office_id = old."officeId" and order_id = old."orderId" and courier_id = old."courierId"
        and arrived_at = old.at
    ), put as (
      insert into arrivals (office_id, order_id, courier_id, arrived_at, until_at, left_at)
      select "officeId", "orderId", "courierId", at, until, "left"
      from jsonb_to_recordset(${rows(put)}::jsonb) as new ${columns}
      -- day: the limit is of days in UTC
      -- A longer stay, which is the usual change, counts nothing.
      where case when rank = 0 then true else rank + (
        select count(*) from arrivals as known
        where known.office_id = new."officeId" and known.courier_id = new."courierId"
          and known.arrived_at >= date_trunc('day', new.at, 'UTC')
          and known.arrived_at < date_trunc('day', new.at, 'UTC') + interval '1 day'
      ) <= ${MAX_ARRIVALS_A_DAY} end
      on conflict (office_id, order_id, courier_id, arrived_at)
      do update set until_at = excluded.until_at, left_at = excluded.left_at
    )
    update courier_positions set arrivals_version = arrivals_version + 1
    from jsonb_to_recordset(${JSON.stringify(news)}::jsonb) as news ("officeId" text, "courierId" bigint)
    where office_id = news."officeId" and courier_id = news."courierId"`.execute(trx);
}

function changesOf(
  affected: readonly Affected[],
  fixes: ReadonlyMap<string, readonly Spot[]>,
  stored: readonly Stored[],
  stops: Awaited<ReturnType<typeof readStops>>,
): Changes {
  const storedAt = Map.groupBy(stored, (row) => `${keyText(row)} ${row.orderId}`);
  const changes: Changes = { removed: [], put: [], news: [] };
  for (const each of affected) {
    const text = keyText(each);
    const { officeId, courierId } = each;
    let [hasNews, added] = [false, 0];
    const usable = usableIn(fixes.get(text) ?? [], each);
    for (const { orderId, closedAt, ...door } of stops.get(text) ?? []) {
      const before = storedAt.get(`${text} ${orderId}`) ?? [];
      const { removed, put, isNews } = correctionOf(door, { usable, stored: before, closedAt }, each.changed);
      const named = (arrival: Arrival): Stored => ({ officeId, courierId, orderId, ...arrival });
      changes.removed.push(...removed.map(named));
      for (const arrival of put) {
        const isStored = before.some(({ at }) => at === arrival.at);
        if (!isStored) added += 1;
        changes.put.push({ ...named(arrival), rank: isStored ? 0 : added });
      }
      hasNews ||= isNews;
    }
    if (hasNews) changes.news.push({ officeId, courierId });
  }
  return changes;
}

/**
 * Corrects the arrivals of couriers after new fixes have been stored. Only what these can have changed is computed, and only
 * what differs is written, so that repeating it changes nothing.
 */
export const correctArrivals = (db: Database, touched: readonly Touched[], now: Date): Promise<void> =>
  transact(db, async (trx) => {
    // Another service may be storing fixes of the same couriers: the later one sees those of both. In one order, so that
    // two cannot deadlock.
    const keys = touched.map(({ officeId, courierId }) => ({ officeId, courierId }));
    await sql`
      select from courier_positions
      join jsonb_to_recordset(${JSON.stringify(keys)}::jsonb) as key ("officeId" text, "courierId" bigint)
        on office_id = key."officeId" and courier_id = key."courierId"
      order by courier_id for update of courier_positions`.execute(trx);
    const affected = touched.map((each) => ({ ...each, ...affectedBy(each.touched) }));
    const stops = await readStops(trx, touched, now);
    const changes = changesOf(affected, await readFixes(trx, affected), await readStored(trx, affected), stops);
    if (changes.removed.length > 0 || changes.put.length > 0) await write(trx, changes);
  });
