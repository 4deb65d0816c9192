import { useEffect } from 'react';
import { touchSession } from '../../features/session/state/session.ts';
import { sessionState } from '../../features/session/state/session-store.ts';
import { serverNow } from '../../shared/http/server-clock.ts';
import { touchInterval } from '../rules/touch-interval.ts';

/** What only a person does. Scrolling by hand is reading. */
const INPUT = ['pointerdown', 'keydown', 'wheel', 'touchmove'] as const;

/**
 * Working on a page without calling the gateway (reading, typing) is use as well: the first input after a while tells it,
 * so that the session does not end under somebody's hands. Polling and streams never do.
 */
export function useTouch(): void {
  useEffect(() => {
    let last = performance.now();
    const touch = ({ target }: Event): void => {
      // A window that asks whether to go on takes its answer itself.
      if (target instanceof Element && target.closest('dialog')) return;
      const state = sessionState();
      const now = performance.now();
      if (state.status !== 'in' || now - last < touchInterval(state, serverNow())) return;
      last = now;
      void touchSession().catch(() => undefined);
    };
    // On its way down: a scrollbar of ours lets no wheel come up again.
    const options = { passive: true, capture: true };
    for (const event of INPUT) addEventListener(event, touch, options);
    return () => {
      for (const event of INPUT) removeEventListener(event, touch, options);
    };
  }, []);
}
