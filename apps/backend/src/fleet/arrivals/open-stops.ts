import { ARRIVAL_RADIUS, arrivalRadius, LOADED_STATES } from '@despacho/contracts/dispatch';
import { type RawBuilder, sql } from 'kysely';
import { type Database } from '#platform/database/open-database.ts';
import { MAX_AGE_MS } from '../positions/judge-fixes.ts';
import { type CourierKey, keyText } from '../positions/work-spans.ts';
import { type Door } from './arrivals-at.ts';

/** A place where a courier may arrive: of an order that is loaded, or was closed while its fixes can still come. */
export interface OpenStop extends Door {
  orderId: number;
  /** When its visit was closed, in milliseconds since 1970. Arrivals after it do not count. */
  closedAt: number;
}

/** How long an office's stops are not read again. A stop that is found later also counts the minutes before. */
export const TTL_MS = 30_000;
/** Stops of an office: far more than it delivers in two days. */
const MAX_STOPS = 50_000;
/** Stops of one courier, so that no fix is compared with all orders of an office. */
const MAX_OF_COURIER = 1000;

type Row = CourierKey & Omit<OpenStop, 'closedAt'> & { closedAt: Date | null; placeRadius: number | null };

/**
 * @param stops rows of `order_progress`.
 * @returns those with a place known to the block or better, of the courier who has them now. Approximate places never count,
 * nor orders of a later date. Within the larger of the office's radius and the place's.
 */
const selectStops = (stops: RawBuilder<unknown>, now: Date) => sql<Row>`
  select stop.office_id as "officeId", stop.courier_id as "courierId", stop.order_id as "orderId",
    stop.closed_at as "closedAt", place.lat, place.lng,
    place.place_radius as "placeRadius", coalesce(offices.arrival_radius, ${ARRIVAL_RADIUS.standard}) as radius
  from (${stops}) as stop
  join offices on offices.id = stop.office_id
  cross join lateral (
    select lat, lng, approximate, place_radius, date from order_details
    where office_id = stop.office_id and id = stop.order_id offset 0
  ) as place
  where stop.courier_id is not null and not place.approximate
    and place.date <= to_char(${now}::timestamptz at time zone offices.time_zone, 'YYYY-MM-DD')`;

const toStop = ({ orderId, closedAt, lat, lng, radius, placeRadius }: Row): OpenStop => ({
  orderId,
  closedAt: closedAt?.getTime() ?? Infinity,
  lat,
  lng,
  radius: arrivalRadius(placeRadius, radius),
});

/** @returns some stops of couriers as they are now, by `keyText`. */
export async function readStops(
  trx: Database,
  wanted: readonly (CourierKey & { orderIds: readonly number[] })[],
  now: Date,
): Promise<Map<string, OpenStop[]>> {
  const pairs = wanted.flatMap(({ officeId, courierId, orderIds }) =>
    orderIds.map((orderId) => ({ officeId, courierId, orderId })),
  );
  const { rows } = await selectStops(
    sql`
    select progress.* from jsonb_to_recordset(${JSON.stringify(pairs)}::jsonb)
      as pair ("officeId" text, "courierId" bigint, "orderId" bigint)
    join order_progress as progress on progress.office_id = pair."officeId" and progress.order_id = pair."orderId"
      and progress.courier_id = pair."courierId"`,
    now,
  ).execute(trx);
  return group(rows);
}

function group(rows: readonly Row[]): Map<string, OpenStop[]> {
  const stops = new Map<string, OpenStop[]>();
  for (const row of rows) {
    const of = stops.get(keyText(row)) ?? [];
    if (of.length < MAX_OF_COURIER) of.push(toStop(row));
    stops.set(keyText(row), of);
  }
  return stops;
}

interface Kept {
  readAt: number;
  stops: Map<string, OpenStop[]>;
}

/** The stops of the offices whose couriers send fixes, in memory: so that a fix far from all of them costs no query. */
export class OpenStops {
  readonly #db: Database;
  readonly #offices = new Map<string, Kept>();

  constructor(db: Database) {
    this.#db = db;
  }

  /** @returns the stops of a courier, as they were some seconds ago. `refresh` comes first. */
  of(key: CourierKey): readonly OpenStop[] {
    return this.#offices.get(key.officeId)?.stops.get(keyText(key)) ?? [];
  }

  /**
   * Reads the stops of these offices, unless that was done a moment ago. Forgets those of offices that are silent.
   * @returns the offices whose stops were read.
   */
  async refresh(officeIds: Iterable<string>, now: Date): Promise<string[]> {
    const time = now.getTime();
    const due = [...new Set(officeIds)].filter((id) => Math.abs(time - (this.#offices.get(id)?.readAt ?? 0)) >= TTL_MS);
    if (due.length === 0) return due;
    for (const [id, { readAt }] of this.#offices) if (time - readAt > 10 * TTL_MS) this.#offices.delete(id);
    for (const id of due) this.#offices.set(id, { readAt: time, stops: await this.#read(id, now) });
    return due;
  }

  async #read(officeId: string, now: Date): Promise<Map<string, OpenStop[]>> {
    // day: earlier than any stop whose positions are still accepted.
    const since = new Date(now.getTime() - MAX_AGE_MS).toISOString().slice(0, 10);
    const columns = sql`select office_id, courier_id, order_id, closed_at from order_progress where office_id = ${officeId}`;
    // Literals, to match the partial indexes.
    const loaded = sql.join(LOADED_STATES.map((state) => sql.lit(state)));
    const { rows } = await selectStops(
      sql`
      (${columns} and state in (${loaded}))
      union all
      (${columns} and visit_day is not null and visit_day >= ${since}) limit ${MAX_STOPS}`,
      now,
    ).execute(this.#db);
    return group(rows);
  }
}
