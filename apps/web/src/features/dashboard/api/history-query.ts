import { historyOperations, HISTORY_PAGE, type LoggedEvent } from '@despacho/contracts/dispatch';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../shared/http/call.ts';
import { type QueryContext, reading } from '../../../shared/queries/reading.ts';
import { hasEnoughActivity } from '../rules/office-activity.ts';

/**
 * One bulk action on a thousand orders creates a thousand events, which is five pages. Older events are not shown
 * here.
 */
const MAX_PAGES = 10;

async function readHistory(officeId: string, context: QueryContext): Promise<readonly LoggedEvent[]> {
  const mode = reading(context);
  const events: LoggedEvent[] = [];
  let before: string | null = null;
  for (let page = 0; page < MAX_PAGES && !hasEnoughActivity(events); page += 1) {
    const answer: { events: LoggedEvent[]; next: string | null } = await call(historyOperations['events.history'], {
      query: { officeId, limite: String(HISTORY_PAGE.most), ...(before !== null && { antes: before }) },
      ...mode,
    });
    events.push(...answer.events);
    before = answer.next;
    if (before === null) break;
  }
  return events;
}

/**
 * Events of an office before the page was opened, newest first. Live events are added to it, so its key is separate
 * from the queries that they invalidate.
 */
export const historyQuery = (officeId: string) =>
  queryOptions({
    queryKey: ['dispatch-history', officeId],
    queryFn: (context) => readHistory(officeId, context),
    staleTime: 60_000,
  });
