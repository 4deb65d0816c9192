import { type OrderState } from '@despacho/contracts/dispatch';
import { sql } from 'kysely';
import { type OfficeKey } from '#platform/database/in-office.ts';
import { type Database } from '#platform/database/open-database.ts';

/** A failed visit whose order is visited again or cancelled: the order itself no longer shows that. */
export interface Revisited {
  orderId: number;
  courierId: number;
  /** The working day of the failed visit. */
  day: string;
  state: OrderState;
  reason: string | null;
}

/**
 * @param days the working days of the visits, inclusive.
 * @param at only those visited again or cancelled by then; the log has every later one too.
 * @returns the failed visits of some days whose orders are visited again or cancelled. Without those that an undo took back,
 * and without those of a cancelled order that was closed afterwards: the order itself has that visit again.
 */
export async function revisitedOf(
  db: Database,
  { officeId }: Pick<OfficeKey, 'officeId'>,
  days: string | { from: string; to: string },
  at: Date | null = null,
): Promise<Revisited[]> {
  const { from, to } = typeof days === 'string' ? { from: days, to: days } : days;
  const { rows } = await sql<Revisited>`
    select again.order_id as "orderId", (again.data -> 'before' ->> 'courierId')::bigint as "courierId",
      again.data -> 'before' ->> 'visitDay' as day, again.data -> 'before' ->> 'state' as state,
      again.data -> 'before' ->> 'reason' as reason
    from events as again
    where again.office_id = ${officeId} and again.type = 'order.changed' and again.data ->> 'what' in ('nueva_visita', 'anulada')
      and again.data -> 'before' ->> 'visitDay' between ${from} and ${to}
      and again.data -> 'before' ->> 'courierId' is not null
      and (${at}::timestamptz is null or again.at <= ${at})
      and not exists (
        select from events as undo
        where undo.office_id = again.office_id and undo.order_id = again.order_id
          and undo.data ->> 'undoes' = again.batch and (${at}::timestamptz is null or undo.at <= ${at}))
      and not exists (
        select from events as closed
        where closed.office_id = again.office_id and closed.order_id = again.order_id and closed.position > again.position
          and again.data ->> 'what' = 'anulada' and closed.data -> 'before' ->> 'state' = 'anulada'
          and closed.data -> 'after' ->> 'state' in ('entregada', 'no_entregada')
          and (${at}::timestamptz is null or closed.at <= ${at}))`.execute(db);
  return rows;
}
