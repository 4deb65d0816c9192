import {
  addDays,
  ATTENTION_KIND_CODES,
  ATTENTION_KINDS,
  type AttentionKind,
  type AttentionRules,
  DEGREE_METERS,
  LOADED_STATES,
  MILD_FAULTS,
  OPEN_STATES,
  type PhotoRequirements,
  type PictureMark,
  ZONE_UNITS,
} from '@despacho/contracts/dispatch';
import { type RawBuilder, sql } from 'kysely';
import { type OfficeKey } from '#platform/database/in-office.ts';
import { officeDay, type OfficeTime } from '#platform/dispatch/working-day.ts';
import { instantOf } from '#platform/dispatch/zoned-time.ts';
import { missingKinds } from '#field/evidence/missing-kinds.ts';
import { toLocate } from '#orders/order/filter-orders.ts';
import { doubtsIn } from '#work/money/agreements.ts';
import { type AboveLimit } from '#work/money/cash-limit.ts';

/** An office, and what its kinds depend on. */
export interface Watched extends OfficeKey, OfficeTime {
  rules: AttentionRules;
  /** Photos that the office requires. */
  requires: PhotoRequirements;
}

/** Rows of each kind at most, the oldest first, so that one search costs no more than this. */
export const MAX_FOUND = 2000;

/** Open orders that a search reads: far more than a day of a large office. */
const MAX_OPEN = 10_000;

/** Reassignments count for this many days. */
const REASSIGNED_DAYS = 3;

/** Unfinished work is listed for this many days: routes without «Cierre», and orders after they were due. */
const LEFT_DAYS = 7;

/** Money that waits for another person is listed for this many days. */
const DOUBT_DAYS = 31;

/** Maximum distance in meters of a courier from a place of stay, and of an address that explains it. */
const STILL_METERS = 100;
const ADDRESS_METERS = 150;
/** The same for an order of which only the district is known. */
const DISTRICT_METERS = 3000;
/** Without a newer position, whether a courier is standing still is unknown: «sin señal» applies. */
const FRESH_MINUTES = 15;

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** The couriers who have more cash than the office allows. */
export type CashAbove = readonly AboveLimit[];

/** The moment of a search, and the times that its queries share. */
interface Search extends Watched {
  now: Date;
  /** The office's working day. */
  today: string;
  /** The threshold of the kind. */
  limit: number;
  /** `limit` minutes before now. */
  past: Date;
  above: CashAbove;
}

/** A query of a kind: one row for each order or courier. Facts are fields of `AttentionCause`, and times epoch milliseconds. */
interface KindQuery {
  id: RawBuilder<unknown>;
  since: RawBuilder<unknown>;
  facts?: RawBuilder<unknown>;
  from: RawBuilder<unknown>;
}

const literals = (codes: readonly string[]) => sql.join(codes.map((code) => sql.lit(code)));
/** As literals, to match the partial indexes. */
const OPEN = literals(OPEN_STATES);
const LOADED = literals(LOADED_STATES);

/** Faults of pictures that put a phone's visit into «Por revisar». */
const IN_REVIEW = literals(['oscura', 'blanca', 'firma'] satisfies PictureMark[]);

/** The kind of photo that a visit without a usable one needs. */
const PHOTO_OF_VISIT = sql`case when to_state = 'entregada' then 'entrega' else 'incidencia' end`;

/** The distance between two places in meters, each a table with `lat` and `lng`. */
const meters = (one: string, other: string) => {
  const of = (table: string, column: string) => sql.ref(`${table}.${column}`);
  const north = sql`${of(one, 'lat')} - ${of(other, 'lat')}`;
  const east = sql`(${of(one, 'lng')} - ${of(other, 'lng')}) * cos(radians(${of(one, 'lat')}))`;
  return sql`(${sql.lit(DEGREE_METERS)} * sqrt((${north}) ^ 2 + (${east}) ^ 2))`;
};

/** When a courier set out, by «Salí» or by «En ruta» of the office. */
const BEGUN = sql`coalesce(days.started_at, days.set_out_at)`;

/** A position of the courier since then, without doubtful ones. */
const FIX_OF_DAY = sql`
  fix.office_id = days.office_id and fix.courier_id = days.courier_id and fix.at >= ${BEGUN} and fix.doubt is null`;

