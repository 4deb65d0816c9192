import { button, openDeskMenu } from './desk-actions.ts';
import { deskScene, type Scene } from './scene.ts';

const TODAY = new Date().toLocaleDateString('sv-SE', { timeZone: 'America/Lima' });

const screen = (name: string, path: string): Omit<Scene, 'open'> => ({ name, path, who: 'ana' });

/** Screens and windows with an address or in a menu, with the demonstration's data. */
export const MORE_WINDOWS: readonly (Omit<Scene, 'open'> & Partial<Scene>)[] = [
  screen('attention', '/dashboard?atender=1'),
  screen('money', '/dashboard/liquidacion'),
  {
    ...screen('money-short', '/dashboard/liquidacion'),
    open: async (page) => {
      const courier = page.getByRole('row', { name: /S\/ (?!0\.00)[\d,.]+ (?:– .*)?Por recibir/ }).getByRole('button');
      await courier.first().click();
      await page.getByLabel('Monto', { exact: true }).check();
      await page.getByLabel('Recibo, en soles').fill('1');
      await page.getByRole('group', { name: /^Faltan/ }).waitFor();
      return undefined;
    },
  },
  {
    ...screen('dashboard-loading', '/dashboard'),
    open: async (page) => {
      // Never answered; the next scene ends it.
      await page.route(/\/api\/(?:dashboard|attention)/, () => undefined);
      await page.reload({ waitUntil: 'commit' });
      await page.getByRole('status', { name: 'Cargando: Clientes' }).waitFor();
      return undefined;
    },
  },
  screen('missing-photos', '/images?vista=faltan'),
  screen('replay', `/map?repetir=${TODAY}`),
  {
    name: 'zones',
    path: '/map',
    who: 'ana',
    open: async (page) => {
      await button(page, 'Zonas').click();
      return undefined;
    },
  },
  screen('locate', '/assing?ubicar=todas'),
  deskScene('day', (page) => openDeskMenu(page, 'Cierre del día')),
  deskScene('reviews', (page) => openDeskMenu(page, 'Por revisar')),
];
