import { type GuestLinks, type Handover, type SavedView } from '@despacho/contracts/dispatch';
import { type Page, type Route } from '@playwright/test';
import { settled } from '../settled.ts';
import { item, openViews } from './desk-actions.ts';
import { type Scene } from './scene.ts';

const LUIS = { username: 'luis.quispe', user: 'Luis Quispe' };
const ROSA = { username: 'rosa.mamani', user: 'Rosa Mamani de la Cruz y Villanueva' };
const AT = '2026-11-20T15:40:00Z';

const view = { version: 1, filter: {}, sort: null, by: LUIS, createdAt: AT, changedAt: AT, mayEdit: true };
const VIEWS: SavedView[] = [
  { ...view, id: '1', name: 'Miraflores y San Isidro', by: ROSA, authorLeft: true },
  { ...view, id: '2', name: 'Para hoy', authorLeft: false },
];

const note = { at: AT, text: 'Falta llamar a la clínica por la guía.', mayRead: true };
const NOTES: Handover['notes'] = [
  { ...note, id: '1', by: ROSA, authorLeft: true, reads: [] },
  { ...note, id: '2', by: LUIS, authorLeft: false, reads: [{ by: ROSA, at: AT }] },
];

const link = {
  order: { id: '7', code: 'LIM-2026-000412' },
  client: { id: '5001', name: 'Bodega San José' },
  day: null,
  createdAt: AT,
  expiresAt: '2026-12-20T15:40:00Z',
  openings: 2,
  lastOpenings: [{ at: AT, network: '190.12.34.0/24' }],
};
const LINKS: GuestLinks = {
  links: [
    { ...link, id: '1', by: ROSA, isSuspended: true },
    { ...link, id: '2', by: LUIS, isSuspended: false },
  ],
  live: 2,
};

const BUSY = {
  type: 'urn:despacho:problem:office-busy',
  title: 'La oficina está ocupada',
  detail: 'Otro cambio de la oficina todavía no termina; no se guardó nada. Vuelva a intentarlo en unos segundos',
};

const scene = (name: string, path: string, open: (page: Page) => Promise<unknown>): Scene => ({
  name: `ended-${name}`,
  path,
  who: 'ana',
  open: async (page) => {
    await open(page);
    return undefined;
  },
});

const answer = (json: unknown) => (route: Route) => route.fulfill({ json });

/** Rows of people whose right ended, and an office locked by another change. */
export const ENDINGS: readonly Scene[] = [
  scene('views', '/assing?oficina=LIMA', async (page) => {
    await page.route('**/api/views?*', answer(VIEWS));
    await page.reload();
    await settled(page);
    await openViews(page);
    await item(page, 'Renombrar o quitar vistas').click();
  }),
  scene('handover', '/dashboard', async (page) => {
    await page.route('**/api/handover?*', async (route) => {
      const read = (await (await route.fetch()).json()) as Handover;
      await route.fulfill({ json: { ...read, notes: NOTES } });
    });
    await page.getByRole('button', { name: 'Relevo' }).first().click();
    await page.getByRole('region', { name: 'Vista de la hoja' }).waitFor();
  }),
  scene('links', '/images', async (page) => {
    await page.route('**/api/guest-links?*', answer(LINKS));
    await page
      .getByRole('button', { name: /^Compartir/ })
      .first()
      .click();
    await page.getByText(/No muestra nada/).scrollIntoViewIfNeeded();
  }),
  scene('office-busy', '/permissions?oficina=LIMA&vista=personas', async (page) => {
    await page.route('**/api/people/*?*', (route) =>
      route.request().method() === 'PATCH'
        ? route.fulfill({ status: 409, contentType: 'application/problem+json', json: { ...BUSY, status: 409 } })
        : route.fallback(),
    );
    await page.getByRole('button', { name: /^Editar a Luis Quispe/ }).click();
    await page.getByLabel('Nombre y apellidos').fill('Luis Quispe Paredes');
    await page.getByRole('dialog').getByRole('button', { name: 'Guardar' }).click();
    await page.getByRole('dialog').getByRole('alert').scrollIntoViewIfNeeded();
  }),
  scene('logout', '/dashboard', async (page) => {
    await page.goto(new URL('/auth/logout', page.url()).href, { referer: 'https://otra.example/' });
    await page.getByRole('heading').waitFor();
  }),
];
