import { useEffect } from 'react';
import { useLiveEvents, useLiveness, useLiveReset } from '../../shared/live/live.ts';
import { forgetPresence, recordPresence } from '../../shared/live/presence-store.ts';
import { forgetChanges } from '../../shared/live/recent-changes.ts';
import { useSession } from '../session/state/session.ts';
import { MissedNotice } from './components/MissedNotice.tsx';
import { useDispatchCaches } from './state/use-dispatch-caches.ts';

/** What live events do for people who dispatch, on whichever screen they are. */
export function DispatchLive() {
  const { username } = useSession();
  const { state } = useLiveness();
  useDispatchCaches(username);
  useLiveEvents('presence.told', (event) => {
    recordPresence(event, username);
  });
  useLiveReset(forgetPresence);
  useEffect(() => {
    // Whoever cannot be heard any more may have gone.
    if (state === 'offline') forgetPresence();
  }, [state]);
  useEffect(
    () => () => {
      forgetPresence();
      forgetChanges();
    },
    [],
  );
  return <MissedNotice own={username} />;
}
