import { createBrowserRouter, redirect, type RouteObject } from 'react-router-dom';
import { loginGuard, requireScreen, requireSession } from './guards.ts';
import { OutageScreen } from './OutageScreen.tsx';
import { paths } from './paths.ts';
import { RootLayout } from './RootLayout.tsx';

const to = (path: string) => () => redirect(path);

/** `/login` forwards with its query, which holds the way back. */
const toLogin = ({ request }: { request: Request }) => redirect(paths.login + new URL(request.url).search);

const sections: RouteObject[] = [
  {
    path: 'dashboard',
    loader: requireScreen('dashboard'),
    lazy: () => import('../features/dashboard/DashboardScreen.tsx'),
  },
  { path: 'map', loader: requireScreen('map'), lazy: () => import('../features/map/MapScreen.tsx') },
  {
    path: 'assing',
    loader: requireScreen('assing'),
    lazy: () => import('../features/assignment/AssignmentScreen.tsx'),
  },
  { path: 'images', loader: requireScreen('images'), lazy: () => import('../features/images/ImagesScreen.tsx') },
  {
    path: 'clients',
    loader: requireScreen('clients'),
    lazy: () => import('../features/clients/ClientsScreen.tsx'),
  },
  {
    path: 'clients/:id',
    loader: requireScreen('clients'),
    lazy: () => import('../features/clients/ClientScreen.tsx'),
  },
  {
    path: 'permissions',
    loader: requireScreen('permissions'),
    lazy: () => import('../features/permissions/PermissionsScreen.tsx'),
  },
];

const routes: RouteObject[] = [
  {
    element: <RootLayout />,
    errorElement: <OutageScreen />,
    HydrateFallback: () => null,
    children: [
      { index: true, loader: to(paths.login) },
      {
        path: 'auth',
        children: [
          { index: true, loader: to(paths.login) },
          { path: 'login', loader: loginGuard, lazy: () => import('../features/session/LoginScreen.tsx') },
          { path: 'logout', lazy: () => import('../features/session/LogoutScreen.tsx') },
        ],
      },
      { path: 'login', loader: toLogin },
      { path: 'error/403', lazy: () => import('../features/errors/ForbiddenScreen.tsx') },
      {
        loader: requireSession,
        lazy: () => import('./SignedIn.tsx'),
        children: [
          {
            lazy: () => import('../features/shell/Shell.tsx'),
            children: sections,
          },
        ],
      },
      { path: '*', loader: to(paths.forbidden) },
    ],
  },
];

/** The page's base path, without which nothing of the application is addressed. */
const basename = new URL(document.baseURI).pathname;

export const router = createBrowserRouter(routes, { basename });
