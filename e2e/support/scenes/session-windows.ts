import { type Page } from '@playwright/test';
import { type Scene } from './scene.ts';

const SESSION = '**/api/auth/session';

/** In milliseconds: just below the two minutes at which the warning appears. */
const NEAR = 118_000;

/** The gateway's own response with near end times. */
async function withNearEnd(page: Page, names: readonly ('idleEndsAt' | 'endsAt')[]): Promise<void> {
  await page.route(SESSION, async (route) => {
    const response = await route.fetch();
    const view = (await response.json()) as Record<string, unknown>;
    for (const name of names) view[name] = new Date(Date.now() + NEAR).toISOString();
    await route.fulfill({ response, json: view });
  });
  // Simulates a page restored from the back/forward cache, which checks its session.
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
  await page.getByRole('alertdialog').waitFor();
  await page.unroute(SESSION);
}

/** Dialogs about the session, and about the sessions of others. */
export const SESSION_WINDOWS: readonly (Omit<Scene, 'open'> & { open: (page: Page) => Promise<void> })[] = [
  { name: 'window-idle', path: '/clients', who: 'ana', open: (page) => withNearEnd(page, ['idleEndsAt']) },
  { name: 'window-limit', path: '/clients', who: 'ana', open: (page) => withNearEnd(page, ['idleEndsAt', 'endsAt']) },
  {
    name: 'window-sign-in-early',
    path: '/clients',
    who: 'ana',
    open: async (page) => {
      await withNearEnd(page, ['idleEndsAt', 'endsAt']);
      await page.getByRole('button', { name: 'Ingresar ahora' }).click();
    },
  },
  {
    name: 'actions-menu',
    path: '/sesiones',
    who: 'ana',
    open: (page) => page.getByRole('button', { name: 'Acciones', exact: true }).click(),
  },
  {
    name: 'question-end-session',
    path: '/sesiones',
    who: 'ana',
    open: async (page) => {
      await page
        .getByRole('button', { name: /^Cerrar la sesión de/ })
        .first()
        .click();
      await page.getByRole('button', { name: 'Cerrar esa sesión' }).waitFor();
    },
  },
  {
    name: 'person-end-sessions',
    path: '/permissions?persona=1003',
    who: 'ana',
    open: async (page) => {
      const row = page.getByRole('button', { name: /Rosa Mamani.*ver todos sus datos/ });
      if (await row.isVisible()) await row.click();
      const end = page.getByRole('button', { name: 'Cerrar sus sesiones' }).first();
      await end.click();
      await page.getByRole('dialog').getByRole('button', { name: 'Cerrar sus sesiones' }).click();
      await page
        .getByText(/sesi(ón|ones) (de|abiertas)/)
        .first()
        .waitFor();
      await end.scrollIntoViewIfNeeded();
    },
  },
];
