import { type Relation, type Visit, REVIEWS_PAGE, type ReviewsPage } from '@despacho/contracts/dispatch';
import { type Dispatcher } from '../dispatch/dispatcher.ts';
import { requireOrder } from '../orders/orders-repository.ts';
import { notFound } from '../refusal.ts';
import { type Services } from '../services.ts';
import { toVisit } from './visit-row.ts';
import { namedVisitsOf, countPending } from './visits-repository.ts';
import { sql } from 'kysely';
import { toReviews } from './review-row.ts';

/** @returns the visits that phones sent of an order, the first that arrived first. @throws Refusal not-found. */
export async function listVisits({ db }: Services, dispatcher: Dispatcher, orderId: number): Promise<Visit[]> {
  const order = await requireOrder(db, dispatcher, orderId);
  const rows = await namedVisitsOf(db, dispatcher)
    .where('field_visits.order_id', '=', orderId)
    .orderBy('field_visits.id')
    .execute();
  return rows.map((row) => toVisit(row, order));
}

/** @returns who received an order, with the whole document. @throws Refusal not-found for a visit without a receiver. */
export async function readReceiver(
  { db }: Services,
  dispatcher: Dispatcher,
  id: number,
): Promise<{ name: string; document: string | null; relation: Relation | null }> {
  const row = await namedVisitsOf(db, dispatcher).where('field_visits.id', '=', id).executeTakeFirst();
  if (!row?.receiver) throw notFound();
  return { ...row.receiver, relation: row.receiver.relation as Relation | null };
}

/** @returns a page of the office's pending visits, the first that arrived first, or of the decided ones, newest first. */
export async function listReviews(
  { db }: Services,
  dispatcher: Dispatcher,
  { estado = 'pendiente', cursor }: { estado?: 'pendiente' | 'decidida' | undefined; cursor?: string | undefined },
): Promise<ReviewsPage> {
  const visits = namedVisitsOf(db, dispatcher).limit(REVIEWS_PAGE + 1);
  const after = Number(cursor);
  // States as literals, to match the partial indexes.
  const rows = await (
    estado === 'pendiente'
      ? visits
          .where('field_visits.state', '=', sql.lit('pendiente'))
          .$if(cursor !== undefined, (query) => query.where('field_visits.id', '>', after))
          .orderBy('field_visits.id')
      : visits
          .where(sql<boolean>`field_visits.state in ('aceptada', 'rechazada')`)
          .$if(cursor !== undefined, (query) => query.where('field_visits.id', '<', after))
          .orderBy('field_visits.id', 'desc')
  ).execute();
  const page = rows.slice(0, REVIEWS_PAGE);
  return {
    reviews: await toReviews(db, dispatcher, page),
    next: rows.length > REVIEWS_PAGE ? String(page.at(-1)?.id ?? '') : null,
    pending: await countPending(db, dispatcher),
  };
}
