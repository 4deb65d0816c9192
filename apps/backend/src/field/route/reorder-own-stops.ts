import { addDays, type FieldReorder, inOrder, isSameOrder } from '@despacho/contracts/dispatch';
import { type Database } from '#platform/database/open-database.ts';
import { officeDay } from '#platform/dispatch/working-day.ts';
import { type Phone } from '#fleet/phones/phones-repository.ts';
import { type DispatchRow } from '#orders/order/order-row.ts';
import { findDispatched, findLoad } from '#orders/order/orders-repository.ts';
import { changeOrdersIn } from '#work/assignments/change-orders.ts';
import { workingDayOf } from '#work/days/working-days.ts';
import { type FieldServices } from '../services.ts';
import { actingCourier } from './field-caller.ts';
import { act, MAX_OTHER_ACTS } from './run-day.ts';

/** @returns the open stops of a courier's route in their order: up to the day after the working day, as the phone may show. */
async function openStops(db: Database, phone: Phone, day: string, now: Date): Promise<DispatchRow[]> {
  const today = officeDay(now, phone);
  const days = [...new Set([today, day, addDays(day, 1)])].sort();
  const loads = await Promise.all(days.map((each) => findLoad(db, phone, phone.courierId, { day: each, today })));
  const ids = [...new Set(loads.flat().map(({ id }) => Number(id)))];
  const rows = await findDispatched(db, phone, ids);
  return ids.flatMap((id) => rows.get(id) ?? []);
}

const idsOf = (rows: readonly DispatchRow[]): string[] => rows.map(({ id }) => String(id));

/** @returns the numbers of stops in this order: those of a day share the numbers that they had, so that none has two. */
function numbersOf(rows: readonly DispatchRow[]): ReadonlyMap<number, number> {
  const free = new Map<string, number[]>();
  for (const { date, sequence } of rows) if (sequence !== null) free.set(date, [...(free.get(date) ?? []), sequence]);
  for (const numbers of free.values()) numbers.sort((one, other) => other - one);
  const last = new Map<string, number>();
  return new Map(
    rows.map(({ id, date }) => {
      const number = free.get(date)?.pop() ?? (last.get(date) ?? 0) + 1;
      last.set(date, number);
      return [id, number];
    }),
  );
}

/**
 * Gives the courier's open stops the courier's order, unless the office has reordered them since the phone read them: then
 * the order of the office remains. Stops that were added since go last in their day.
 * @returns whether the route is in the courier's order now, also for a repetition.
 */
export async function reorderOwnStops(
  services: FieldServices,
  phone: Phone,
  { id, before, stops }: FieldReorder,
): Promise<{ result: 'applied' | 'changed' }> {
  const now = services.clock();
  const { courierId } = phone;
  const dayOf = (trx: Database) => workingDayOf(trx, phone, { courierId, at: now });
  await act(services, phone, { id, dayOf, most: MAX_OTHER_ACTS }, async (trx, { day }) => {
    const rows = await openStops(trx, phone, day, now);
    const ids = idsOf(rows);
    // Without the previous order in the request, a change by the office cannot be detected.
    const isKnown = before.some((each) => ids.includes(each)) && stops.every((each) => before.includes(each));
    if (!isKnown || !isSameOrder(ids, before)) return;
    const wanted = inOrder(rows, stops);
    const numbers = numbersOf(wanted);
    await changeOrdersIn(
      trx,
      actingCourier(phone),
      {
        refs: wanted.map((row) => ({ id: String(row.id), version: row.version })),
        undoable: false,
        plan: () => ({
          decide: (row) => ({ what: 'reordenada', patch: { sequence: numbers.get(row.id) ?? row.sequence } }),
        }),
      },
      now,
    );
  });
  const rows = await openStops(services.db, phone, await dayOf(services.db), now);
  return { result: isSameOrder(idsOf(rows), idsOf(inOrder(rows, stops))) ? 'applied' : 'changed' };
}
