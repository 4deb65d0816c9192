import { useEffect, useEffectEvent } from 'react';
import { type AnyEvent, subscribeNews, liveness, type Liveness, type LiveNews } from './live-state.ts';
import { useStore } from '../state/store.ts';

function useNews(handler: (news: LiveNews) => void): void {
  const handle = useEffectEvent(handler);
  useEffect(() => subscribeNews((news) => handle(news)), []);
}

type AnyEventType = AnyEvent['type'];
type EventOf<T extends AnyEventType> = Extract<AnyEvent, { type: T }>;

const isOf = <T extends AnyEventType>(type: T, event: AnyEvent): event is EventOf<T> => event.type === type;

/** Calls `handler` for each live event of one type, in order, in every tab. */
export function useLiveEvents<T extends AnyEventType>(type: T, handler: (event: EventOf<T>) => void): void {
  useNews((news) => {
    if (news.type === 'event' && isOf(type, news.event)) handler(news.event);
  });
}

/** Calls `handler` when events may have been missed, so that displayed data must be refetched. */
export function useLiveReset(handler: () => void): void {
  useNews((news) => {
    if (news.type === 'reset') handler();
  });
}

/** State of the live stream, and since when. */
export function useLiveness(): Liveness {
  return useStore(liveness);
}
