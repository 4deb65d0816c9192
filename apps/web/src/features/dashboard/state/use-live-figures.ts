import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { coalesce } from '#shared/live/coalesce.ts';
import { useLiveEvents } from '#shared/live/live.ts';
import { figuresKey } from '../api/figures-queries.ts';

/** Milliseconds. The first event of a burst is shown immediately; a busy office is read twice a minute. */
const FAST = { settle: 700, gap: 30_000 };
/** Punctuality and clients move slowly. */
const SLOW = { settle: 2000, gap: 120_000 };

const QUICK = ['today', 'couriers', 'money', 'activity'] as const;
const UNHURRIED = ['punctuality', 'clients'] as const;

const isSeen = (): boolean => document.visibilityState === 'visible';

/**
 * Reads the figures of an office again when they may have changed: one request a widget for each burst of events.
 * @param isLive whether they are of now: the past does not change.
 */
export function useLiveFigures(officeId: string, isLive: boolean): void {
  const client = useQueryClient();
  const ask = useRef<() => void>(() => undefined);
  useEffect(() => {
    if (!isLive) {
      ask.current = () => undefined;
      return undefined;
    }
    const renew = (widgets: typeof QUICK | typeof UNHURRIED, pace: typeof FAST) =>
      coalesce(
        () =>
          isSeen()
            ? Promise.all(widgets.map((each) => client.invalidateQueries({ queryKey: figuresKey(officeId, each) })))
            : undefined,
        pace,
      );
    const rounds = [renew(QUICK, FAST), renew(UNHURRIED, SLOW)];
    const askAll = (): void => {
      for (const round of rounds) round.ask();
    };
    ask.current = askAll;
    // What changed while the page was hidden.
    const onShown = (): void => {
      if (isSeen()) askAll();
    };
    document.addEventListener('visibilitychange', onShown);
    return () => {
      document.removeEventListener('visibilitychange', onShown);
      for (const round of rounds) round.stop();
    };
  }, [client, officeId, isLive]);
  useLiveEvents('figures.changed', (event) => {
    if (event.officeId === officeId) ask.current();
  });
}
