import { type Attention } from '@despacho/contracts/dispatch';
import { type QueryClient } from '@tanstack/react-query';
import { coalesce } from '#shared/live/coalesce.ts';
import { subscribeNews } from '#shared/live/live-state.ts';
import { attentionKey } from '../api/attention-query.ts';

/** Milliseconds. The list of an office changes every few seconds at most. */
const ROUNDS = { settle: 200, gap: 3000 };

const isSeen = (): boolean => document.visibilityState === 'visible';

/**
 * Reads «Por atender» again after it changed, wherever it is shown. Hidden pages read it once they are shown.
 * @returns a function that stops it.
 */
export function followAttention(client: QueryClient): () => void {
  /** The newest revision of each office. */
  const stale = new Map<string, number>();
  const round = coalesce(() => {
    if (!isSeen()) return undefined;
    const offices = [...stale];
    stale.clear();
    return Promise.all(
      offices.map(([officeId, revision]) =>
        client.invalidateQueries({
          queryKey: attentionKey(officeId),
          predicate: ({ state }) => (state.data as Partial<Attention> | undefined)?.revision !== revision,
        }),
      ),
    );
  }, ROUNDS);
  const ask = (): void => {
    if (stale.size > 0 && isSeen()) round.ask();
  };
  const stop = subscribeNews((news) => {
    if (news.type !== 'event' || news.event.type !== 'attention.moved') return;
    stale.set(news.event.officeId, news.event.revision);
    ask();
  });
  document.addEventListener('visibilitychange', ask);
  return () => {
    stop();
    document.removeEventListener('visibilitychange', ask);
    round.stop();
  };
}
