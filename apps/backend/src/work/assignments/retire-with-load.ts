import { randomUUID } from 'node:crypto';
import { carryDay, type Courier, LOADED_STATES } from '@despacho/contracts/dispatch';
import { retireCourier } from '#fleet/couriers/change-courier.ts';
import { requireActiveCourier } from '#fleet/couriers/couriers-repository.ts';
import { inOffice } from '#platform/database/in-office.ts';
import { type Dispatcher } from '#platform/dispatch/dispatcher.ts';
import { officeDay } from '#platform/dispatch/working-day.ts';
import { Refusal } from '#platform/refusal.ts';
import { type WorkServices } from '../services.ts';
import { moveLoad } from './move-load.ts';

interface Retiring {
  id: number;
  version: number;
  /** Who receives the orders of every day. */
  handTo?: string | undefined;
}

/**
 * Retires a courier, whose orders of all days are handed over first if `handTo` is given. Each day is moved by itself, so a
 * refusal leaves a working courier with the remaining days, and the request can be repeated.
 * @throws Refusal not-found; conflict if someone changed the courier since, or if orders remain.
 */
export async function retireWithLoad(
  services: WorkServices,
  dispatcher: Dispatcher,
  { id, version, handTo }: Retiring,
): Promise<Courier> {
  if (handTo === undefined) return retireCourier(services, dispatcher, id, version);
  if (handTo === String(id)) throw new Refusal('invalid', 'Las órdenes deben pasar a otro repartidor');
  const { db, clock } = services;
  const courier = await requireActiveCourier(db, dispatcher, id);
  if (courier.version !== version)
    throw new Refusal('conflict', `Otra persona cambió los datos de ${courier.name}; vuelva a mirarlos`);
  const today = officeDay(clock(), dispatcher);
  const rows = await db
    .selectFrom('orders')
    .select('date')
    .distinct()
    .where(inOffice(dispatcher))
    .where('courier_id', '=', id)
    .where('state', 'in', LOADED_STATES)
    .execute();
  const days = new Set(rows.map(({ date }) => carryDay(date, today)));
  for (const day of [...days].sort())
    await moveLoad(services, dispatcher, randomUUID(), { from: String(id), to: handTo, day });
  return retireCourier(services, dispatcher, id, version);
}
