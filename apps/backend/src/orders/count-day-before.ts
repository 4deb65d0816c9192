import { type OrdersByState, type OrderState } from '@despacho/contracts/dispatch';
import { sql } from 'kysely';
import { type Dispatcher } from '../dispatch/dispatcher.ts';
import { localOf } from '../dispatch/zoned-time.ts';
import { type Services } from '../services.ts';
import { ordersByState } from './count-by-state.ts';
import { inOffice, type OfficeKey } from '../database/in-office.ts';

const DAY = 24 * 3_600_000;

interface Counted {
  state: OrderState;
  orders: number;
}

/** @returns the statement that counts the orders of `date` by their state at `then`. */
export const dayAt = (office: OfficeKey, date: string, then: Date) =>
  sql<Counted>`
    with candidates as (
      select id from order_details where ${inOffice(office)} and date = ${date}
      union
      select order_id from events
      where office_id = ${office.officeId} and data -> 'before' ->> 'date' = ${date} and at > ${then}
    )
    select coalesce(later.state, orders.state) as state, count(*) as orders
    from candidates join orders on orders.id = candidates.id left join lateral (
      select
        (array_agg(data -> 'before' ->> 'state' order by position)
          filter (where data -> 'before' ->> 'state' is not null))[1] as state,
        (array_agg(data -> 'before' ->> 'date' order by position)
          filter (where data -> 'before' ->> 'date' is not null))[1] as date
      from events
      where events.order_id = orders.id and orders.changed_at > ${then} and events.at > ${then}
    ) as later on true
    where ${inOffice(office, 'orders')} and orders.created_at <= ${then}
      and coalesce(later.date, orders.date) = ${date}
    group by 1`;

/**
 * Counts the orders of yesterday by the state they had 24 hours ago: day and state before their first change since
 * then, otherwise the current ones. Orders created later do not count; orders since moved to another day do.
 */
export async function countDayBefore({ db, clock }: Services, dispatcher: Dispatcher): Promise<OrdersByState> {
  const then = new Date(clock().getTime() - DAY);
  const { date } = localOf(then, dispatcher.timeZone);
  const { rows } = await dayAt(dispatcher, date, then).execute(db);
  return ordersByState(rows);
}
