import { useEffect } from 'react';
import { touchSession } from '#features/session/state/session.ts';
import { sessionState } from '#features/session/state/session-store.ts';
import { serverNow } from '#shared/http/server-clock.ts';
import { touchInterval } from '../rules/touch-interval.ts';

/** Events that only a person causes. Wheel and touch mean reading. */
const INPUT = ['pointerdown', 'keydown', 'wheel', 'touchmove'] as const;

/**
 * Reports the first input after a while to the gateway, because reading and typing count as use but make no calls: the
 * session must not expire meanwhile. Polling and streams never count.
 */
export function useTouch(): void {
  useEffect(() => {
    let last = performance.now();
    const touch = ({ target }: Event): void => {
      // The dialog that asks whether to continue handles its own answer.
      if (target instanceof Element && target.closest('dialog')) return;
      const state = sessionState();
      const now = performance.now();
      if (state.status !== 'in' || now - last < touchInterval(state, serverNow())) return;
      last = now;
      void touchSession().catch(() => undefined);
    };
    // In the capture phase: the custom scrollbar stops wheel events from bubbling.
    const options = { passive: true, capture: true };
    for (const event of INPUT) addEventListener(event, touch, options);
    return () => {
      for (const event of INPUT) removeEventListener(event, touch, options);
    };
  }, []);
}
