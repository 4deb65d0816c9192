import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { Outlet } from 'react-router-dom';
// Fetched together with the shell, so that it is at hand when something fails.
import './SectionBoundary.tsx';

/** What the signed-in part needs around it and the login page must not download. */
export function Component() {
  const [client] = useState(
    // Retries belong to the http layer, which knows a read from a write.
    () =>
      new QueryClient({
        defaultOptions: { queries: { retry: false, staleTime: 15_000 }, mutations: { retry: false } },
      }),
  );
  return (
    <QueryClientProvider client={client}>
      <Outlet />
    </QueryClientProvider>
  );
}
