import { type CollectionMeans, type DayTotals, LOADED_STATES } from '@despacho/contracts/dispatch';
import { sql } from 'kysely';
import { type Database } from '#platform/database/open-database.ts';
import { type Dispatcher } from '#platform/dispatch/dispatcher.ts';
import { revisitedOf } from './revisited.ts';

type Where = Pick<Dispatcher, 'officeId'>;

/** As literals, so that the partial index over these states can be used. */
const LOADED = sql.join(LOADED_STATES.map((state) => sql.lit(state)));

interface Row {
  courierId: number;
  delivered: number;
  failed: number;
  open: number;
  due: number;
  payments: { means: CollectionMeans; amount: number }[] | null;
}

/**
 * @param day a working day.
 * @param courierId only this courier.
 * @returns the results of its visits, and what is still to be visited up to that day, by courier.
 */
export async function readTotals(
  db: Database,
  { officeId }: Where,
  day: string,
  courierId: number | null = null,
): Promise<Map<number, DayTotals>> {
  const { rows } = await sql<Row>`
    with closed as (
      select progress.courier_id, progress.state, progress.payments, details.collect_due
      from order_progress as progress
      join order_details as details on details.office_id = progress.office_id and details.id = progress.order_id
      where progress.office_id = ${officeId} and progress.courier_id is not null
        and progress.visit_day = ${day}
        and (${courierId}::bigint is null or progress.courier_id = ${courierId})
    ), counted as (
      select courier_id, count(*) filter (where state = 'entregada') as delivered,
        count(*) filter (where state <> 'entregada') as failed,
        sum(collect_due) filter (where state = 'entregada') as due
      from closed group by courier_id
    ), paid as (
      select courier_id, jsonb_agg(jsonb_build_object('means', means, 'amount', amount) order by means) as payments
      from (
        select courier_id, payment ->> 'means' as means, sum((payment ->> 'amount')::bigint) as amount
        from closed cross join jsonb_array_elements(payments) as payment group by 1, 2
      ) as sums group by courier_id
    ), loaded as (
      select progress.courier_id, count(*) as open
      from order_progress as progress
      join order_details as details on details.office_id = progress.office_id and details.id = progress.order_id
      where progress.office_id = ${officeId} and progress.state in (${LOADED}) and details.date <= ${day}
        and (${courierId}::bigint is null or progress.courier_id = ${courierId})
      group by progress.courier_id
    )
    select courier_id as "courierId", coalesce(delivered, 0)::integer as delivered,
      coalesce(failed, 0)::integer as failed, coalesce(open, 0)::integer as open, coalesce(due, 0)::bigint as due,
      payments
    from counted full join loaded using (courier_id) left join paid using (courier_id)`.execute(db);
  const totals = new Map(
    rows.map(({ courierId: id, payments, ...counts }) => [id, { ...counts, payments: payments ?? [] }]),
  );
  for (const { courierId: id } of await revisitedOf(db, { officeId }, day)) {
    if (courierId !== null && id !== courierId) continue;
    const known = totals.get(id) ?? NO_TOTALS;
    totals.set(id, { ...known, failed: known.failed + 1 });
  }
  return totals;
}

/** The totals of a courier without visits. */
export const NO_TOTALS: DayTotals = { delivered: 0, failed: 0, open: 0, payments: [], due: 0 };
