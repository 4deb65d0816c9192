import { type OrderFields, SYSTEM_ACTOR } from '@despacho/contracts/dispatch';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import { inOffice, type OfficeKey } from '#platform/database/in-office.ts';
import { type OrdersView } from '#platform/database/schema.ts';
import { type OfficeTime } from '#platform/dispatch/working-day.ts';
import { DETAIL_COLUMNS, PROGRESS_COLUMNS } from './order-row.ts';

/** An instant, and the days whose orders are read as they were then. */
export interface PastDays {
  at: Date;
  /** Dates of orders, inclusive. */
  from: string;
  to: string;
}

type Office = OfficeKey & Pick<OfficeTime, 'timeZone'>;

const COLUMNS: Record<string, readonly [column: string, type: string]> = { ...DETAIL_COLUMNS, ...PROGRESS_COLUMNS };

const hasChanged = (field: keyof OrderFields) => sql`later.was ? ${sql.lit(field)}`;

/** A field at that instant: its value before its first change since then, otherwise the present one. */
function valueThen(field: keyof OrderFields): RawBuilder<unknown> {
  const [column = '', type = ''] = COLUMNS[field] ?? [];
  const present = sql.ref(`present.${column}`);
  if (field !== 'payments')
    return sql`case when ${hasChanged(field)} then (later.was ->> ${sql.lit(field)})::${sql.raw(type)} else ${present} end`;
  // Events recorded before payments were a list come first, and have the former two fields: see `readEvent`.
  return sql`case
    when later.was ->> 'collected' is not null then jsonb_build_array(jsonb_build_object(
      'means', coalesce(later.was ->> 'means', 'efectivo'), 'amount', later.was -> 'collected'))
    when later.was ? 'collected' then '[]'
    when ${hasChanged(field)} then later.was -> ${sql.lit(field)}
    else ${present} end`;
}

/**
 * The orders of some days as they were at an instant: the function for everything that shows the past. It is the
 * present orders with their later changes taken back, by the `before` of the events in the office's log.
 *
 * @param office whose orders are read.
 * @param past `at` must not be before the beginning of the log: see `past/require-moment.ts`.
 * @returns a subquery to be named `orders`, with the columns of that view, so that `filterCondition` and everything
 * else written for the view also applies to the past. Its orders are those that existed at that instant and had a date
 * of these days then, wherever they are now. The cost depends on the orders of these days, and on the changes since then
 * of those that have changed; columns that are not selected cost nothing.
 *
 * Three things are not in the log. Photos count those still stored that had arrived. The courier's name is joined as it
 * is now. Erased data stays erased.
 */
export function ordersAsOf(office: Office, { at, from, to }: PastDays): RawBuilder<Selectable<OrdersView>> {
  const ofOrder = sql`events.office_id = ${office.officeId} and events.order_id = present.id
    and events.type = 'order.changed'`;
  const isSame = sql`present.changed_at <= ${at}`;
  /** A value of the last change up to that instant, and its replacement where the log has lost that event. */
  const lastChange = (
    column: string,
    value: RawBuilder<unknown>,
    otherwise: RawBuilder<unknown>,
  ) => sql`case when ${isSame}
    then ${sql.ref(`present.${column}`)} else coalesce((
      select ${value} from events where ${ofOrder} and events.at <= ${at} order by position desc limit 1
    ), ${otherwise}) end as ${sql.ref(column)}`;
  /** Whether the first window had not been promised yet. A promise is never withdrawn. */
  const isUnpromised = sql`${hasChanged('windowFrom')} and later.was ->> 'windowFrom' is null and not exists (
    select from events where ${ofOrder} and events.at <= ${at} and data -> 'after' ->> 'windowFrom' is not null)`;
  const promise = (column: string) =>
    sql`case when ${isUnpromised} then null else ${sql.ref(`present.${column}`)} end as ${sql.ref(column)}`;
  const fields = Object.entries(COLUMNS).map(
    ([field, [column]]) => sql`${valueThen(field as keyof OrderFields)} as ${sql.ref(column)}`,
  );
  const date = valueThen('date');
  return sql`(
    with candidates as (
      select id from order_details where ${inOffice(office)} and date >= ${from} and date <= ${to}
      union
      select order_id from events
      where office_id = ${office.officeId} and data -> 'before' ->> 'date' >= ${from}
        and data -> 'before' ->> 'date' <= ${to} and at > ${at}
    )
    select present.id, present.order_id, present.company_id, present.office_id, present.code, present.created_at,
      ${sql.join(fields)},
      case when ${hasChanged('date')} or ${hasChanged('windowTo')}
        then ((${date}) || ' ' || coalesce(${valueThen('windowTo')}, '24:00'))::timestamp at time zone ${office.timeZone}
        else present.due_at end as due_at,
      present.door_key, case when later.was ?| array['lat', 'lng', 'placeSource', 'address', 'ubigeo'] then null
        else present.place_at end as place_at,
      ${promise('promised_from')}, ${promise('promised_to')}, ${promise('promised_hour')},
      coalesce(later.version - 1, present.version) as version,
      ${lastChange('changed_at', sql`events.at`, sql`present.created_at`)},
      ${lastChange('changed_username', sql`data -> 'actor' ->> 'username'`, sql`${SYSTEM_ACTOR.username}`)},
      ${lastChange('changed_user', sql`data -> 'actor' ->> 'user'`, sql`${SYSTEM_ACTOR.user}`)},
      ${lastChange('changed_what', sql`data ->> 'what'`, sql`'creada'`)},
      (
        select count(*)::integer from evidence
        where evidence.office_id = present.office_id and evidence.order_id = present.id and evidence.arrived_at <= ${at}
      ) as evidence
    from candidates join orders as present on present.id = candidates.id and present.order_id = candidates.id
      left join lateral (
        -- Of several values of a field, the last one is kept: that before its first change.
        select jsonb_object_agg(field.key, field.value order by position desc) as was,
          min((data -> 'order' ->> 'version')::integer) as version
        from events cross join lateral jsonb_each(data -> 'before') as field
        where ${ofOrder} and not ${isSame} and events.at > ${at}
      ) as later on true
    where ${inOffice(office, 'present')} and present.created_at <= ${at} and ${date} >= ${from} and ${date} <= ${to}
  )`;
}
