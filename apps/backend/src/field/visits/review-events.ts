import { type Actor, type ReviewDecided } from '@despacho/contracts/dispatch';
import { type Database } from '#platform/database/open-database.ts';
import { appendEvent } from '#platform/events/events-repository.ts';
import { type VisitRow } from './visit-row.ts';
import { countReviews } from './visits-repository.ts';

/**
 * Reports a review with the number of pending ones after it. Nudge the feed after the commit.
 * @param decision undefined for a new review.
 */
export async function reportReview(
  trx: Database,
  row: Pick<VisitRow, 'id' | 'company_id' | 'office_id' | 'order_id'> & { why: VisitRow['why'] | 'foto'; code: string },
  { actor, now, decision }: { actor: Actor; now: Date; decision?: ReviewDecided['decision'] },
): Promise<void> {
  if (row.why === null) throw new Error(`Visit ${row.id} is not reviewed`);
  const where = { companyId: row.company_id, officeId: row.office_id };
  const event = {
    at: now.toISOString(),
    officeId: row.office_id,
    actor: { username: actor.username, user: actor.user },
    review: { id: String(row.id), why: row.why },
    order: { id: String(row.order_id), code: row.code },
    pending: await countReviews(trx, where),
  };
  await appendEvent(
    trx,
    row.company_id,
    decision ? { type: 'review.decided', ...event, decision } : { type: 'review.added', ...event },
  );
}
