import '#shared/browser/supported.ts';
import '#shared/browser/polyfills.ts';
import '#shared/styles/fonts.css';
import '#shared/styles/tokens.css';
import '#shared/styles/base.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { followTheme } from '#shared/theme/theme.ts';
import { GuestApp } from './GuestApp.tsx';
import { secretIn } from './link-secret.ts';

const root = document.getElementById('root');
if (!root) throw new Error('guest.html has no #root');

followTheme();
createRoot(root).render(
  <StrictMode>
    <GuestApp secret={secretIn(location)} />
  </StrictMode>,
);

// Another link that is opened in this tab differs only in its fragment.
addEventListener('hashchange', () => location.reload());
