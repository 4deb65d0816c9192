import { eventOperations } from '@despacho/contracts';
import { addressOf } from '../http/address.ts';
import { followStream } from './follow-stream.ts';
import { liveness, type Liveness, type LiveNews, setLiveness, publishNews } from './live-state.ts';

const NAME = 'despacho.live';

/** What the leading tab tells the others; `hello` is a new tab asking how things stand. */
type Message =
  | { type: 'news'; news: LiveNews }
  | { type: 'place'; place: string }
  | { type: 'liveness'; state: Liveness['state']; since: Date }
  | { type: 'hello' };

/**
 * One event stream for all tabs of this browser. The tab that holds the lock reads it and passes everything on; when it
 * goes, the lock goes to another, which resumes at the place all of them know.
 * @param onSessionEnded called in the leading tab when the stream is refused for want of a session.
 * @returns a function that stops taking part.
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
    post({ type: 'liveness', ...liveness() });
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
  // Refused with the signal's reason while waiting for the lock: somebody else leads, and this tab has stopped.
  navigator.locks.request(NAME, { signal: end.signal }, lead).catch(() => undefined);

  return () => {
    end.abort();
    channel.close();
  };
}
