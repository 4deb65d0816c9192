import { type Person } from './people.ts';

/** A screen and a user who may open it. */
export interface Screen {
  name: string;
  path: string;
  who: Person | null;
}

export const SCREENS: readonly Screen[] = [
  { name: 'login', path: '/auth/login', who: null },
  { name: 'dashboard', path: '/dashboard', who: 'ana' },
  { name: 'informes', path: '/dashboard/informes', who: 'ana' },
  { name: 'map', path: '/map', who: 'ana' },
  { name: 'assing', path: '/assing', who: 'ana' },
  { name: 'images', path: '/images', who: 'ana' },
  { name: 'clients', path: '/clients', who: 'ana' },
  { name: 'client', path: '/clients/5001', who: 'ana' },
  { name: 'permissions', path: '/permissions', who: 'ana' },
  { name: 'sessions', path: '/sesiones', who: 'ana' },
  { name: 'forbidden', path: '/error/403', who: 'ana' },
];
