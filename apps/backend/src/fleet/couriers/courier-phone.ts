import { type CourierPhone } from '@despacho/contracts/dispatch';
import { transact } from '#platform/database/transact.ts';
import { type Dispatcher } from '#platform/dispatch/dispatcher.ts';
import { appendEvent } from '#platform/events/events-repository.ts';
import { lockOffice } from '#people/offices/offices-repository.ts';
import { phoneEvent } from '../phones/phone-event.ts';
import { disconnectPhone, readPhone } from '../phones/phones-repository.ts';
import { readTracker } from '../positions/positions-repository.ts';
import { type FleetServices } from '../services.ts';
import { requireCourier } from './couriers-repository.ts';
import { recordCourier } from './record-courier.ts';

/** @returns the phone of a courier. @throws Refusal not-found for a courier of another office. */
export async function readCourierPhone(
  { db, clock, config: { ingest } }: FleetServices,
  dispatcher: Dispatcher,
  courierId: number,
): Promise<CourierPhone> {
  await requireCourier(db, dispatcher, courierId);
  const phone = await readPhone(db, dispatcher, courierId, clock());
  const tracker = await readTracker(db, dispatcher, courierId);
  return { ...phone, mayTrack: ingest !== undefined, tracker };
}

/** Ends the session of a courier's phone and voids an unused link. @returns the phone afterwards: none. */
export async function disconnectCourier(
  services: FleetServices,
  dispatcher: Dispatcher,
  courierId: number,
): Promise<CourierPhone> {
  const { db, clock, feed } = services;
  const { companyId, officeId } = dispatcher;
  const now = clock();
  const left = await transact(db, async (trx) => {
    const courier = await requireCourier(trx, dispatcher, courierId);
    // Before the link: the same order as when a phone is connected.
    await lockOffice(trx, dispatcher);
    await disconnectPhone(trx, dispatcher, courierId, now);
    const event = phoneEvent({ officeId, courierId, courier: courier.name }, dispatcher, 'desconectado', now);
    await appendEvent(trx, companyId, event);
    await recordCourier(trx, dispatcher, 'courier.phoneDisconnected', courierId);
    return readCourierPhone({ ...services, db: trx }, dispatcher, courierId);
  });
  feed.nudge(officeId);
  return left;
}
