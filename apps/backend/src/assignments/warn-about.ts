import { type Warning } from '@despacho/contracts/dispatch';
import { courierWarnings } from '../couriers/courier-warnings.ts';
import { requireCourier } from '../couriers/couriers-repository.ts';
import { type Database } from '../database/open-database.ts';
import { type Dispatcher } from '../dispatch/dispatcher.ts';
import { type Dispatching } from './change-orders.ts';

/** @returns warnings about a courier's load, read after the write. */
export async function warnAbout(
  trx: Database,
  dispatcher: Dispatcher,
  courierId: number,
  changes: readonly Dispatching[],
): Promise<Warning[]> {
  const rows = changes.map(({ row }) => row);
  return courierWarnings(await requireCourier(trx, dispatcher, courierId), rows);
}
