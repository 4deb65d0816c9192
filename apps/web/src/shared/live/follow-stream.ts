import { liveEvent, RESET_EVENT } from '@despacho/contracts';
import { dispatchEvent } from '@despacho/contracts/dispatch';
import { type StreamBlock } from './event-parser.ts';
import { type AnyEvent, type Liveness, type LiveNews } from './live-state.ts';
import { nextTry } from '../http/next-try.ts';
import { readStream, StreamRefused } from './read-stream.ts';

export interface StreamSubscriber {
  url: string;
  /** The last known position in the log, from any tab. */
  place: () => string | undefined;
  onPlace: (place: string) => void;
  /** The silence limit of the last stream, in milliseconds, for the next one until it opens. */
  limit: () => number;
  /** Something arrived, possibly a heartbeat, on a stream with this silence limit. */
  onHeard: (limit: number) => void;
  onNews: (news: LiveNews) => void;
  onLiveness: (state: Liveness['state']) => void;
  /** The stream was refused for a missing session. */
  onSessionEnded: () => void;
}

function readEvent(said: unknown): AnyEvent | undefined {
  const sessionEvent = liveEvent.safeParse(said);
  if (sessionEvent.success) return sessionEvent.data;
  const dispatched = dispatchEvent.safeParse(said);
  return dispatched.success ? dispatched.data : undefined;
}

/** @returns the news in a block, if any. Unknown events come from a newer server and are ignored. */
function newsIn({ event, data }: StreamBlock): LiveNews | undefined {
  if (event === RESET_EVENT) return { type: 'reset' };
  if (data === undefined) return undefined;
  try {
    const event = readEvent(JSON.parse(data));
    return event && { type: 'event', event };
  } catch {
    return undefined;
  }
}

/** A function, because TypeScript keeps the narrowed type of `signal.aborted` across an `await`. */
const isOver = (signal: AbortSignal): boolean => signal.aborted;

/**
 * Keeps one event stream open until `signal` is aborted: resumes after a break, and waits longer after each failure.
 */
export async function followStream(subscriber: StreamSubscriber, signal: AbortSignal): Promise<void> {
  let failures = 0;
  let opened = false;
  while (!isOver(signal)) {
    const lastEventId = subscriber.place();
    try {
      await readStream({
        url: subscriber.url,
        lastEventId,
        signal,
        limit: subscriber.limit(),
        onHeard: subscriber.onHeard,
        onOpen: () => {
          // Without a position to resume from, events since the last stream may be lost.
          if (opened && lastEventId === undefined) subscriber.onNews({ type: 'reset' });
          opened = true;
          failures = 0;
          subscriber.onLiveness('live');
        },
        onBlock: (block) => {
          // News before the position: a tab that takes over in between receives it twice rather than never.
          const news = newsIn(block);
          if (news) subscriber.onNews(news);
          if (block.id !== undefined) subscriber.onPlace(block.id);
        },
      });
    } catch (error) {
      if (isOver(signal)) return;
      failures += 1;
      subscriber.onLiveness('offline');
      if (error instanceof StreamRefused && error.status === 401) subscriber.onSessionEnded();
    }
    await nextTry(failures, signal);
  }
}
