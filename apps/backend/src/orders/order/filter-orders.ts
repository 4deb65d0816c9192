import {
  DUE_SOON_MINUTES,
  firstDayRead,
  LOCATED_METERS,
  OPEN_STATES,
  type OrderFilter,
  type OrderFlag,
  type OrderPromise,
  STREET_RADIUS,
  writeOrderFilter,
  ZONE_UNITS,
} from '@despacho/contracts/dispatch';
import { type RawBuilder, sql } from 'kysely';
import { searchPatterns } from './search-text.ts';
import { inOffice, type OfficeKey } from '#platform/database/in-office.ts';

type Condition = RawBuilder<boolean>;

const DAY_MS = 24 * 60 * 60_000;

const open = sql<boolean>`orders.state in (${sql.join(OPEN_STATES)})`;

/**
 * Whether a place is known too vaguely, or its candidates disagree: `isToLocate` of the contracts.
 * @param place row with `approximate`, `place_radius` and `place_contested`.
 */
export const toLocate = (place: string): Condition => {
  const column = (name: string) => sql.ref(`${place}.${name}`);
  return sql`(${column('place_contested')} or (${column('approximate')}
    and coalesce(${column('place_radius')}, ${sql.lit(STREET_RADIUS.unknown)}) > ${sql.lit(LOCATED_METERS)}))`;
};

/** The condition of each chip at an instant. None evaluates to null, so that each can be negated. */
export const flagCondition = (flag: OrderFlag, now: Date): Condition => {
  const soon = new Date(now.getTime() + DUE_SOON_MINUTES * 60_000);
  switch (flag) {
    case 'sin_asignar':
      return sql`orders.state = 'pendiente'`;
    case 'vencidas':
      return sql`(${open} and orders.due_at < ${now})`;
    case 'por_vencer':
      return sql`(${open} and orders.due_at >= ${now} and orders.due_at < ${soon})`;
    case 'no_entregadas':
      return sql`orders.state = 'no_entregada'`;
    case 'con_cobro':
      return sql`orders.collect_due is not null`;
    case 'con_nota':
      return sql`orders.note is not null`;
    case 'sin_evidencia':
      return sql`(orders.state = 'entregada' and orders.evidence = 0)`;
    case 'por_ubicar':
      return sql`(${open} and ${toLocate('orders')})`;
  }
};

/** Whether an order kept its first promise at an instant. Null for orders without one, as for an empty column. */
export const promiseAt = (now: Date): RawBuilder<OrderPromise> => sql`case
  when orders.promised_to is null or orders.state = 'anulada' then null
  when orders.promised_to > ${now} then 'vigente'
  when orders.state = 'entregada' and orders.closed_at between orders.promised_from and orders.promised_to then 'cumplido'
  else 'incumplido' end`;

const among = (column: string | RawBuilder<unknown>, values: readonly unknown[]): Condition =>
  sql`${typeof column === 'string' ? sql.ref(column) : column} in (${sql.join(values)})`;

/** An empty column matches none of the values. */
const choose = (column: string | RawBuilder<unknown>, is: readonly unknown[], not: readonly unknown[]): Condition[] => [
  ...(is.length > 0 ? [among(column, is)] : []),
  ...(not.length > 0 ? [sql<boolean>`(${among(column, not)}) is not true`] : []),
];

/** The condition on `order_search`, without the office; undefined for a search without words. */
export function textCondition(search: string): Condition | undefined {
  const { words, whole } = searchPatterns(search);
  if (words.length === 0) return undefined;
  const anyOf = (patterns: readonly string[]) =>
    sql<boolean>`(${sql.join(
      patterns.map((pattern) => sql`order_search.text like ${pattern}`),
      sql` or `,
    )})`;
  const all = sql.join<boolean>(words.map(anyOf), sql` and `);
  return whole.length > 0 ? sql`((${all}) or ${anyOf(whole)})` : all;
}

/** An office with a quarter of all orders is large. */
const LARGE_SHARE = 4;

/**
 * A query for the ids of the orders that a search finds by the index. The index lists the texts of the office, and
 * intersecting that list with those of the words reads all of it: cheaper than reading texts of others, except in a large
 * office.
 */
