import { type LiveEvent, type LiveEventType } from '@despacho/contracts';
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import { hearEvents, liveness, type Liveness, subscribeLiveness } from './live-state.ts';

/** Calls `handler` for each live event of one type, in order, in every tab. */
export function useLiveEvents<T extends LiveEventType>(
  type: T,
  handler: (event: Extract<LiveEvent, { type: T }>) => void,
): void {
  const handle = useEffectEvent((event: LiveEvent) => {
    if (event.type === type) handler(event as Extract<LiveEvent, { type: T }>);
  });
  useEffect(
    () =>
      hearEvents((event) => {
        handle(event);
      }),
    [],
  );
}

/** How fresh the page is, and since when it has been so. */
export function useLiveness(): Liveness {
  return useSyncExternalStore(subscribeLiveness, liveness);
}
