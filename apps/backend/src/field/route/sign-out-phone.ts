import { transact } from '#platform/database/transact.ts';
import { appendEvent } from '#platform/events/events-repository.ts';
import { phoneEvent } from '#fleet/phones/phone-event.ts';
import { findPhone, revokePhone } from '#fleet/phones/phones-repository.ts';
import { type FieldServices } from '../services.ts';
import { authorOf } from './field-caller.ts';

/** Ends the session of a phone. Does nothing if it is not connected. */
export async function signOutPhone({ db, clock, feed }: FieldServices, sessionHash: string): Promise<void> {
  const now = clock();
  const phone = await transact(db, async (trx) => {
    const found = await findPhone(trx, sessionHash, now);
    if (!found) return undefined;
    // The event first: it locks the office, as everywhere, before the phone's row is locked.
    await appendEvent(trx, found.companyId, phoneEvent(found, authorOf(found), 'desconectado', now));
    await revokePhone(trx, sessionHash, now);
    return found;
  });
  if (phone) feed.nudge(phone.officeId);
}
