import { type Page } from '@playwright/test';
import { createUser, enter, PASSWORD } from '../first-day-steps.ts';
import { type KillableBackend } from '../stack.ts';
import { openCouriers, openDeskMenu, openViews, showPane } from './desk-actions.ts';

type EmptyUser = 'sonia' | 'mario' | 'nueva';

/** A screen of an installation that has one office and nothing else. */
interface EmptyScene {
  name: string;
  path: string;
  who: EmptyUser | null;
  open?: (page: Page) => Promise<unknown>;
}

/** Creates a dispatcher who may change neither people nor clients, and a person with a temporary password. */
export async function createStaff(backend: KillableBackend): Promise<void> {
  const modules = 'D01,D02,D03,M01,U01,T02';
  await createUser(backend, { username: 'mario', name: 'Mario Ponce', charge: 'D', modules });
  await createUser(backend, { username: 'nueva', name: 'Nora Nueva', charge: 'D', modules, temporary: 'yes' });
}

/** Signs in as a user of the empty installation, instead of the previous one. */
export async function enterAs(page: Page, username: EmptyUser): Promise<void> {
  await page.context().clearCookies();
  await enter(page, { sucursal: 'LIMA', username, password: PASSWORD });
  if (username !== 'nueva') await page.getByRole('button', { name: 'Acciones', exact: true }).waitFor();
}

const TODAY = new Date().toLocaleDateString('sv-SE', { timeZone: 'America/Lima' });

const press = (name: string) => (page: Page) => page.getByRole('button', { name, exact: true }).first().click();

const scenesOf = (who: EmptyUser): EmptyScene[] =>
  (
    [
      { name: 'dashboard', path: '/dashboard' },
      { name: 'attention', path: '/dashboard?atender=1' },
      { name: 'attention-history', path: '/dashboard?atender=1', open: press('Historia') },
      { name: 'handover', path: '/dashboard?relevo=1' },
      { name: 'reports', path: '/dashboard/informes' },
      { name: 'money', path: '/dashboard/liquidacion' },
      { name: 'map', path: '/map' },
      { name: 'replay', path: `/map?repetir=${TODAY}` },
      { name: 'orders', path: '/assing' },
      { name: 'orders-all', path: '/assing?todas=1' },
      { name: 'orders-search', path: '/assing?todas=1&buscar=zzz' },
      { name: 'couriers', path: '/assing', open: (page) => showPane(page, 'Repartidores') },
      { name: 'couriers-window', path: '/assing', open: openCouriers },
      { name: 'views', path: '/assing', open: (page) => openViews(page) },
      { name: 'day', path: '/assing', open: (page) => openDeskMenu(page, 'Cierre del día') },
      { name: 'reviews', path: '/assing', open: (page) => openDeskMenu(page, 'Por revisar') },
      { name: 'images', path: '/images' },
      { name: 'missing', path: '/images?vista=faltan' },
      { name: 'clients', path: '/clients' },
      { name: 'people', path: '/permissions?vista=personas' },
      { name: 'permissions', path: '/permissions' },
      { name: 'records', path: '/records' },
      { name: 'settings', path: '/settings' },
    ] satisfies Omit<EmptyScene, 'who'>[]
  ).map(({ name, ...scene }) => ({ ...scene, name: `empty-${who}-${name}`, who }));

/** The screens of a new office while they are empty. */
export const EMPTY_OFFICE: readonly EmptyScene[] = [
  {
    name: 'empty-first-password',
    path: '/auth/login',
    who: null,
    open: async (page) => {
      await enterAs(page, 'nueva');
      await page.getByRole('form', { name: 'Elija su contraseña' }).waitFor();
    },
  },
  ...scenesOf('sonia'),
  {
    name: 'empty-sonia-steps',
    path: '/dashboard',
    who: 'sonia',
    open: (page) => page.getByText('Todos los pasos').click(),
  },
  // He has no «Por atender» to open the history of.
  ...scenesOf('mario').filter(({ name }) => !name.endsWith('attention-history')),
];
