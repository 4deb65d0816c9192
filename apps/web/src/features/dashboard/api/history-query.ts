import { historyOperations, HISTORY_PAGE, type LoggedEvent } from '@despacho/contracts/dispatch';
import { queryOptions } from '@tanstack/react-query';
import { type Background } from '../../../shared/http/background.ts';
import { call } from '../../../shared/http/call.ts';
import { refreshing } from '../../../shared/queries/refreshing.ts';
import { enoughActivity } from '../rules/office-activity.ts';

/** Of one act on a thousand orders there are a thousand events: five pages. Older than these nobody looks for here. */
const MOST_PAGES = 10;

async function readHistory(
  officeId: string,
  signal: AbortSignal,
  background: Background | undefined,
): Promise<readonly LoggedEvent[]> {
  const events: LoggedEvent[] = [];
  let before: string | null = null;
  for (let page = 0; page < MOST_PAGES && !enoughActivity(events); page += 1) {
    const answer: { events: LoggedEvent[]; next: string | null } = await call(historyOperations['events.history'], {
      query: { officeId, limite: String(HISTORY_PAGE.most), ...(before !== null && { antes: before }) },
      signal,
      background,
    });
    events.push(...answer.events);
    before = answer.next;
    if (before === null) break;
  }
  return events;
}

/**
 * What happened in an office before the page was opened, newest first. Live events add to it, so that it is apart from
 * what they make stale.
 */
export const historyQuery = (officeId: string) =>
  queryOptions({
    queryKey: ['dispatch-history', officeId],
    queryFn: ({ client, queryKey, signal }) => readHistory(officeId, signal, refreshing(client, queryKey)),
    staleTime: 60_000,
  });
