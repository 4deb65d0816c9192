import { DISPATCH_EVENT_ACCESS } from '@despacho/contracts/dispatch';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { DispatchLive } from '#features/dispatch-desk/DispatchLive.tsx';
import { followAttention } from '#features/attention/state/follow-attention.ts';
import { rereadSession, useIsSignedIn, useMayUse } from '#features/session/state/session.ts';
import { useLazyModule } from '#shared/hooks/use-lazy-module.ts';
import { earlyReadsUsed, missedEvents } from '#shared/http/early-answers.ts';
import { startEventLog } from '#shared/live/event-log.ts';
import { useLiveness, useLiveReset } from '#shared/live/live.ts';
import { setLiveness } from '#shared/live/live-state.ts';
import { startLive } from '#shared/live/start-live.ts';
import { configQuery } from '#shared/queries/config-query.ts';
import { useOwnPermissions } from '../state/use-own-permissions.ts';

const rereadInBackground = (): void => {
  void rereadSession({ background: 'session' }).catch(() => undefined);
};

/** Only for users without an orders module who see positions. */
const loadPositions = () => import('./LivePositions.tsx');

/** Reads orders again that were read long before any stream opened, because events in between are not replayed. */
function useEventsBeforeStream(): void {
  const client = useQueryClient();
  const isLive = useLiveness().state === 'live';
  useEffect(() => {
    if (isLive && missedEvents()) void client.invalidateQueries({ queryKey: ['dispatch'] });
  }, [isLive, client]);
}

/** Follows live events while signed in, and refetches all data when events may have been missed. */
export function LiveLink() {
  const client = useQueryClient();
  const signedIn = useIsSignedIn();
  const mayUse = useMayUse();
  const { data: config } = useQuery(configQuery);
  const available = config?.sections.operations;

  useEffect(() => {
    if (available === false) setLiveness('off');
    if (!available || !signedIn) return undefined;
    const stops = [startEventLog()];
    let isOver = false;
    void earlyReadsUsed().then(() => {
      if (!isOver) stops.push(startLive(rereadInBackground));
    });
    return () => {
      isOver = true;
      for (const stop of stops) stop();
    };
  }, [available, signedIn]);

  const watches = mayUse(DISPATCH_EVENT_ACCESS['attention.moved']);
  useEffect(() => (watches ? followAttention(client) : undefined), [watches, client]);
  useLiveReset(() => {
    void client.invalidateQueries();
  });
  useEventsBeforeStream();
  useOwnPermissions();
  if (mayUse(DISPATCH_EVENT_ACCESS['order.changed'])) return <DispatchLive />;
  return mayUse(DISPATCH_EVENT_ACCESS['positions.moved']) ? <Positions /> : null;
}

function Positions() {
  const part = useLazyModule(loadPositions);
  return part ? <part.LivePositions /> : null;
}
