import { type ComponentType, lazy } from 'react';
import { currentSession } from '#features/session/state/session.ts';
import { chunk } from '#shared/http/chunk.ts';

interface ScreenModule {
  Component: ComponentType;
}

/**
 * A part that is downloaded only after sign-in. The router loads lazy routes in parallel with their guards and caches
 * the result: without a session it gets a placeholder that loads the part when first rendered.
 */
export function signedInOnly(load: () => Promise<ScreenModule>): () => Promise<ScreenModule> {
  const fetchPart = chunk(load);
  return async () => {
    // The guards report an outage.
    const session = await currentSession().catch(() => null);
    if (session) return fetchPart();
    return { Component: lazy(async () => ({ default: (await fetchPart()).Component })) };
  };
}
