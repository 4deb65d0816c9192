import { type Screen } from '@despacho/contracts';
import { lazy, Suspense } from 'react';
import { Outlet, type RouteObject } from 'react-router-dom';
import { LoadingBar } from '#features/shell/components/LoadingBar.tsx';
import { chunk } from '#shared/http/chunk.ts';
import { loginGuard, prepareGuard, requireChargeS, requireScreen, requireSession } from './guards.ts';
import { OutageScreen } from '../components/OutageScreen.tsx';
import { paths } from '#shared/paths.ts';
import { SECTIONS } from '#shared/sections.ts';
import { redirectTo } from './redirect-to.ts';
import { signedInOnly } from './signed-in-only.ts';

/** Root of every page. Keeps the previous page on screen while lazy parts load. */
function RootLayout() {
  return (
    <>
      <LoadingBar />
      <Suspense fallback={null}>
        <Outlet />
      </Suspense>
    </>
  );
}

/** A route that only redirects. */
const forward = (path: string) => ({
  loader: ({ request }: { request: Request }) => redirectTo(request, path),
  element: null,
});

/** `/login` redirects with its query, which contains the return address. */
const toLogin = ({ request }: { request: Request }) => redirectTo(request, paths.login + new URL(request.url).search);

const loadSignedIn = () => import('../components/SignedIn.tsx');

const SectionBoundary = lazy(async () => ({ default: (await loadSignedIn()).SectionBoundary }));

const SCREENS: Record<Screen, Parameters<typeof signedInOnly>[0]> = {
  dashboard: () => import('#features/dashboard/DashboardScreen.tsx'),
  map: () => import('#features/map/MapScreen.tsx'),
  assing: () => import('#features/dispatch-desk/DispatchDeskScreen.tsx'),
  images: () => import('#features/images/ImagesScreen.tsx'),
  permissions: () => import('#features/permissions/PermissionsScreen.tsx'),
  clients: () => import('#features/clients/ClientsScreen.tsx'),
};

const sections: RouteObject[] = [
  ...SECTIONS.map(({ screen, path }) => ({
    // The tabs of the Dashboard are below its path; other addresses there do not exist.
    path: screen === 'dashboard' ? `${path}/liquidacion?/informes?` : path,
    loader: requireScreen(screen),
    lazy: signedInOnly(SCREENS[screen]),
  })),
  {
    path: paths.anyClient,
    loader: requireScreen('clients'),
    lazy: signedInOnly(() => import('#features/clients/ClientScreen.tsx')),
  },
  {
    path: paths.records,
    loader: requireChargeS,
    lazy: signedInOnly(() => import('#features/records/RecordsScreen.tsx')),
  },
  {
    path: paths.settings,
    loader: requireChargeS,
    lazy: signedInOnly(() => import('#features/settings/SettingsScreen.tsx')),
  },
  // For every signed-in user; the parent route checks the session.
  { path: paths.sessions, lazy: signedInOnly(() => import('#features/my-sessions/SessionsScreen.tsx')) },
];

export const SIGNED_IN = 'signed-in';

/** All routes; the parts of the screens load lazily. */
export const routes: RouteObject[] = [
  {
    element: <RootLayout />,
    errorElement: <OutageScreen />,
    HydrateFallback: () => null,
    children: [
      { index: true, ...forward(paths.login) },
      {
        path: paths.auth,
        children: [
          { index: true, ...forward(paths.login) },
          {
            path: paths.login,
            loader: loginGuard,
            lazy: chunk(() => import('#features/session/LoginScreen.tsx')),
          },
          {
            path: paths.password,
            loader: prepareGuard,
            lazy: chunk(() => import('#features/session/ResetPasswordScreen.tsx')),
          },
          { path: paths.logout, lazy: chunk(() => import('#features/session/LogoutScreen.tsx')) },
        ],
      },
      { path: paths.provider, lazy: chunk(() => import('#features/session/ProviderScreen.tsx')) },
      { path: paths.expired, loader: toLogin, element: null },
      { path: paths.forbidden, lazy: chunk(() => import('#features/errors/ForbiddenScreen.tsx')) },
      {
        id: SIGNED_IN,
        loader: requireSession,
        lazy: signedInOnly(loadSignedIn),
        children: [
          {
            lazy: signedInOnly(async () => ({ Component: (await loadSignedIn()).Shell })),
            children: [{ errorElement: <SectionBoundary />, children: sections }],
          },
        ],
      },
      { path: '*', ...forward(paths.forbidden) },
    ],
  },
];
