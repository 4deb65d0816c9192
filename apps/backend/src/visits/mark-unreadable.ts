import { type Database } from '../database/open-database.ts';
import { actingCourier } from '../field/field-caller.ts';
import { type Phone } from '../phones/phones-repository.ts';
import { reportReview } from './review-events.ts';

/**
 * Adds a visit to «Por revisar» because one of its photos could not be read. Does nothing if it is already marked or
 * was rejected. Call it with the office's lock, and nudge the feed after the commit.
 * @param visit the phone's id of the visit.
 */
export async function markUnreadable(
  trx: Database,
  phone: Pick<Phone, 'companyId' | 'officeId' | 'timeZone' | 'dayTurnsAt' | 'courierId' | 'courier'>,
  { visit, now }: { visit: string; now: Date },
): Promise<void> {
  const { officeId, courierId } = phone;
  const row = await trx
    .updateTable('field_visits')
    .set({ unreadable_photo: true })
    .where('office_id', '=', officeId)
    .where('courier_id', '=', courierId)
    .where('visit', '=', visit)
    .where('state', '<>', 'rechazada')
    .where('unreadable_photo', '=', false)
    .returning(['id', 'company_id', 'office_id', 'order_id'])
    .executeTakeFirst();
  if (!row) return;
  const { code } = await trx
    .selectFrom('order_details')
    .select('code')
    .where('office_id', '=', officeId)
    .where('id', '=', row.order_id)
    .executeTakeFirstOrThrow();
  await reportReview(trx, { ...row, code, why: 'foto' }, { actor: actingCourier(phone), now });
}
