import { type PictureMark } from '@despacho/contracts/dispatch';
import { sql } from 'kysely';
import { type Database } from '#platform/database/open-database.ts';
import { actingCourier } from '../route/field-caller.ts';
import { type Phone } from '#fleet/phones/phones-repository.ts';
import { reportReview } from './review-events.ts';

/**
 * Adds a visit to «Por revisar» because of one of its pictures. Does nothing if it has the same mark or was rejected.
 * Call it with the office's lock, and nudge the feed after the commit.
 * @param visit the phone's id of the visit.
 */
export async function markPicture(
  trx: Database,
  phone: Pick<Phone, 'companyId' | 'officeId' | 'timeZone' | 'dayTurnsAt' | 'courierId' | 'courier'>,
  { visit, mark, now }: { visit: string; mark: PictureMark; now: Date },
): Promise<void> {
  const { officeId, courierId } = phone;
  const row = await trx
    .selectFrom('field_visits')
    .select(['id', 'company_id', 'office_id', 'order_id', 'unreadable_photo', 'picture_doubts'])
    .where('office_id', '=', officeId)
    .where('courier_id', '=', courierId)
    .where('visit', '=', visit)
    .where('state', '<>', 'rechazada')
    .executeTakeFirst();
  if (!row) return;
  const known: PictureMark[] = !row.unreadable_photo
    ? []
    : row.picture_doubts.length > 0
      ? row.picture_doubts
      : ['ilegible'];
  if (known.includes(mark)) return;
  await trx
    .updateTable('field_visits')
    .set({ unreadable_photo: true, picture_doubts: sql`${[...known, mark]}::text[]` })
    .where('id', '=', row.id)
    .execute();
  // One review for all pictures of a visit.
  if (row.unreadable_photo) return;
  const { code } = await trx
    .selectFrom('order_details')
    .select('code')
    .where('office_id', '=', officeId)
    .where('id', '=', row.order_id)
    .executeTakeFirstOrThrow();
  await reportReview(trx, { ...row, code, why: 'foto' }, { actor: actingCourier(phone), now });
}
