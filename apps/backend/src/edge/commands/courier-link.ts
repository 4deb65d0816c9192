import { type Clock } from '#platform/clock.ts';
import { connectCourier } from '#fleet/couriers/connect-courier.ts';
import { listCouriersOf } from '#fleet/couriers/couriers-repository.ts';
import { type Database } from '#platform/database/open-database.ts';
import { operatorIn } from '#platform/dispatch/dispatcher.ts';
import { nameKey } from '@despacho/contracts';
import { findOffice } from '#people/offices/offices-repository.ts';
import { Refusal } from '#platform/refusal.ts';

/**
 * Creates the link that connects a courier's phone, for operators who cannot open the desk.
 * @param name of the courier; empty for the active one with the most orders.
 * @returns the path of the link, its code, and the courier's name. @throws Refusal for an unknown office or courier.
 */
export async function linkOfCourier(
  { db, clock }: { db: Database; clock: Clock },
  { officeId, name }: { officeId: string; name: string },
): Promise<string> {
  const office = await findOffice(db, officeId);
  if (!office) throw new Refusal('not-found', `There is no office ${officeId}`);
  const where = { companyId: office.companyId, officeId: office.id };
  const active = (await listCouriersOf(db, where)).filter(({ state }) => state === 'activo');
  const [courier] = active
    .filter((each) => name === '' || nameKey(each.name) === nameKey(name))
    .toSorted((one, other) => other.orders - one.orders);
  if (!courier) throw new Refusal('not-found', `The office ${office.id} has no active courier ${name}`.trim());
  const { fragment, code, expiresAt } = await connectCourier(
    { db, clock },
    operatorIn({ ...where, timeZone: 'UTC' }),
    courier.id,
  );
  return `r/#${fragment}\nCode: ${code}\nFor ${courier.name}, with ${courier.orders} orders; once, until ${expiresAt}.`;
}
