import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { Outlet } from 'react-router-dom';
import { SessionWindows } from '../../features/session/components/SessionWindows.tsx';
import { LiveLink } from './LiveLink.tsx';
// Fetched together with the shell, so that it is at hand when something fails.
import './SectionBoundary.tsx';
import { useTouch } from '../state/use-touch.ts';

/**
 * Retries belong to the http layer, which knows a read from a write. Without a connection calls are made all the same and
 * fail: a call put off until there is one would leave a screen loading without a word.
 */
const createClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: { retry: false, staleTime: 15_000, networkMode: 'always', refetchOnReconnect: true },
      mutations: { retry: false, networkMode: 'always' },
    },
  });

/** What the signed-in part needs around it and the login page must not download. */
export function Component() {
  // One for each sign-in: what one person was shown is never offered to the next.
  const [client] = useState(createClient);
  useTouch();
  return (
    <QueryClientProvider client={client}>
      <LiveLink />
      <Outlet />
      <SessionWindows />
    </QueryClientProvider>
  );
}