/** The newest position of the courier of a day, if it is recent. */
const newestPosition = (now: Date) => sql`(
        select at, lat, lng from courier_positions
        where office_id = days.office_id and courier_id = days.courier_id
          and at > ${new Date(now.getTime() - FRESH_MINUTES * MINUTE_MS)}::timestamptz offset 0
      )`;

/** Between setting out and «Cierre» or «Cerrar ruta». */
const onRoute = (officeId: string, today: string) => sql`
  days.office_id = ${officeId} and days.day >= ${today} and ${BEGUN} is not null and days.ended_at is null
  and days.confirmed_at is null`;

const milliseconds = (column: RawBuilder<unknown>) => sql`(extract(epoch from ${column}) * 1000)::bigint`;

/** Changes after which an order waits for a courier again. */
const BACK = literals(['desasignada', 'nueva_visita', 'reprogramada', 'corregida', 'deshecha']);

/**
 * The query of each kind; null if it cannot find anything. Statistics may be outdated, so other tables are read by a
 * lookup for each row (`offset` prevents any other join) or by a hash (`not in`). They may read `open_orders`, the open
 * orders due up to today, and `first_shift`, when today's first shift begins.
 */
const QUERIES: Record<AttentionKind, (search: Search) => KindQuery | null> = {
  tarde: ({ past }) => ({
    id: sql`id`,
    since: sql`due_at`,
    facts: sql`jsonb_build_object('due', ${milliseconds(sql`due_at`)})`,
    from: sql`open_orders where due_at <= ${past}::timestamptz`,
  }),
  por_vencer: ({ now, limit }) => ({
    id: sql`id`,
    since: sql`due_at - ${limit} * interval '1 minute'`,
    facts: sql`jsonb_build_object('due', ${milliseconds(sql`due_at`)})`,
    from: sql`
      open_orders
      where window_to is not null and due_at > ${now}::timestamptz
        and due_at <= ${new Date(now.getTime() + limit * MINUTE_MS)}::timestamptz`,
  }),
  sin_asignar: ({ past }) => {
    const since = sql`(case when changed_what in (${BACK}) then changed_at else created_at end)`;
    return {
      id: sql`id`,
      since,
      from: sql`
        open_orders cross join first_shift
        where state = 'pendiente' and greatest(first_shift.at, ${since}) <= ${past}::timestamptz`,
    };
  },
  sin_lugar: () => ({ id: sql`id`, since: sql`created_at`, from: sql`open_orders where ${toLocate('open_orders')}` }),
  reasignada: ({ officeId, now, limit }) => ({
    id: sql`moved.order_id`,
    since: sql`moved.at`,
    facts: sql`jsonb_build_object('times', moved.times)`,
    from: sql`
      (
        select order_id, count(*) as times, max(at) as at from events
        where office_id = ${officeId} and type = 'order.changed' and data ->> 'what' = 'reasignada'
          and at > ${new Date(now.getTime() - REASSIGNED_DAYS * DAY_MS)}::timestamptz
        group by order_id having count(*) >= ${limit}
      ) as moved
      cross join lateral (
        select state from order_progress where office_id = ${officeId} and order_id = moved.order_id offset 0
      ) as progress
      where progress.state in (${LOADED})`,
  }),
  revisar: ({ officeId }) => ({
    id: sql`visit.order_id`,
    since: sql`visit.arrived_at`,
    facts: sql`case when visit.state = 'pendiente' then jsonb_build_object('why', visit.why)
      else jsonb_build_object('why', 'foto', 'missing', jsonb_build_array(${PHOTO_OF_VISIT})) end`,
    from: sql`
      (
        select distinct on (order_id) order_id, arrived_at, state, why, to_state from field_visits
        where office_id = ${officeId} and (state = 'pendiente' or unreadable_photo) order by order_id, id
      ) as visit`,
  }),
  cobro: ({ officeId, today }) => ({
    id: sql`progress.order_id`,
    since: sql`progress.closed_at`,
    facts: sql`jsonb_build_object('amounts', jsonb_build_object('due', details.collect_due, 'paid', paid.amount))`,
    from: sql`
      (
        select * from order_progress
        where office_id = ${officeId} and visit_day >= ${addDays(today, -1)} and difference is not null offset 0
      ) as progress
      cross join lateral (
        select collect_due from order_details
        where office_id = progress.office_id and id = progress.order_id offset 0
      ) as details
      cross join lateral (
        select coalesce(sum((payment ->> 'amount')::bigint), 0) as amount
        from jsonb_array_elements(progress.payments) as payment
      ) as paid
      where progress.state = 'entregada' and paid.amount <> details.collect_due
        and not exists (
          select from courier_days as days
          where days.office_id = progress.office_id and days.courier_id = progress.courier_id
            and days.day = progress.visit_day and days.confirmed_at is not null offset 0
        )`,
  }),
  tope: ({ officeId, today, timeZone, dayTurnsAt, above }) =>
    above.length === 0
      ? null
      : {
          id: sql`above."courierId"`,
          since: sql`coalesce(entry.at, ${instantOf(today, dayTurnsAt, timeZone)}::timestamptz)`,
          facts: sql`jsonb_build_object('amounts', jsonb_build_object('due', above."limit", 'paid', above.amount))`,
          from: sql`
      jsonb_to_recordset(${JSON.stringify(above)}::jsonb) as above ("courierId" bigint, amount bigint, "limit" bigint)
      cross join lateral (
        select max(at) as at from money_entries
        where office_id = ${officeId} and day = ${today} and courier_id = above."courierId"
      ) as entry`,
        },
  acuerdo: ({ officeId, today }) => ({
    id: sql`doubt."courierId"`,
    since: sql`doubt.at`,
    facts: sql`jsonb_build_object('day', doubt.day, 'times', doubt.orders) || case when doubt.expenses = 0 then '{}' else
      jsonb_build_object('amounts', jsonb_build_object('due', doubt."limit", 'paid', doubt.expenses)) end`,
    from: sql`(
      select distinct on (each."courierId") each.*
      from (${doubtsIn({ officeId }, { from: addDays(today, -DOUBT_DAYS), to: today })}) as each
      order by each."courierId", each.day
    ) as doubt`,
  }),
  prueba: ({ officeId, today, timeZone, dayTurnsAt }) => {
    const from = instantOf(addDays(today, -1), dayTurnsAt, timeZone);
    return {
      id: sql`doubtful.order_id`,
      since: sql`doubtful.at`,
      facts: sql`jsonb_build_object('faults', doubtful.faults, 'missing', doubtful.kinds)`,
      from: sql`
      (
        select order_id, min(arrived_at) as at, array_agg(distinct fault order by fault) as faults,
          coalesce(array_agg(distinct kind order by kind) filter (where kind <> 'firma'), '{}') as kinds
        from (
          select order_id, arrived_at, kind, fault from evidence cross join unnest(faults) as fault
          where office_id = ${officeId} and at >= ${from}::timestamptz and faults <> '{}' and settled_at is null
            -- Dark and blank pictures of phones are in «Por revisar».
            and (visit is null or fault not in (${IN_REVIEW}))
          union all
          select order_id, arrived_at, ${PHOTO_OF_VISIT}, fault from field_visits cross join unnest(faults) as fault
          where office_id = ${officeId} and at >= ${from}::timestamptz and faults <> '{}' and settled_at is null
            and state in ('aplicada', 'aceptada')
        ) as each
        where fault not in (${literals(MILD_FAULTS)}) group by order_id
      ) as doubtful`,
    };
  },
  sin_prueba: ({ officeId, today, past, requires }) => ({
    id: sql`progress.order_id`,
    since: sql`progress.closed_at`,
    facts: sql`jsonb_build_object('missing', missing.kinds)`,
    from: sql`
      (
        select * from order_progress where office_id = ${officeId} and visit_day >= ${addDays(today, -1)} offset 0
      ) as progress
      cross join lateral (select ${missingKinds(requires)} as kinds) as missing
      where progress.state = 'entregada' and progress.closed_at <= ${past}::timestamptz
        and cardinality(missing.kinds) > 0`,
  }),
  sin_senal: ({ officeId, today, past }) => ({
    id: sql`days.courier_id`,
    since: sql`sign.at`,
    facts: sql`jsonb_build_object('orders', load.orders)`,
    from: sql`
      courier_days as days
      cross join lateral (
        select greatest(
          ${BEGUN},
          (select arrived_at from courier_positions as place
            where place.office_id = days.office_id and place.courier_id = days.courier_id),
          device.at,
          tracker.at
        ) as at,
          -- No signal is expected of a courier without both whom the office set out.
          days.started_at is not null or device.at is not null or tracker.at is not null as "isExpected"
        from
          (select max(coalesce(used_at, connected_at)) as at from courier_devices
            where office_id = days.office_id and courier_id = days.courier_id and revoked_at is null) as device,
          (select max(coalesce(used_at, connected_at)) as at from courier_trackers
            where office_id = days.office_id and courier_id = days.courier_id) as tracker
      ) as sign
      cross join lateral (
        select count(*) as orders from order_progress as loaded
        where loaded.office_id = days.office_id and loaded.courier_id = days.courier_id and loaded.state in (${LOADED})
      ) as load
      where ${onRoute(officeId, today)} and sign."isExpected"
        and sign.at <= ${past}::timestamptz and load.orders > 0`,
  }),
  parado: ({ officeId, today, now, limit }) => {
    return {
      id: sql`days.courier_id`,
      since: sql`still.at`,
      from: sql`
      courier_days as days
      cross join lateral ${newestPosition(now)} as newest
      -- Where the courier was that long ago: most have moved since, so their other positions are not read.
      cross join lateral (
        select lat, lng from positions as fix
        where ${FIX_OF_DAY} and fix.at <= newest.at - ${limit} * interval '1 minute' order by fix.at desc limit 1
      ) as before
      left join lateral (
        select fix.at from positions as fix
        where ${FIX_OF_DAY} and coalesce(fix.accuracy, 0) <= ${STILL_METERS} and ${meters('fix', 'newest')} > ${STILL_METERS}
        order by fix.at desc limit 1
      ) as away on true
      cross join lateral (
        select min(fix.at) as at from positions as fix where ${FIX_OF_DAY} and fix.at > coalesce(away.at, '-infinity')
      ) as still
      where ${onRoute(officeId, today)}
        and ${meters('before', 'newest')} <= ${STILL_METERS}
        and still.at <= newest.at - ${limit} * interval '1 minute'
        and not exists (
          select from order_progress as progress
          cross join lateral (
            select lat, lng, approximate from order_details
            where office_id = progress.office_id and id = progress.order_id offset 0
          ) as place
          where progress.office_id = days.office_id and progress.courier_id = days.courier_id
            and (progress.state in (${LOADED}) or progress.visit_day >= ${today})
            and ${meters('place', 'newest')} <= case when place.approximate then ${sql.lit(DISTRICT_METERS)} else ${sql.lit(ADDRESS_METERS)} end
          offset 0
        )`,
    };
  },
  fuera: ({ officeId, today, now, limit }) => {
    const isInside = (table: string) => {
      const [lng, lat] = [sql.ref(`${table}.lng`), sql.ref(`${table}.lat`)];
      return sql`point(round(${lng} * ${sql.lit(ZONE_UNITS)}), round(${lat} * ${sql.lit(ZONE_UNITS)})) <@ any(zones.areas)`;
    };
    return {
      id: sql`days.courier_id`,
      since: sql`outside.at`,
      from: sql`
        courier_days as days
        cross join lateral (
          select zone_ids from couriers
          where office_id = days.office_id and id = days.courier_id and zone_ids <> '{}' and zones = '{}' offset 0
        ) as courier
        cross join lateral (
          select array_agg(area) as areas from zones
          where office_id = days.office_id and removed_at is null and id = any(courier.zone_ids::bigint[])
        ) as zones
        cross join lateral ${newestPosition(now)} as newest
        left join lateral (
          select fix.at from positions as fix where ${FIX_OF_DAY} and ${isInside('fix')} order by fix.at desc limit 1
        ) as inside on true
        cross join lateral (
          select min(fix.at) as at from positions as fix where ${FIX_OF_DAY} and fix.at > coalesce(inside.at, '-infinity')
        ) as outside
        where ${onRoute(officeId, today)}
          and zones.areas is not null and not ${isInside('newest')}
          and outside.at <= newest.at - ${limit} * interval '1 minute'`,
    };
  },
  documentos: ({ officeId, today, timeZone, limit }) => ({
    id: sql`expiring.courier_id`,
    // day: the date on which a document expires.
    since: sql`(expiring.first::date - ${limit}::integer)::timestamp at time zone ${timeZone}`,
    facts: sql`jsonb_build_object('documents', expiring.documents)`,
    from: sql`
      (
        select courier_id, min(until) as first,
          jsonb_agg(jsonb_build_object('kind', kind, 'until', until) order by until, kind) as documents
        from courier_documents
        where office_id = ${officeId} and until is not null and until <= ${addDays(today, limit)}
          and courier_id not in (select id from couriers where office_id = ${officeId} and state = 'retirado')
        group by courier_id
      ) as expiring`,
  }),
  sin_cierre: ({ officeId, today, timeZone, past }) => ({
    id: sql`route.courier_id`,
    since: sql`finish.at`,
    facts: sql`jsonb_build_object('day', route.day)`,
    from: sql`
      (
        select courier_id, min(day) as day from courier_days as days
        where office_id = ${officeId} and day >= ${addDays(today, -LEFT_DAYS)} and day <= ${today}
          and ${BEGUN} is not null and ended_at is null and confirmed_at is null
        group by courier_id
      ) as route
      cross join lateral (
        -- day: when a shift of that day ends
        select (route.day::date + shift_to::time) at time zone ${timeZone} as at
        from couriers where office_id = ${officeId} and id = route.courier_id offset 0
      ) as finish
      where finish.at <= ${past}::timestamptz and (route.day < ${today} or not exists (
        select from order_progress as loaded
        where loaded.office_id = ${officeId} and loaded.courier_id = route.courier_id and loaded.state in (${LOADED})
      ))`,
  }),
};

