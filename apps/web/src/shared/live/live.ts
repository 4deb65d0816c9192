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

/** Calls `handler` for each live event of one type, in order, in every tab. */
export function useLiveEvents<T extends LiveEventType>(
  type: T,
  handler: (event: Extract<LiveEvent, { type: T }>) => void,
): void {
  useNews((news) => {
    if (news.type === 'event' && news.event.type === type) handler(news.event as Extract<LiveEvent, { type: T }>);
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
