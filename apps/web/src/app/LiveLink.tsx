import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { rereadSession, useIsSignedIn } from '../features/session/session.ts';
import { useLiveReset } from '../shared/live/live.ts';
import { setLiveness } from '../shared/live/live-state.ts';
import { startLive } from '../shared/live/start-live.ts';
import { configQuery } from '../shared/queries/config-query.ts';
import { useOwnPermissions } from './use-own-permissions.ts';

const rereadInBackground = (): void => {
  void rereadSession({ background: true }).catch(() => undefined);
};

/** Follows live events while somebody is signed in, and reads everything again when some may have been missed. */
export function LiveLink() {
  const client = useQueryClient();
  const signedIn = useIsSignedIn();
  const { data: config } = useQuery(configQuery);
  const available = config?.sections.operations;

  useEffect(() => {
    if (available === false) setLiveness('off');
    return available && signedIn ? startLive(rereadInBackground) : undefined;
  }, [available, signedIn]);

  useLiveReset(() => {
    void client.invalidateQueries();
  });
  useOwnPermissions();
  return null;
}
