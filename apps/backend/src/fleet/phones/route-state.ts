import { LOADED_STATES } from '@despacho/contracts/dispatch';
import { sql } from 'kysely';
import { isOpenRequest } from './open-request.ts';

const HOUR_MS = 60 * 60_000;
/** Back to the beginning of the day before, in any time zone. */
const TWO_DAYS_MS = 52 * HOUR_MS;

/**
 * Part of the query that looks up the phone, because planning a separate query would double the cost.
 * @returns the versions of all rows that a courier's route is made of, as text. `xmin` is the transaction that wrote a
 * row, so that no column can be forgotten. The office's row changes with each event, so its settings have another
 * version.
 */
export const routeState = (now: Date) => {
  // day: earlier than any day that the route shows.
  const since = new Date(now.getTime() - TWO_DAYS_MS).toISOString().slice(0, 10);
  return sql<string>`json_build_array(
  offices.settings_version, offices.time_zone,
  case when offices.cash_limit is not null then
    (select sum(held.amount) from money_balances as held
      where held.office_id = devices.office_id and held.courier_id = devices.courier_id
        and held.place = 'repartidor' and held.amount > 0 and held.means = 'efectivo') end,
  (select string_agg(concat_ws(' ', stops.order_id, stops.xmin, details.xmin, notes.xmin, known.delivered, known.failed),
    ',' order by stops.order_id)
    from order_progress as stops
    join order_details as details on details.office_id = stops.office_id and details.id = stops.order_id
    left join courier_notes as notes on notes.office_id = stops.office_id and notes.order_id = stops.order_id
    left join client_notes as known on known.company_id = details.company_id and known.client_id = details.client_id
      and cardinality(known.delivered) + cardinality(known.failed) > 0
    where stops.office_id = devices.office_id and stops.courier_id = devices.courier_id
      and (stops.state in (${sql.join(LOADED_STATES.map((state) => sql.lit(state)))})
        or stops.visit_day >= ${since})),
  (select string_agg(concat_ws(' ', days.day, days.xmin), ',' order by days.day) from courier_days as days
    where days.office_id = devices.office_id and days.courier_id = devices.courier_id
      and days.day >= ${since}),
  (select string_agg(concat_ws(' ', visits.id, visits.xmin), ',' order by visits.id) from field_visits as visits
    where visits.office_id = devices.office_id and visits.courier_id = devices.courier_id and visits.result = 'review'
      and (visits.state = 'pendiente' or visits.decided_at >= ${new Date(now.getTime() - TWO_DAYS_MS)})),
  (select string_agg(concat_ws(' ', asked.order_id, asked.xmin), ',' order by asked.order_id)
    from photo_requests as asked
    where asked.office_id = devices.office_id and asked.courier_id = devices.courier_id and ${isOpenRequest(now)}),
  (select string_agg(concat_ws(' ', reasons.code, reasons.xmin), ',' order by reasons.code) from reasons
    where reasons.office_id = devices.office_id)
)::text`;
};
