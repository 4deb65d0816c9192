import { type OrdersByState, type OrderState } from '@despacho/contracts/dispatch';
import { sql } from 'kysely';
import { type Dispatcher } from '../dispatch/dispatcher.ts';
import { localOf } from '../dispatch/zoned-time.ts';
import { type Services } from '../services.ts';
import { ordersByState } from './count-by-state.ts';

const DAY = 24 * 3_600_000;

/**
 * Counts the orders of yesterday by the state they had 24 hours ago: the state before its first change since then,
 * otherwise the current one. Looks up at most one event per order of that day. Orders created later do not count, and
 * orders since moved to another day are counted there.
 */
export async function countDayBefore(
  { db, clock }: Services,
  { companyId, officeId, timeZone }: Dispatcher,
): Promise<OrdersByState> {
  const then = new Date(clock().getTime() - DAY);
  const { date } = localOf(then, timeZone);
  const { rows } = await sql<{ state: OrderState; orders: number }>`
    select coalesce(later.state, orders.state) as state, count(*) as orders
    from orders left join lateral (
      select events.data -> 'before' ->> 'state' as state from events
      where events.order_id = orders.id and orders.changed_at > ${then} and events.at > ${then}
        and events.data -> 'before' ->> 'state' is not null
      order by events.position limit 1
    ) as later on true
    where orders.company_id = ${companyId} and orders.office_id = ${officeId} and orders.date = ${date}
      and orders.created_at <= ${then}
    group by 1`.execute(db);
  return ordersByState(rows);
}
