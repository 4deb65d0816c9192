import { type Database } from '../database/open-database.ts';
import { type Receiver } from '../database/schema.ts';
import { type Phone } from '../phones/phones-repository.ts';

/** The fields of a visit that its photos require. */
export interface VisitOfPhoto {
  orderId: number;
  attempt: number;
  receiver: Receiver | null;
  /** Its receiver and place were erased on request. */
  isErased: boolean;
}

/** @returns a visit of this courier; undefined if the phone has not sent it yet. */
export async function findVisit(
  db: Database,
  { officeId, courierId }: Pick<Phone, 'officeId' | 'courierId'>,
  id: string,
): Promise<VisitOfPhoto | undefined> {
  const visit = await db
    .selectFrom('field_visits')
    .select(['order_id', 'attempt', 'receiver', 'erased_at'])
    .where('office_id', '=', officeId)
    .where('courier_id', '=', courierId)
    .where('visit', '=', id)
    .executeTakeFirst();
  return (
    visit && {
      orderId: visit.order_id,
      attempt: visit.attempt,
      receiver: visit.receiver,
      isErased: visit.erased_at !== null,
    }
  );
}
