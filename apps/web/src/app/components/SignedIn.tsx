import '#shared/browser/polyfills.ts';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { Outlet } from 'react-router-dom';
import { SessionWindows } from '#features/session/components/SessionWindows.tsx';
import { CommandBox } from './CommandBox.tsx';
import { LiveLink } from './LiveLink.tsx';
import { useTouch } from '../state/use-touch.ts';

/**
 * The http layer retries, because it distinguishes reads from writes. Offline, calls are made and fail immediately: a
 * paused query would leave a screen loading without an explanation.
 */
const createClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: { retry: false, staleTime: 15_000, networkMode: 'always', refetchOnReconnect: true },
      mutations: { retry: false, networkMode: 'always' },
    },
  });

// Loaded with the shell, so that it is available when something fails.
export { SectionBoundary } from './SectionBoundary.tsx';
export { Component as Shell } from '#features/shell/Shell.tsx';

/** Providers of the signed-in part, which the login page must not download. */
export function Component() {
  // A new cache for each sign-in, so that no data reaches the next user.
  const [client] = useState(createClient);
  useTouch();
  return (
    <QueryClientProvider client={client}>
      <LiveLink />
      <Outlet />
      <CommandBox />
      <SessionWindows />
    </QueryClientProvider>
  );
}