/** @returns the rows of a kind with its name, rank and subject. */
function selectionOf(kind: AttentionKind, search: Search): RawBuilder<unknown>[] {
  const found = QUERIES[kind](search);
  if (!found) return [];
  const { id, since, facts = sql`'{}'::jsonb`, from } = found;
  const rank = ATTENTION_KIND_CODES.indexOf(kind);
  return [
    sql`(
    select ${sql.lit(kind)} as kind, ${sql.lit(rank)} as rank, ${sql.lit(ATTENTION_KINDS[kind].subject)} as subject,
      ${id} as subject_id, ${since} as since, ${facts} as facts
    from ${from} order by since, subject_id limit ${MAX_FOUND})`,
  ];
}

/**
 * @param above the office's couriers above the cash limit; empty if the office does not use that kind.
 * @returns the common table expressions up to `found`: every cause of the office now, of the kinds that it uses.
 */
export function foundNow(office: Watched, now: Date, above: CashAbove): RawBuilder<unknown> {
  const { officeId, timeZone, dayTurnsAt, rules } = office;
  const today = officeDay(now, office);
  const selections = ATTENTION_KIND_CODES.filter((kind) => rules[kind].on).flatMap((kind) => {
    const { limit = 0 } = rules[kind];
    return selectionOf(kind, {
      ...office,
      now,
      today,
      limit,
      above,
      past: new Date(now.getTime() - limit * MINUTE_MS),
    });
  });
  // Each order's details are looked up by key: with a join, the planner reads every order of every office.
  return sql`
    open_orders as materialized (
      select progress.order_id as id, progress.state, progress.due_at, progress.changed_at, progress.changed_what,
        details.*
      from (
        select * from order_progress
        where office_id = ${officeId} and state in (${OPEN})
          and due_at > ${new Date(now.getTime() - LEFT_DAYS * DAY_MS)}::timestamptz
          and due_at <= ${instantOf(today, '24:00', timeZone)}::timestamptz
        order by due_at, order_id limit ${MAX_OPEN}
      ) as progress
      cross join lateral (
        select created_at, approximate, place_radius, place_contested, window_to from order_details
        where office_id = progress.office_id and id = progress.order_id offset 0
      ) as details
    ), first_shift as materialized (
      select (${today}::timestamp + coalesce(min(shift_from), ${dayTurnsAt})::time) at time zone ${timeZone} as at
      from couriers where office_id = ${officeId} and state = 'activo' and id not in (
        select courier_id from courier_absences where office_id = ${officeId} and day = ${today}
      )
    ), found as (
      ${selections.length > 0 ? sql.join(selections, sql` union all `) : NOTHING}
    )`;
}

const NOTHING = sql`
  select '' as kind, 0 as rank, '' as subject, 0::bigint as subject_id, now() as since, '{}'::jsonb as facts where false`;
