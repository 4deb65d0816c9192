import { type ComponentType, lazy } from 'react';
import { currentSession } from '../../features/session/state/session.ts';
import { chunk } from './chunk.ts';

interface ScreenModule {
  Component: ComponentType;
}

/**
 * A part that nobody downloads before they are signed in. The router fetches lazy routes beside their guards, and keeps
 * for good what it was given: without a session it gets a stand-in that fetches the part when it is first shown.
 */
export function signedInOnly(load: () => Promise<ScreenModule>): () => Promise<ScreenModule> {
  const fetchPart = chunk(load);
  return async () => {
    // An outage is for the guards to tell.
    const session = await currentSession().catch(() => null);
    if (session) return fetchPart();
    return { Component: lazy(async () => ({ default: (await fetchPart()).Component })) };
  };
}
