import { type Database } from '#platform/database/open-database.ts';
import { type Phone } from '#fleet/phones/phones-repository.ts';

/** @returns what photos need of a visit of this courier; undefined if the phone has not sent it yet. */
export const findVisit = (db: Database, { officeId, courierId }: Pick<Phone, 'officeId' | 'courierId'>, id: string) =>
  db
    .selectFrom('field_visits')
    .select(['order_id as orderId', 'attempt', 'receiver', 'erased_at as erasedAt'])
    .where('office_id', '=', officeId)
    .where('courier_id', '=', courierId)
    .where('visit', '=', id)
    .executeTakeFirst();
