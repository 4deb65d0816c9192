import '#shared/browser/supported.ts';
import '#shared/browser/polyfills.ts';
import '#shared/styles/fonts.css';
import '#shared/styles/tokens.css';
import '#shared/styles/base.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { followTheme } from '#shared/theme/theme.ts';
import { FieldApp } from './FieldApp.tsx';
import { takeLinkSecret } from './link-secret.ts';
import { followPhone } from './offline/phone.ts';
import { followUpdates } from './offline/updates.ts';

const root = document.getElementById('root');
if (!root) throw new Error('courier.html has no #root');

// Before anything else: a screenshot or another person must not see the secret in the address.
const secret = takeLinkSecret(location, history);
followTheme();
// The service worker serves addresses below its own folder only.
if (location.pathname.endsWith('/r')) history.replaceState(null, '', `${location.pathname}/${location.hash}`);

createRoot(root).render(
  <StrictMode>
    <FieldApp secret={secret} />
  </StrictMode>,
);

followPhone();
// Without a service worker, as in a private window, the page still works with a signal.
followUpdates().catch(() => undefined);
