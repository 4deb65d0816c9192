import { eventOperations } from '@despacho/contracts';
import { openChannel } from '../browser/channel.ts';
import { exclusively, LIVE_LOCK } from '../browser/locks.ts';
import { addressOf } from '../http/address.ts';
import { followStream } from './follow-stream.ts';
import { createWatched } from './watched.ts';
import { liveness, type Liveness, type LiveNews, setLiveness, publishNews, recordHeard } from './live-state.ts';
import { SILENCE_LIMIT } from './read-stream.ts';

/** Milliseconds after the last visible tab was hidden or closed, until the stream is closed as well. */
const GRACE = 20_000;

/** How many times during that period a visible tab reports that it is visible. */
const REPORTS = 4;

/** Milliseconds in which a leading tab must answer. Without an answer this tab opens its own stream. */
const LEADER_MS = 10_000;

/**
 * Messages of the leading tab; of the others, `hello` requests the current state, and `seen` reports that the tab is
 * visible.
 */
type Message =
  | { type: 'news'; news: LiveNews }
  | { type: 'place'; place: string }
  | { type: 'heard'; limit: number }
  | { type: 'liveness'; state: Liveness['state']; since: Date }
  | { type: 'hello' }
  | { type: 'seen' };

/** A function, because TypeScript keeps the narrowed type of `aborted` across an `await`. */
const isOver = (signal: AbortSignal): boolean => signal.aborted;

/**
 * One event stream for all tabs of a browser. The tab with the lock reads it and publishes everything to the others;
 * when it closes, another gets the lock and resumes at the shared position. While all tabs are hidden the stream is
 * closed: missed events are replayed as soon as one is shown.
 * @param onSessionEnded called in the leading tab when the stream is refused for a missing session.
 * @param grace milliseconds until the stream of hidden tabs is closed.
 * @returns a function that stops this tab.
 */
export function startLive(onSessionEnded: () => void, grace = GRACE): () => void {
  const channel = openChannel(LIVE_LOCK);
  const end = new AbortController();
  let place: string | undefined;
  let leading = false;
  let limit = SILENCE_LIMIT;
  let quiet: ReturnType<typeof setTimeout> | undefined;

  const post = (message: Message): void => {
    if (!end.signal.aborted) channel.postMessage(message);
  };
  const postLiveness = (): void => {
    post({ type: 'liveness', ...liveness.get() });
  };

  const setAll = (state: Liveness['state']): void => {
    setLiveness(state);
    postLiveness();
  };

  /** Of another tab's stream: a hidden tab notices its silence late, because browsers delay its timers. */
  const onHeardElsewhere = (next: number): void => {
    if (leading) return;
    limit = next;
    recordHeard();
    setLiveness('live');
    clearTimeout(quiet);
    quiet = setTimeout(() => {
      if (document.visibilityState === 'visible') setLiveness('offline');
    }, limit);
  };

  const onNews = (news: LiveNews): void => {
    publishNews(news);
    post({ type: 'news', news });
  };

  channel.addEventListener('message', ({ data }: MessageEvent<Message>) => {
    if (data.type === 'liveness') clearTimeout(alone);
    switch (data.type) {
      case 'news':
        publishNews(data.news);
        break;
      case 'place':
        place = data.place;
        break;
      case 'heard':
        onHeardElsewhere(data.limit);
        break;
      case 'liveness':
        setLiveness(data.state, data.since);
        break;
      case 'seen':
        watched.report();
        break;
      case 'hello':
        if (!leading) break;
        if (place !== undefined) post({ type: 'place', place });
        postLiveness();
        break;
    }
  });

  const watched = createWatched(grace);
  const reportSeen = (): void => {
    if (document.visibilityState !== 'visible') return;
    watched.report();
    post({ type: 'seen' });
  };

  const lead = async (): Promise<void> => {
    leading = true;
    clearTimeout(quiet);
    while (!isOver(end.signal)) {
      await followStream(
        {
          url: addressOf(eventOperations['events.stream'].path),
          place: () => place,
          onPlace: (next) => {
            place = next;
            post({ type: 'place', place });
          },
          limit: () => limit,
          onHeard: (next) => {
            limit = next;
            recordHeard();
            post({ type: 'heard', limit });
          },
          onNews,
          onLiveness: setAll,
          onSessionEnded,
        },
        AbortSignal.any([end.signal, watched.ended()]),
      );
      // Closed while hidden: not live until it is open again.
      if (!isOver(end.signal) && liveness.get().state === 'live') setAll('connecting');
      await watched.again(end.signal);
      // Without a position to resume from, events in between are lost.
      if (place === undefined && !isOver(end.signal)) onNews({ type: 'reset' });
    }
  };

  let led: Promise<void> | undefined;
  const leadOnce = (): Promise<void> => (led ??= lead());

  recordHeard();
  setLiveness('connecting');
  post({ type: 'hello' });
  reportSeen();
  const reporting = setInterval(reportSeen, grace / REPORTS);
  document.addEventListener('visibilitychange', reportSeen);
  // Rejected with the signal's reason while waiting for the lock: this tab has stopped.
  exclusively(LIVE_LOCK, leadOnce, end.signal).catch(() => undefined);
  const alone = setTimeout(() => void leadOnce(), LEADER_MS);

  return () => {
    clearInterval(reporting);
    clearTimeout(alone);
    clearTimeout(quiet);
    document.removeEventListener('visibilitychange', reportSeen);
    watched.stop();
    end.abort();
    channel.close();
  };
}
