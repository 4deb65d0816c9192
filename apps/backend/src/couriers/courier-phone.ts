import { type CourierPhone } from '@despacho/contracts/dispatch';
import { transact } from '../database/transact.ts';
import { type Dispatcher } from '../dispatch/dispatcher.ts';
import { disconnectPhone, readPhone } from '../phones/phones-repository.ts';
import { notFound } from '../refusal.ts';
import { type Services } from '../services.ts';
import { findCourier } from './couriers-repository.ts';

/** @returns the phone of a courier. @throws Refusal not-found for a courier of another office. */
export async function readCourierPhone(
  { db, clock }: Services,
  dispatcher: Dispatcher,
  courierId: number,
): Promise<CourierPhone> {
  if (!(await findCourier(db, dispatcher, courierId))) throw notFound();
  return readPhone(db, dispatcher, courierId, clock());
}

/** Ends the session of a courier's phone and voids an unused link. @returns the phone afterwards: none. */
export async function disconnectCourier(
  { db, clock }: Services,
  dispatcher: Dispatcher,
  courierId: number,
): Promise<CourierPhone> {
  return transact(db, async (trx) => {
    if (!(await findCourier(trx, dispatcher, courierId))) throw notFound();
    await disconnectPhone(trx, dispatcher, courierId, clock());
    return readPhone(trx, dispatcher, courierId, clock());
  });
}
