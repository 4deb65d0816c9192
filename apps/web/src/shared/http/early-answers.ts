import { untakenReads, dropEarlyStream, earlyRequests } from './early-reads.ts';
import { pause } from './retry.ts';

/** In milliseconds. A screen whose code takes longer reads again what events report as changed. */
const MOST_WAIT_MS = 3000;
const CHECK_MS = 50;

/** In milliseconds: no change is expected between the first reads and a stream that opens so soon after them. */
const SOON = 1000;

/**
 * Waits until the screen shows the early answers. An earlier event would find nothing to change, and the answer would
 * be older than the event.
 */
export async function earlyReadsUsed(): Promise<void> {
  const latest = Date.now() + MOST_WAIT_MS;
  while (untakenReads.size > 0 && Date.now() < latest) await pause(CHECK_MS);
  untakenReads.clear();
  await Promise.allSettled(earlyRequests.taken.splice(0));
  await pause(0);
}

/** @returns the stream that was opened early, once, which then ends with the signal; undefined if there is none. */
export function takeEarlyStream(signal: AbortSignal): Promise<Response> | undefined {
  if (!earlyRequests.stream) return undefined;
  const { response, end, openedAt } = earlyRequests.stream;
  earlyRequests.stream = undefined;
  signal.addEventListener('abort', () => end.abort(signal.reason));
  response.then(
    ({ ok }) => {
      if (ok && openedAt - (earlyRequests.begunAt ?? openedAt) <= SOON) earlyRequests.begunAt = undefined;
    },
    () => undefined,
  );
  return response;
}

/** @returns whether the first reads began long before any stream, once: the events in between are not replayed. */
export function missedEvents(): boolean {
  const first = earlyRequests.begunAt;
  earlyRequests.begunAt = undefined;
  // Another tab reads the stream for all.
  dropEarlyStream();
  return first !== undefined && Date.now() - first > SOON;
}
