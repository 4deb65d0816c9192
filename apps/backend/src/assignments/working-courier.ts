import { type Warning } from '@despacho/contracts/dispatch';
import { type CourierRow } from '../couriers/courier-row.ts';
import { courierWarnings } from '../couriers/courier-warnings.ts';
import { requireCourier } from '../couriers/couriers-repository.ts';
import { type Database } from '../database/open-database.ts';
import { type Dispatcher } from '../dispatch/dispatcher.ts';
import { type Dispatching } from './change-orders.ts';
import { Refusal } from '../refusal.ts';

/**
 * @returns an active courier of the office.
 * @throws Refusal not-found for another office's courier, conflict for a retired one.
 */
export async function findWorkingCourier(trx: Database, dispatcher: Dispatcher, id: string): Promise<CourierRow> {
  const courier = await requireCourier(trx, dispatcher, Number(id));
  if (courier.state === 'retirado') throw new Refusal('conflict', `${courier.name} está retirado`);
  return courier;
}

/** @returns warnings about a courier's load, read after the write. */
export async function warnAbout(
  trx: Database,
  dispatcher: Dispatcher,
  courierId: number,
  changes: readonly Dispatching[],
): Promise<Warning[]> {
  const courier = await requireCourier(trx, dispatcher, courierId);
  return courierWarnings(
    courier,
    changes.map(({ row }) => row),
  );
}
