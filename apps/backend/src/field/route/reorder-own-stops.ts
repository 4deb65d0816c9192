import {
  addDays,
  carryDay,
  differs,
  type FieldReorder,
  inOrder,
  isSameOrder,
  numberedOn,
} from '@despacho/contracts/dispatch';
import { type Database } from '#platform/database/open-database.ts';
import { MAX_ACTS_A_DAY } from '#platform/database/table-bounds.ts';
import { type Phone } from '#fleet/phones/phones-repository.ts';
import { type DispatchRow } from '#orders/order/order-row.ts';
import { findDispatched, findLoad } from '#orders/order/orders-repository.ts';
import { changeOrdersIn, type Patch } from '#work/assignments/change-orders.ts';
import { workingDayOf } from '#work/days/working-days.ts';
import { type FieldServices } from '../services.ts';
import { actingCourier } from './field-caller.ts';
import { act } from './run-day.ts';

/** Fewer than of all acts, so that orders never use up what a start or an end needs. */
const MAX_ORDERED = MAX_ACTS_A_DAY / 2;

/** @returns the open stops of a courier's route in their order: up to the day after the working day, as the phone may show. */
async function openStops(db: Database, phone: Phone, today: string): Promise<DispatchRow[]> {
  const days = [today, addDays(today, 1)];
  const loads = await Promise.all(days.map((day) => findLoad(db, phone, phone.courierId, { day, today })));
  const ids = loads.flat().map(({ id }) => Number(id));
  const rows = await findDispatched(db, phone, ids);
  return ids.flatMap((id) => rows.get(id) ?? []);
}

const idsOf = (rows: readonly DispatchRow[]): string[] => rows.map(({ id }) => String(id));

/**
 * @param rows in their present order.
 * @returns the changes of the days whose stops the courier ordered otherwise: numbers and fixed places. The stops of a day
 * share the numbers that they had, so that none has that of a visited one.
 */
function patchesOf(rows: readonly DispatchRow[], stops: readonly string[], today: string): ReadonlyMap<number, Patch> {
  const patches = new Map<number, Patch>();
  for (const [day, was] of Map.groupBy(rows, ({ date }) => carryDay(date, today))) {
    const wanted = inOrder(was, stops, today);
    if (!differs(was, wanted)) continue;
    const free = was.map(({ sequence }) => sequence ?? 0).sort((one, other) => one - other);
    let last = 0;
    for (const [place, { id, date }] of wanted.entries()) {
      last = Math.max(last + 1, free[place] ?? 0);
      patches.set(id, { ...numberedOn(day, date, last), ...(stops.includes(String(id)) && { pinned: true }) });
    }
  }
  return patches;
}

/**
 * Gives the courier's open stops the courier's order, unless the office has reordered them since the phone read them: then
 * the order of the office remains. Stops that were added since go last in their day. The places of the others are fixed
 * until the office releases them.
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
  await act(services, phone, { id, dayOf, most: MAX_ORDERED }, async (trx, { day }) => {
    const rows = await openStops(trx, phone, day);
    const ids = idsOf(rows);
    // Without the previous order in the request, a change by the office cannot be detected.
    const isKnown = before.some((each) => ids.includes(each)) && stops.every((each) => before.includes(each));
    if (!isKnown || !isSameOrder(ids, before)) return;
    const patches = patchesOf(rows, stops, day);
    await changeOrdersIn(
      trx,
      actingCourier(phone),
      {
        refs: rows.filter(({ id }) => patches.has(id)).map(({ id, version }) => ({ id: String(id), version })),
        undoable: false,
        plan: () => ({ decide: (row) => ({ what: 'reordenada', patch: patches.get(row.id) ?? {} }) }),
      },
      now,
    );
  });
  const today = await dayOf(services.db);
  const rows = await openStops(services.db, phone, today);
  return { result: isSameOrder(idsOf(rows), idsOf(inOrder(rows, stops, today))) ? 'applied' : 'changed' };
}
