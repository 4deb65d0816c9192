import { type ChangeState, mayMove, type Warning } from '@despacho/contracts/dispatch';
import { sql } from 'kysely';
import { type Database } from '#platform/database/open-database.ts';
import { type Dispatcher } from '#platform/dispatch/dispatcher.ts';
import { officeDay } from '#platform/dispatch/working-day.ts';
import { startingDay } from '../days/working-days.ts';
import { type BulkOperation, changeOrders, type Decision, type Dispatching } from './change-orders.ts';
import { decideClosing, requireDay } from './closing.ts';
import { startRoute } from './start-route.ts';

/** @returns the days that the couriers of some orders set out for now, by courier. */
async function routeDays(
  trx: Database,
  dispatcher: Dispatcher,
  { orders, day }: ChangeState,
  now: Date,
): Promise<Map<number, string>> {
  const rows = await trx
    .selectFrom('order_progress')
    .select('courier_id as courierId')
    .distinct()
    .where('office_id', '=', dispatcher.officeId)
    .where(sql<boolean>`order_id = any(${orders.map(({ id }) => Number(id))}::bigint[])`)
    .execute();
  const days = new Map<number, string>();
  for (const { courierId } of rows)
    if (courierId !== null) days.set(courierId, await startingDay(trx, dispatcher, { courierId, at: now }, day));
  return days;
}

/** The couriers of the changed orders set out. @returns a warning for those whose route is of a later day. */
async function setOut(
  trx: Database,
  dispatcher: Dispatcher,
  changes: readonly Dispatching[],
  { days, now, batch }: { days: ReadonlyMap<number, string>; now: Date; batch: string },
): Promise<Warning[]> {
  const today = officeDay(now, dispatcher);
  const warnings: Warning[] = [];
  const given = Map.groupBy(changes, ({ row }) => row.courier_id);
  for (const [courierId, day] of days) {
    const orders = given.get(courierId) ?? [];
    const [first] = orders;
    if (!first) continue;
    const act = { key: { courierId, day }, courier: first.row.courier_name ?? '', at: now, now, batch };
    await startRoute(trx, dispatcher, act, 'office');
    if (day > today) warnings.push({ courierId: String(courierId), kind: 'next_day', by: orders.length, day });
  }
  return warnings;
}

/**
 * Changes the state of orders. With «En ruta» their couriers set out, as with their own «Salí a ruta». A failed visit that
 * becomes pending again counts as the next attempt, on the requested day or otherwise on its original day, today at the
 * earliest.
 */
export const changeState: BulkOperation<ChangeState> = (services, dispatcher, key, request) =>
  changeOrders(services, dispatcher, {
    key,
    operation: 'change-state',
    content: request,
    refs: request.orders,
    plan: async (trx, now) => {
      const { timeZone, dayTurnsAt } = dispatcher;
      const moment = { now, timeZone, dayTurnsAt };
      const today = officeDay(now, dispatcher);
      if (request.date !== undefined) requireDay(request.date, today);
      const days =
        request.to === 'en_ruta' ? await routeDays(trx, dispatcher, request, now) : new Map<number, string>();
      return {
        after: (changes, batch) => setOut(trx, dispatcher, changes, { days, now, batch }),
        decide: (row): Decision => {
          const { to } = request;
          if (row.state === to) return 'as_wanted';
          if (!mayMove(row.state, to, 'state')) return 'state';
          if (to !== 'pendiente')
            return decideClosing(row, { to }, to, { ...moment, routeDay: days.get(row.courier_id ?? 0) });
          const decision = decideClosing(row, { to }, 'nueva_visita', moment);
          if (typeof decision === 'string') return decision;
          // With its old date it would be overdue immediately.
          const date = request.date ?? (row.date < today ? today : row.date);
          return { ...decision, patch: { ...decision.patch, attempt: row.attempt + 1, date } };
        },
      };
    },
  });
