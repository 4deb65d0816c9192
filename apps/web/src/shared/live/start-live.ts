import { eventOperations } from '@despacho/contracts';
import { addressOf } from '../http/address.ts';
import { followStream } from './follow-stream.ts';
import { liveness, type Liveness, type LiveNews, setLiveness, publishNews } from './live-state.ts';

const NAME = 'despacho.live';

/** Messages of the leading tab; `hello` is a new tab asking for the current state. */
type Message =
  | { type: 'news'; news: LiveNews }
  | { type: 'place'; place: string }
  | { type: 'liveness'; state: Liveness['state']; since: Date }
  | { type: 'hello' };

/**
 * One event stream for all tabs of a browser. The tab with the lock reads it and publishes everything to the others;
 * when it closes, another gets the lock and resumes at the shared position.
 * @param onSessionEnded called in the leading tab when the stream is refused for a missing session.
 * @returns a function that leaves.
 */
export function startLive(onSessionEnded: () => void): () => void {
  const channel = new BroadcastChannel(NAME);
  const end = new AbortController();
  let place: string | undefined;
  let leading = false;

  const post = (message: Message): void => {
    if (!end.signal.aborted) channel.postMessage(message);
  };
  const postLiveness = (): void => {
    post({ type: 'liveness', ...liveness.get() });
  };

  channel.addEventListener('message', ({ data }: MessageEvent<Message>) => {
    switch (data.type) {
      case 'news':
        publishNews(data.news);
        break;
      case 'place':
        place = data.place;
        break;
      case 'liveness':
        setLiveness(data.state, data.since);
        break;
      case 'hello':
        if (!leading) break;
        if (place !== undefined) post({ type: 'place', place });
        postLiveness();
        break;
    }
  });

  const lead = async (): Promise<void> => {
    leading = true;
    await followStream(
      {
        url: addressOf(eventOperations['events.stream'].path),
        place: () => place,
        onPlace: (next) => {
          place = next;
          post({ type: 'place', place });
        },
        onNews: (news) => {
          publishNews(news);
          post({ type: 'news', news });
        },
        onLiveness: (state) => {
          setLiveness(state);
          postLiveness();
        },
        onSessionEnded,
      },
      end.signal,
    );
  };

  setLiveness('connecting');
  post({ type: 'hello' });
  // Rejected with the signal's reason while waiting for the lock: this tab has stopped.
  navigator.locks.request(NAME, { signal: end.signal }, lead).catch(() => undefined);

  return () => {
    end.abort();
    channel.close();
  };
}
