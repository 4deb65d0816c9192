import { type Person } from './people.ts';

/** A screen and a user who may open it. */
export interface Screen {
  name: string;
  path: string;
  who: Person | null;
  /** Its component in the router; none for a view of another screen. */
  component?: string;
}

export const SCREENS = [
  { name: 'login', path: '/auth/login', who: null, component: 'Login' },
  { name: 'dashboard', path: '/dashboard', who: 'ana', component: 'Dashboard' },
  { name: 'informes', path: '/dashboard/informes', who: 'ana' },
  { name: 'map', path: '/map', who: 'ana', component: 'Map' },
  { name: 'assing', path: '/assing', who: 'ana', component: 'DispatchDesk' },
  { name: 'images', path: '/images', who: 'ana', component: 'Images' },
  { name: 'clients', path: '/clients', who: 'ana', component: 'Clients' },
  { name: 'client', path: '/clients/5001', who: 'ana', component: 'Client' },
  { name: 'permissions', path: '/permissions', who: 'ana', component: 'Permissions' },
  { name: 'sessions', path: '/sesiones', who: 'ana', component: 'Sessions' },
  { name: 'forbidden', path: '/error/403', who: 'ana', component: 'Forbidden' },
] as const satisfies readonly Screen[];

/** Screens of those who run the office, and the pages of a reset link and of a company's identity provider. */
export const MANAGEMENT = [
  { name: 'people', path: '/permissions?vista=personas', who: 'ana' },
  { name: 'records', path: '/records', who: 'ana', component: 'Records' },
  { name: 'settings', path: '/settings', who: 'ana', component: 'Settings' },
  { name: 'password', path: '/auth/password', who: null, component: 'ResetPassword' },
  { name: 'provider', path: '/entrar/proveedor', who: null, component: 'Provider' },
] as const satisfies readonly Screen[];

export type ScreenName = (typeof SCREENS | typeof MANAGEMENT)[number]['name'];
