import { type GuestLinks, type Handover, type SavedView } from '@despacho/contracts/dispatch';
import { type Page } from '@playwright/test';
import { settled } from '../settled.ts';
import { item, openViews } from './desk-hands.ts';
import { type Scene } from './scene.ts';

const LUIS = { username: 'luis.quispe', user: 'Luis Quispe' };
const ROSA = { username: 'rosa.mamani', user: 'Rosa Mamani de la Cruz y Villanueva' };
const AT = '2026-11-20T15:40:00Z';

const view = (id: string, name: string, more: Partial<SavedView>): SavedView => ({
  id,
  version: 1,
  name,
  filter: {},
  sort: null,
  by: LUIS,
  authorLeft: false,
  createdAt: AT,
  changedAt: AT,
  mayEdit: true,
  ...more,
});

const VIEWS = [
  view('1', 'Miraflores y San Isidro', { by: ROSA, authorLeft: true }),
  view('2', 'Para hoy', {}),
  view('3', 'Sin ubicación exacta', { authorLeft: true }),
];

const link = (id: string, more: Partial<GuestLinks['links'][number]>): GuestLinks['links'][number] => ({
  id,
  order: { id: '7', code: 'LIM-2026-000412' },
  client: { id: '5001', name: 'Bodega San José' },
  day: null,
  createdAt: AT,
  expiresAt: '2026-12-20T15:40:00Z',
  by: LUIS,
  isSuspended: false,
  openings: 0,
  lastOpenings: [],
  ...more,
});

const LINKS: GuestLinks = {
  links: [
    link('1', { by: ROSA, isSuspended: true, openings: 2, lastOpenings: [{ at: AT, network: '190.12.34.0/24' }] }),
    link('2', {}),
  ],
  live: 2,
};

const answer = (page: Page, path: string, json: unknown) =>
  page.route(path, (route) => (route.request().method() === 'GET' ? route.fulfill({ json }) : route.fallback()));

const scene = (name: string, path: string, open: (page: Page) => Promise<unknown>): Scene => ({
  name: `ended-${name}`,
  path,
  who: 'ana',
  open: async (page) => {
    await open(page);
    return undefined;
  },
});

/** What people leave behind whose right ended, and an office that another change holds. */
export const ENDINGS: readonly Scene[] = [
  scene('views', '/assing?oficina=LIMA', async (page) => {
    await answer(page, '**/api/views?*', VIEWS);
    await page.reload();
    await settled(page);
    await openViews(page);
    await item(page, 'Renombrar o quitar vistas').click();
  }),
  scene('handover', '/dashboard', async (page) => {
    await page.route('**/api/handover?*', async (route) => {
      const response = await route.fetch();
      const notes: Handover['notes'] = [
        {
          id: '1',
          at: AT,
          by: ROSA,
          authorLeft: true,
          text: 'Falta llamar a la clínica por la guía.',
          reads: [],
          mayRead: true,
        },
        {
          id: '2',
          at: AT,
          by: LUIS,
          authorLeft: false,
          text: 'La moto de Hugo sigue en el taller.',
          reads: [{ by: ROSA, at: AT }],
          mayRead: false,
        },
      ];
      await route.fulfill({ response, json: { ...((await response.json()) as Handover), notes } });
    });
    await page.getByRole('button', { name: 'Relevo' }).first().click();
    await page.getByRole('region', { name: 'Vista de la hoja' }).waitFor();
  }),
  scene('links', '/images', async (page) => {
    await answer(page, '**/api/guest-links?*', LINKS);
    await page
      .getByRole('button', { name: /^Compartir/ })
      .first()
      .click();
    await page.getByText('Enlaces vigentes').waitFor();
    await page.getByText(/No muestra nada/).scrollIntoViewIfNeeded();
  }),
  scene('office-busy', '/permissions?oficina=LIMA&vista=personas', async (page) => {
    await page.route('**/api/people/*?*', (route) =>
      route.request().method() === 'GET'
        ? route.fallback()
        : route.fulfill({
            status: 409,
            contentType: 'application/problem+json',
            json: {
              type: 'urn:despacho:problem:office-busy',
              title: 'La oficina está ocupada',
              status: 409,
              detail:
                'Otro cambio de la oficina todavía no termina; no se guardó nada. Vuelva a intentarlo en unos segundos',
              requestId: 'x',
            },
          }),
    );
    await page.getByRole('button', { name: /^Editar a Luis Quispe/ }).click();
    await page.getByLabel('Nombre y apellidos').fill('Luis Quispe Paredes');
    await page.getByRole('dialog').getByRole('button', { name: 'Guardar' }).click();
    await page.getByRole('dialog').getByRole('alert').scrollIntoViewIfNeeded();
  }),
  // Last: it may end the session of the following ones.
  scene('logout', '/dashboard', async (page) => {
    await page.goto(new URL('/auth/logout', page.url()).href, { referer: 'https://otra.example/' });
    await page.getByRole('heading').waitFor();
  }),
];
