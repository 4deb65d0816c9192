import { DISPATCH_EVENT_ACCESS } from '@despacho/contracts/dispatch';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { followAttention } from '#features/attention/state/follow-attention.ts';
import { rereadSession, useIsSignedIn, useMayUse } from '#features/session/state/session.ts';
import { useLazyModule } from '#shared/hooks/use-lazy-module.ts';
import { startEventLog } from '#shared/live/event-log.ts';
import { useLiveReset } from '#shared/live/live.ts';
import { setLiveness } from '#shared/live/live-state.ts';
import { startLive } from '#shared/live/start-live.ts';
import { configQuery } from '#shared/queries/config-query.ts';
import { useOwnPermissions } from '../state/use-own-permissions.ts';

const rereadInBackground = (): void => {
  void rereadSession({ background: 'session' }).catch(() => undefined);
};

/** Only for users with an orders module, whose live events it handles. */
const loadDispatch = () => import('#features/dispatch-desk/DispatchLive.tsx');

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
    const stops = [startEventLog(), startLive(rereadInBackground)];
    return () => {
      for (const stop of stops) stop();
    };
  }, [available, signedIn]);

  const watches = mayUse(DISPATCH_EVENT_ACCESS['attention.moved']);
  useEffect(() => (watches ? followAttention(client) : undefined), [watches, client]);
  useLiveReset(() => {
    void client.invalidateQueries();
  });
  useOwnPermissions();
  return mayUse(DISPATCH_EVENT_ACCESS['order.changed']) ? <Dispatch /> : null;
}

function Dispatch() {
  const part = useLazyModule(loadDispatch);
  return part ? <part.DispatchLive /> : null;
}
