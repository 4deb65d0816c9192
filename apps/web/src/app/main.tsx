import '#shared/browser/supported.ts';
import './zod-config.ts';
import '#shared/styles/fonts.css';
import '#shared/styles/tokens.css';
import '#shared/styles/base.css';
import '#features/shell/page-loader.css';
// Used by the first page and by the window to sign in again: in the entry, both need one file fewer.
import '#features/session/components/SignInForm.tsx';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router-dom';
import { afterFirstNavigation, followSlowReads, hidePageLoader } from '#features/shell/page-loader.ts';
import { followTheme } from '#shared/theme/theme.ts';
import { followSession } from './routes/follow-session.ts';
import { beginFirstReads } from './state/first-reads.ts';
import { handleFailures } from './state/handle-failures.ts';
import { router } from './routes/router.ts';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');

beginFirstReads(location.href, Date.now());
followTheme();
handleFailures();
followSlowReads();
followSession(router);
afterFirstNavigation(router, hidePageLoader);

createRoot(root).render(
  <StrictMode>
    <RouterProvider router={router} />
  </StrictMode>,
);
