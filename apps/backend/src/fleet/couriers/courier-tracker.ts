import { randomBytes } from 'node:crypto';
import { type CourierPhone, type TrackerLink } from '@despacho/contracts/dispatch';
import { transact } from '#platform/database/transact.ts';
import { type Dispatcher } from '#platform/dispatch/dispatcher.ts';
import { authorOf } from '#people/users/may-act.ts';
import { lockOpenOffice } from '#people/offices/offices-repository.ts';
import { secretHash } from '#platform/secrets.ts';
import { recordNotice, removeTracker, replaceTracker } from '../positions/positions-repository.ts';
import { conflict } from '#platform/refusal.ts';
import { type FleetServices } from '../services.ts';
import { readCourierPhone } from './courier-phone.ts';
import { requireActiveCourier } from './couriers-repository.ts';
import { recordCourier } from './record-courier.ts';

/** 160 random bits. */
const TOKEN_BYTES = 20;

/** Settings that Traccar Client takes from the address: a fix every 20 s or 50 m, kept while there is no signal. */
const SETTINGS = { accuracy: 'high', interval: '20', distance: '50', buffer: 'true' };

/**
 * Creates the address that sets up Traccar Client for a courier, in place of the previous one, which stops working.
 * Only a digest of its token is stored.
 * @throws Refusal conflict for a retired courier, or if the listener for these apps is not configured.
 */
export async function connectTracker(
  { db, clock, config: { ingest } }: FleetServices,
  dispatcher: Dispatcher,
  courierId: number,
): Promise<TrackerLink> {
  if (!ingest) throw conflict('El seguimiento con Traccar no está activado en este servidor');
  const { companyId, officeId } = dispatcher;
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  await transact(db, async (trx) => {
    // Retiring a courier waits for the same lock.
    await lockOpenOffice(trx, dispatcher);
    await requireActiveCourier(trx, dispatcher, courierId, '; reactívelo para activar su seguimiento');
    const author = await authorOf(trx, dispatcher);
    await replaceTracker(trx, { tokenHash: secretHash(token), companyId, officeId, courierId, now: clock(), author });
  });
  return { address: `${ingest.url}?${new URLSearchParams({ id: token, ...SETTINGS }).toString()}` };
}

/**
 * Records that a courier was given the notice about the tracker on paper.
 * Without a tracker nothing changes. @returns the courier's phone afterwards.
 * @throws Refusal not-found for a courier of another office.
 */
export async function recordPaperNotice(
  services: FleetServices,
  dispatcher: Dispatcher,
  courierId: number,
): Promise<CourierPhone> {
  const { companyId, officeId, user } = dispatcher;
  return transact(services.db, async (trx) => {
    const within = { ...services, db: trx };
    // First, because it rejects couriers of other offices.
    await readCourierPhone(within, dispatcher, courierId);
    if (await recordNotice(trx, { companyId, officeId, courierId }, services.clock(), user))
      await recordCourier(trx, dispatcher, 'courier.noticeGiven', courierId);
    return readCourierPhone(within, dispatcher, courierId);
  });
}

/** Revokes the token of a courier's Traccar Client. @returns the courier's phone afterwards. */
export async function disconnectTracker(
  services: FleetServices,
  dispatcher: Dispatcher,
  courierId: number,
): Promise<CourierPhone> {
  // First, because it rejects couriers of other offices.
  const phone = await readCourierPhone(services, dispatcher, courierId);
  await removeTracker(services.db, dispatcher, courierId);
  return { ...phone, tracker: null };
}
