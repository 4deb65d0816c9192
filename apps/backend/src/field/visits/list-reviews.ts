import { REVIEWS_PAGE, type ReviewsPage } from '@despacho/contracts/dispatch';
import { sql } from 'kysely';
import { type Dispatcher } from '#platform/dispatch/dispatcher.ts';
import { type FieldServices } from '../services.ts';
import { toReviews } from './review-row.ts';
import { countReviews, namedVisitsOf } from './visits-repository.ts';

/** @returns a page of the office's visits to review, oldest first, or of the decided ones, newest first. */
export async function listReviews(
  { db, config }: FieldServices,
  dispatcher: Dispatcher,
  { estado = 'pendiente', cursor }: { estado?: 'pendiente' | 'decidida' | undefined; cursor?: string | undefined },
): Promise<ReviewsPage> {
  const visits = namedVisitsOf(db, dispatcher).limit(REVIEWS_PAGE + 1);
  const after = Number(cursor);
  // States as literals, to match the partial indexes.
  const rows = await (
    estado === 'pendiente'
      ? visits
          .where(sql<boolean>`(field_visits.state = 'pendiente' or field_visits.unreadable_photo)`)
          .$if(cursor !== undefined, (query) => query.where('field_visits.id', '>', after))
          .orderBy('field_visits.id')
      : visits
          .where(sql<boolean>`field_visits.state in ('aceptada', 'rechazada')`)
          .$if(cursor !== undefined, (query) => query.where('field_visits.id', '<', after))
          .orderBy('field_visits.id', 'desc')
  ).execute();
  const page = rows.slice(0, REVIEWS_PAGE);
  return {
    reviews: await toReviews({ db, config }, dispatcher, page),
    next: rows.length > REVIEWS_PAGE ? String(page.at(-1)?.id ?? '') : null,
    pending: await countReviews(db, dispatcher),
  };
}
