import { REQUEST_DAYS } from '@despacho/contracts/dispatch';
import { type RawBuilder, sql } from 'kysely';

const DAY_MS = 86_400_000;

/**
 * The condition that a row `asked` of `photo_requests` is on the courier's phone: not answered, at most a few days old,
 * and its visit still closes the order.
 */
export const isOpenRequest = (now: Date): RawBuilder<boolean> => sql<boolean>`(
  asked.answered_at is null and asked.asked_at > ${new Date(now.getTime() - REQUEST_DAYS * DAY_MS)}::timestamptz
  and exists (
    select from field_visits as closing
    join order_progress as closed on closed.office_id = closing.office_id and closed.order_id = closing.order_id
    where closing.office_id = asked.office_id and closing.visit = asked.visit
      and closing.state in ('aplicada', 'aceptada') and closing.attempt = closed.attempt
      and closed.closed_at is not null
  ))`;
