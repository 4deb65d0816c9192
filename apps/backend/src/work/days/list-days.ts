import { type DayList } from '@despacho/contracts/dispatch';
import { listCouriersOf } from '#fleet/couriers/couriers-repository.ts';
import { type Dispatcher } from '#platform/dispatch/dispatcher.ts';
import { officeDay } from '#platform/dispatch/working-day.ts';
import { type WorkServices } from '../services.ts';
import { NO_TOTALS, readTotals } from './day-totals.ts';
import { findDays, toDay } from './days-repository.ts';

/** @returns the day of each courier who had anything to do on it; today by default. */
export async function listDays(
  { db, clock }: WorkServices,
  dispatcher: Dispatcher,
  day: string = officeDay(clock(), dispatcher),
): Promise<DayList> {
  const totals = await readTotals(db, dispatcher, day);
  const rows = new Map((await findDays(db, dispatcher, day)).map((row) => [row.courier_id, row]));
  const couriers = await listCouriersOf(db, dispatcher);
  return {
    day,
    couriers: couriers
      .filter(({ id }) => totals.has(id) || rows.has(id))
      .map(({ id, name }) => toDay({ id: String(id), name }, rows.get(id), totals.get(id) ?? NO_TOTALS)),
  };
}
