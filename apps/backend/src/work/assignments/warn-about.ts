import { carryDay, type Warning } from '@despacho/contracts/dispatch';
import { courierWarnings } from '#fleet/couriers/courier-warnings.ts';
import { requireCourier } from '#fleet/couriers/couriers-repository.ts';
import { zonesServed } from '#fleet/couriers/zones-served.ts';
import { type Database } from '#platform/database/open-database.ts';
import { type Dispatcher } from '#platform/dispatch/dispatcher.ts';
import { type Dispatching } from './change-orders.ts';

/** @returns warnings about a courier's load of each day that the changes add to, read after the write. */
export async function warnAbout(
  trx: Database,
  dispatcher: Dispatcher,
  { courierId, today }: { courierId: number; today: string },
  changes: readonly Dispatching[],
): Promise<Warning[]> {
  const rows = changes.map(({ row, patch }) => ({ ...row, ...(patch.date !== undefined && { date: patch.date }) }));
  const warnings: Warning[] = [];
  for (const [day, given] of [...Map.groupBy(rows, ({ date }) => carryDay(date, today))].sort()) {
    const courier = await requireCourier(trx, dispatcher, courierId, { day, today });
    const zonesAt = await zonesServed(trx, dispatcher, [courier]);
    warnings.push(...courierWarnings(courier, given, zonesAt).map((each) => (day === today ? each : { ...each, day })));
  }
  return warnings;
}
