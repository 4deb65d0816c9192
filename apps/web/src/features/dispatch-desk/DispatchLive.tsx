import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLiveEvents, useLiveness, useLiveReset } from '#shared/live/live.ts';
import { forgetPresence, recordPresence } from '#shared/live/presence-store.ts';
import { forgetChanges } from '#shared/live/recent-changes.ts';
import { useLivePositions } from '#shared/live/use-live-positions.ts';
import { forgetDrawnZones } from '#shared/zones/drawn-zones.ts';
import { useSession } from '#features/session/state/session.ts';
import { MissedNotice } from './components/MissedNotice.tsx';
import { followDispatch } from './state/follow-dispatch.ts';

/** Handles live events for dispatchers, on every screen. */
export function DispatchLive() {
  const { username } = useSession();
  const { state } = useLiveness();
  const client = useQueryClient();
  useEffect(() => followDispatch(client, username), [client, username]);
  useLiveEvents('presence.told', (event) => recordPresence(event, username));
  useLivePositions();
  useLiveReset(forgetPresence);
  useEffect(() => {
    // While offline, others' presence is unknown.
    if (state === 'offline') forgetPresence();
  }, [state]);
  useEffect(
    () => () => {
      forgetPresence();
      forgetChanges();
      forgetDrawnZones();
    },
    [],
  );
  return <MissedNotice own={username} />;
}