export function foundByIndex(office: OfficeKey, text: Condition): RawBuilder<unknown> {
  const { companyId, officeId } = office;
  const isLarge = sql`(
    (select ${LARGE_SHARE} * sum(orders) from order_tallies where ${inOffice(office)}) > (select max(order_id) from order_search))`;
  // The planner does not use the index for an expression.
  return sql`
    select order_id from order_search
    where ${isLarge} is not true and ${inOffice(office, 'order_search')} and ${text}
    union all
    select order_id from order_search
    where ${isLarge} and order_search.company_id = ${companyId} and order_search.office_id || '' = ${officeId}
      and ${text}`;
}

/** @returns the search text if the filter consists only of that. */
export function searchAlone({ search, ...others }: OrderFilter): string | undefined {
  if (search === undefined || searchPatterns(search).words.length === 0) return undefined;
  return Object.keys(writeOrderFilter(others)).length === 0 ? search : undefined;
}

const searched = (where: OfficeKey, search: string): Condition => {
  const text = textCondition(search);
  return text === undefined
    ? sql`true`
    : sql`orders.id in (select order_id from order_search where ${inOffice(where, 'order_search')} and ${text})`;
};

const ofBatch = ({ officeId }: OfficeKey, batch: string): Condition =>
  sql`orders.id in (select order_id from events where office_id = ${officeId} and batch = ${batch})`;

/**
 * Whether an order is in one of some drawn zones. The polygons are read once per statement. Each is compared only where its
 * box is: a polygon costs as much as it has corners.
 */
function inZones(office: OfficeKey, ids: readonly string[]): Condition {
  const of = (value: string) => sql`array(
    select ${sql.raw(value)} from zones
    where ${inOffice(office, 'zones')} and removed_at is null and id = any(${ids}::bigint[]) order by id)`;
  const place = sql`point(round(orders.lng * ${sql.lit(ZONE_UNITS)}), round(orders.lat * ${sql.lit(ZONE_UNITS)}))`;
  return sql`(not orders.approximate and ${place} <@ any(${of('box(area)')}) and exists (
    select from generate_series(1, ${ids.length}::integer) as nth
    where ${place} <@ (${of('box(area)')})[nth] and ${place} <@ (${of('area')})[nth]))`;
}

/**
 * Translates an `OrderFilter` into SQL, for lists, counters and exports alike. It always includes company and office,
 * so that no caller can omit them.
 */
export function filterCondition(where: OfficeKey, filter: OrderFilter, now: Date): Condition {
  const { states, couriers, districts, zones, clients, flags, reasons, promises, hours, to, search, batch } = filter;
  // day: the first day that is read, with a margin for every zone.
  const first = firstDayRead(filter, now.toISOString().slice(0, 10));
  const from = first ?? filter.from;
  const conditions: Condition[] = [
    sql`orders.company_id = ${where.companyId}`,
    sql`orders.office_id = ${where.officeId}`,
    ...choose('orders.state', states.is, states.not),
    ...choose('orders.courier_id', couriers.is.map(Number), couriers.not.map(Number)),
    ...choose('orders.ubigeo', districts.is, districts.not),
    ...(zones.is.length > 0 ? [inZones(where, zones.is)] : []),
    ...(zones.not.length > 0 ? [sql<boolean>`not ${inZones(where, zones.not)}`] : []),
    ...choose('orders.client_id', clients.is, clients.not),
    ...choose('orders.reason', reasons.is, reasons.not),
    ...choose(promiseAt(now), promises.is, promises.not),
    ...choose('orders.promised_hour', hours.is, hours.not),
    ...flags.is.map((flag) => flagCondition(flag, now)),
    ...flags.not.map((flag) => sql<boolean>`not ${flagCondition(flag, now)}`),
    ...(from !== undefined ? [sql<boolean>`orders.date >= ${from}`] : []),
    ...(to !== undefined ? [sql<boolean>`orders.date <= ${to}`] : []),
    // A list by due time would begin with the oldest order. An order is due on its day or the next one.
    ...(first !== undefined ? [sql<boolean>`orders.due_at >= ${new Date(Date.parse(first) - DAY_MS)}`] : []),
    ...(search !== undefined ? [searched(where, search)] : []),
    ...(batch !== undefined ? [ofBatch(where, batch)] : []),
  ];
  return sql.join(conditions, sql` and `);
}
