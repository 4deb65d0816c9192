import { rows } from '../desk.ts';
import { dispatch } from '../dispatch.ts';
import {
  button,
  choose,
  dialog,
  item,
  makeUnsorted,
  openCourierMenu,
  openCouriers,
  openDeskMenu,
  openViews,
  showLoaded,
  showPane,
} from './desk-actions.ts';
import { expect } from './patient-expect.ts';
import { deskScene } from './scene.ts';

/** The panes with their menus and dialogs. */
export const PANES = [
  deskScene('couriers-pane', (page) => showPane(page, 'Repartidores')),
  deskScene('map-pane', (page) => showPane(page, 'Mapa')),
  deskScene('chosen', (page) => choose(page, 5)),
  deskScene('order', async (page) => {
    await rows(page).nth(1).getByRole('link').click();
    await page.getByRole('complementary', { name: /^Orden D/ }).waitFor();
    await page.getByRole('heading', { name: 'Historia' }).waitFor();
  }),
  deskScene('filters', (page) => button(dispatch.filters(page), /^Filtros/).click()),
  deskScene(
    'narrowed',
    (page) => expect(dispatch.count(page)).not.toBeEmpty(),
    '&marca=con_cobro&no_marca=con_nota&distrito=150122',
  ),
  deskScene('nothing-found', (page) => page.getByText('Ninguna orden cumple los filtros').waitFor(), '&buscar=zzzzzz'),
  deskScene('views-menu', (page) => openViews(page)),
  deskScene('views-save', (page) => openViews(page, 'Guardar como vista nueva')),
  deskScene('couriers', (page) => openCouriers(page)),
  deskScene('courier-form', async (page) => {
    await openCouriers(page);
    await button(dialog(page), 'Nuevo repartidor').click();
    await page.getByLabel('Placa').fill('??');
    await button(dialog(page), 'Crear repartidor').click();
  }),
  deskScene('reasons', (page) => openDeskMenu(page, 'Motivos de no entrega')),
  deskScene('settings', async (page) => {
    await openDeskMenu(page, 'Ajustes para repartidores');
    await page.getByLabel('Teléfono de la oficina').waitFor();
  }),
  deskScene('keys', (page) => openDeskMenu(page, 'Teclas de esta sección')),
  deskScene('history-none', (page) => openDeskMenu(page, 'Últimas acciones')),
  deskScene('side-menu', (page) => openDeskMenu(page)),
  deskScene('courier-menu', openCourierMenu),
  deskScene('move-load', async (page) => {
    await openCourierMenu(page);
    await item(page, 'Mover carga…').click();
    await dialog(page).waitFor();
  }),
  deskScene('sort-stops', async (page) => {
    await openCourierMenu(page, await makeUnsorted(page));
    await item(page, 'Ordenar paradas…').click();
    await button(dialog(page), /^Aceptar/).waitFor();
  }),
  deskScene('sort-all', async (page) => {
    for (let count = 0; count < 2; count += 1) await makeUnsorted(page);
    await showPane(page, 'Repartidores');
    await button(page, 'Ordenar las paradas de todos').click();
    await button(dialog(page), /^Aceptar/)
      .waitFor()
      .catch(() => undefined);
  }),
  deskScene('leave-today', async (page) => {
    await openCourierMenu(page);
    await item(page, 'Se retira hoy…').click();
    await dialog(page)
      .getByRole('heading', { name: /^Reciben/ })
      .waitFor();
  }),
  deskScene('stops', async (page) => {
    await (await showLoaded(page)).getByRole('button').first().click();
    await page.getByRole('list', { name: /^Paradas de/ }).waitFor();
  }),
];
