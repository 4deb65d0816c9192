import { type CourierLink, LINK_MINUTES } from '@despacho/contracts/dispatch';
import { transact } from '#platform/database/transact.ts';
import { type Dispatcher } from '#platform/dispatch/dispatcher.ts';
import { authorOf } from '#people/users/may-act.ts';
import { lockOffice } from '#people/offices/offices-repository.ts';
import { replaceLink } from '../phones/phones-repository.ts';
import { codeHash, newLinkSecrets } from '../phones/secrets.ts';
import { secretHash } from '#platform/secrets.ts';
import { type FleetServices } from '../services.ts';
import { requireActiveCourier } from './couriers-repository.ts';
import { recordCourier } from './record-courier.ts';

/**
 * Creates the link and the code that connect a courier's phone, in place of the previous link. A connected phone
 * remains connected until another one is.
 * @throws Refusal conflict for a retired courier.
 */
export async function connectCourier(
  { db, clock }: Pick<FleetServices, 'db' | 'clock'>,
  dispatcher: Dispatcher,
  courierId: number,
): Promise<CourierLink> {
  const { companyId, officeId } = dispatcher;
  const now = clock();
  const secrets = newLinkSecrets();
  const expiresAt = new Date(now.getTime() + LINK_MINUTES * 60_000);
  await transact(db, async (trx) => {
    // Retiring a courier waits for the same lock.
    await lockOffice(trx, dispatcher);
    await requireActiveCourier(trx, dispatcher, courierId, '; reactívelo para conectar su teléfono');
    await replaceLink(trx, {
      secret_hash: secretHash(secrets.secret),
      company_id: companyId,
      office_id: officeId,
      courier_id: courierId,
      code_hash: codeHash(secrets),
      created_at: now,
      expires_at: expiresAt,
      author_id: await authorOf(trx, dispatcher),
    });
    await recordCourier(trx, dispatcher, 'courier.phoneLinked', courierId);
  });
  return { fragment: secrets.secret, code: secrets.code, expiresAt: expiresAt.toISOString() };
}
