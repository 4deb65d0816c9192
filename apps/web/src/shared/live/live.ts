import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import {
  type AnyEvent,
  subscribeNews,
  liveness,
  type Liveness,
  type LiveNews,
  subscribeLiveness,
} from './live-state.ts';

function useNews(handler: (news: LiveNews) => void): void {
  const handle = useEffectEvent(handler);
  useEffect(
    () =>
      subscribeNews((news) => {
        handle(news);
      }),
    [],
  );
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

/** Calls `handler` when events may have been missed, so that what is on screen has to be read again. */
export function useLiveReset(handler: () => void): void {
  useNews((news) => {
    if (news.type === 'reset') handler();
  });
}

/** How fresh the page is, and since when it has been so. */
export function useLiveness(): Liveness {
  return useSyncExternalStore(subscribeLiveness, liveness);
}
