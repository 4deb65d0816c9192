import { useEffect } from 'react';
import { rereadSession } from '../features/session/session.ts';
import { sessionState } from '../features/session/session-store.ts';
import { touchInterval } from './touch-interval.ts';

/**
 * Working on a page without calling the gateway (reading, typing) is use as well: the first input after a while tells it,
 * so that the session does not end under somebody's hands. Polling and streams never do.
 */
export function useTouch(): void {
  useEffect(() => {
    let next = Date.now() + touchInterval(sessionState(), Date.now());
    const touch = (): void => {
      const now = Date.now();
      const state = sessionState();
      if (now < next || state.status !== 'in') return;
      next = now + touchInterval(state, now);
      void rereadSession({ unseen: true }).catch(() => undefined);
    };
    addEventListener('pointerdown', touch, { passive: true });
    addEventListener('keydown', touch, { passive: true });
    return () => {
      removeEventListener('pointerdown', touch);
      removeEventListener('keydown', touch);
    };
  }, []);
}
