import { type TrailEntryView, type TrailPage } from '@despacho/contracts/dispatch';
import { type Page } from '@playwright/test';
import { settled } from '../settled.ts';
import { type Scene } from './scene.ts';

const entry = (id: number, minute: string, kind: string, more: Partial<TrailEntryView> = {}): TrailEntryView => ({
  id: String(id),
  at: `2026-11-20T${minute}:00Z`,
  lastAt: `2026-11-20T${minute}:00Z`,
  count: 1,
  kind,
  officeId: 'LIMA',
  actor: { username: 'luis.quispe', user: 'Luis Quispe' },
  subject: null,
  address: '190.12.34.56',
  requestId: `3f0c${id}`,
  last: null,
  details: null,
  ...more,
});
const several = (count: number, until: string, address = '190.12.34.56'): Partial<TrailEntryView> => ({
  count,
  lastAt: `2026-11-20T${until}:00Z`,
  last: { address, requestId: '9a77' },
});
const of = (kind: string, id: string, name: string): Partial<TrailEntryView> => ({ subject: { kind, id, name } });
const ended = (reason: string): Partial<TrailEntryView> => ({ address: null, requestId: null, details: { reason } });

/** A morning in which somebody looked for more than they should. */
const PAGE: TrailPage = {
  entries: [
    entry(12, '15:40', 'access.refused', {
      ...several(4, '15:44'),
      ...of('operation', 'money.export', 'Descarga la liquidación de un día, en CSV o Excel'),
      details: { kind: 'no-charge' },
    }),
    entry(11, '15:31', 'photo.viewed', { ...several(240, '15:58', '181.65.20.9') }),
    entry(10, '15:30', 'photo.viewed', { ...several(3, '15:33'), ...of('order', '7', 'LIM-2026-000412') }),
    entry(9, '15:20', 'courier.followed', of('courier', '7', 'María Flores')),
    entry(8, '15:12', 'courier.trailViewed', { ...of('courier', '7', 'María Flores'), details: { day: '2026-11-19' } }),
    entry(7, '15:05', 'session.ended', ended('idle')),
    entry(6, '14:55', 'session.ended', ended('host')),
    entry(5, '14:40', 'permissions.changed', {
      actor: { username: 'ana.torres', user: 'Ana Torres' },
      ...of('user', '4', 'Rosa Mamani'),
      details: { before: { modules: ['T02'] }, after: { modules: ['T02', 'M01'] } },
    }),
    entry(4, '14:02', 'requests.throttled', {
      ...several(31, '14:03'),
      ...of('operation', 'evidence.file', 'Muestra una foto en un tamaño'),
      details: { limit: 'session' },
    }),
    entry(3, '13:30', 'signIn.failed', {
      ...several(12, '13:41'),
      actor: null,
      ...of('user', '4', 'Rosa Mamani'),
    }),
    entry(2, '13:05', 'signIn.ok'),
    entry(1, '04:10', 'session.ended', ended('absolute')),
  ],
  next: null,
  days: 365,
};

const shown = async (page: Page): Promise<undefined> => {
  await page.route('**/api/trail?*', (route) => route.fulfill({ json: PAGE }));
  await page.reload();
  await settled(page);
};

/** Registro with entries of each form. */
export const RECORDS: readonly Scene[] = [
  { name: 'records-folded', path: '/records', who: 'ana', open: shown },
  {
    name: 'records-unfolded',
    path: '/records',
    who: 'ana',
    open: async (page) => {
      await shown(page);
      await page.getByRole('button', { name: '2 sesiones terminadas' }).click();
      await page.locator('summary').first().click();
      await page.locator('summary').nth(1).click();
      return undefined;
    },
  },
];
