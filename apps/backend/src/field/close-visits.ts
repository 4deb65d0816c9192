import { type Close, type Outcome, type Receipt } from '@despacho/contracts/dispatch';
import { sql } from 'kysely';
import { closeOrders } from '../assignments/close-orders.ts';
import { type Database } from '../database/open-database.ts';
import { type Phone } from '../phones/phones-repository.ts';
import { type Services } from '../services.ts';
import { actingCourier } from './field-caller.ts';

/** @returns those of the orders that were ever assigned to the courier. Assignments are never removed from the log. */
async function everAssigned(db: Database, { officeId, courierId }: Phone, ids: readonly string[]) {
  const { rows } = await sql<{ id: number }>`
    select progress.order_id as id from order_progress as progress
    where progress.office_id = ${officeId} and progress.order_id = any(${ids.map(Number)}::bigint[])
      and (progress.courier_id = ${courierId} or exists (
        select from events
        where events.order_id = progress.order_id and events.office_id = progress.office_id
          and events.data -> 'after' ->> 'courierId' = ${String(courierId)}))`.execute(db);
  return new Set(rows.map(({ id }) => String(id)));
}

/** What the office did meanwhile is shown only for the courier's own orders: it may name another courier. */
const withoutOthers = (outcome: Outcome, courierId: number): Outcome =>
  outcome.ok || outcome.now?.courier?.id === String(courierId) ? outcome : { ...outcome, now: null };

/**
 * Closes visits by the rules of the desk. Orders that were never assigned to the courier are unknown.
 * @returns the result per order, in the order of the request.
 */
export async function closeVisits(services: Services, phone: Phone, key: string, { orders }: Close): Promise<Receipt> {
  const known = await everAssigned(services.db, phone, orders.map(({ id }) => id)); // prettier-ignore
  const own = orders.filter(({ id }) => known.has(id));
  const receipt: Receipt =
    own.length > 0
      ? await closeOrders(services, actingCourier(phone), key, { orders: own })
      : { batch: null, at: services.clock().toISOString(), undoUntil: null, outcomes: [], warnings: [] };
  const done = new Map(receipt.outcomes.map((outcome) => [outcome.id, outcome]));
  const outcomes = orders.map(({ id }): Outcome => {
    const outcome = done.get(id);
    return outcome
      ? withoutOthers(outcome, phone.courierId)
      : { ok: false, id, code: null, why: 'not_found', now: null };
  });
  return { ...receipt, outcomes };
}
