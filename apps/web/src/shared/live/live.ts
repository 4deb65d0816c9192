import { type LiveEvent, type LiveEventType } from '@despacho/contracts';
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import { hearNews, liveness, type Liveness, type LiveNews, subscribeLiveness } from './live-state.ts';

function useNews(handler: (news: LiveNews) => void): void {
  const handle = useEffectEvent(handler);
  useEffect(
    () =>
      hearNews((news) => {
        handle(news);
      }),
    [],
  );
}

type EventOf<T extends LiveEventType> = Extract<LiveEvent, { type: T }>;

/** Compared as text: with a single kind of event so far, the compiler would call the question settled. */
const isOf = <T extends LiveEventType>(type: string, event: LiveEvent): event is EventOf<T> => event.type === type;

/** Calls `handler` for each live event of one type, in order, in every tab. */
export function useLiveEvents<T extends LiveEventType>(type: T, handler: (event: EventOf<T>) => void): void {
  useNews((news) => {
    if (news.type === 'event' && isOf<T>(type, news.event)) handler(news.event);
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
