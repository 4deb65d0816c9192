import { type Reason } from '@despacho/contracts/dispatch';
import { inOffice } from '#platform/database/in-office.ts';
import { transact } from '#platform/database/transact.ts';
import { type Dispatcher } from '#platform/dispatch/dispatcher.ts';
import { lockOffice } from '#people/offices/offices-repository.ts';
import { type OrderServices } from '../services.ts';

/** Replaces the office's catalogue. Orders closed with a removed reason keep its code. */
export async function replaceReasons(
  { db }: OrderServices,
  dispatcher: Dispatcher,
  reasons: Reason[],
): Promise<Reason[]> {
  const { companyId: company_id, officeId: office_id } = dispatcher;
  const rows = reasons.map((reason, place) => ({ ...reason, company_id, office_id, place }));
  // Not retried after a lost commit: a colleague may have replaced the catalogue since.
  await transact(db, async (trx) => {
    await lockOffice(trx, dispatcher);
    await trx.deleteFrom('reasons').where(inOffice(dispatcher)).execute();
    await trx.insertInto('reasons').values(rows).execute();
  });
  return reasons;
}
