import { type Page } from '@playwright/test';
import { chosen, receipt, rows } from '../support/desk.ts';
import { dispatch, openFiles } from '../support/dispatch.ts';
import {
  button,
  item,
  openCourierMenu,
  openCouriers,
  openDeskMenu,
  openState,
  openViews,
  showPane,
  withOrders,
} from '../support/scenes/desk-actions.ts';
import { STATES } from '../support/scenes/desk-states.ts';
import { expect, expectAccessible, expectAccessibleInBothThemes, openSession, signIn, test } from '../support/test.ts';

/* Windows and menus over Asig. Orden(B). The desk below them is tested with the screens. */

/** Runs axe twice for each of many windows. */
test.describe.configure({ timeout: 240_000 });

const WINDOW = 'dialog[open]';
const POPUP = '[role=dialog]';
const MENU = '[role=menu]';

interface Over {
  name: string;
  open: () => Promise<unknown>;
  within: string;
}

const WIDE = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 760 };

/**
 * Opens windows one after another on the same page and runs axe on each, in both themes. Their elements are the same at
 * every width, so each is opened at one.
 */
async function expectEachAccessible(page: Page, all: readonly Over[]): Promise<void> {
  for (const { name, open, within } of all)
    await test.step(name, async () => {
      await open();
      await expect(page.locator(within)).toBeVisible();
      await expectAccessibleInBothThemes(page, within);
      await page.keyboard.press('Escape');
      await expect(page.locator(within)).toHaveCount(0);
    });
}

/** Runs axe in both themes, and once more on a phone. */
async function expectAccessibleAtBothWidths(page: Page, within: string): Promise<void> {
  await page.setViewportSize(WIDE);
  await expectAccessibleInBothThemes(page, within);
  await page.setViewportSize(PHONE);
  await expectAccessible(page, within);
}

test('S26: actions on chosen orders and their receipt pass axe', async ({ page }) => {
  await openSession(page, 'ana');
  const { desk, tag, ids } = await withOrders(page, 5, false, { collectDue: 4590 });
  const courier = await desk.makeCourier(`${tag} Repartidora`);
  const orders = await Promise.all(ids.map((id) => desk.order(id)));
  // Two pending orders, and one in each later state.
  await desk.assign(orders.slice(2), courier.id);
  const now = await Promise.all(orders.slice(3).map(({ id }) => desk.order(id)));
  await desk.send('assignments/state', { to: 'en_ruta', orders: now.map(({ id, version }) => ({ id, version })) });
  await desk.close(orders.slice(4), { to: 'entregada', payments: [{ means: 'yape', amount: 4590 }] });
  await expect(rows(page).filter({ hasText: 'Entregada' })).toHaveCount(1);
  await rows(page).first().focus();
  await page.keyboard.press('Control+a');
  await expect(chosen(page)).toContainText('5 órdenes');

  await expectEachAccessible(page, [
    { name: 'states', open: () => button(chosen(page), 'Cambiar estado').click(), within: MENU },
    { name: 'delivered', open: () => openState(page, /^Entregada/), within: WINDOW },
    { name: 'in vain', open: () => openState(page, /^No entregada/), within: WINDOW },
    { name: 'corrected', open: () => openState(page, /^Corregir/), within: WINDOW },
    { name: 'cancelled', open: () => openState(page, /^Anular/), within: WINDOW },
    {
      name: 'assigned',
      open: async () => {
        await page.keyboard.press('a');
        await page.locator(WINDOW).getByRole('option').first().waitFor();
      },
      within: WINDOW,
    },
    {
      name: 'suggested',
      open: async () => {
        await page.keyboard.press('s');
        await button(page.locator(WINDOW), /^Asignar \d/).waitFor();
        await page.locator(WINDOW).getByRole('region').getByRole('button', { expanded: false }).first().click();
      },
      within: WINDOW,
    },
  ]);

  await test.step('a receipt with refused orders, and its history', async () => {
    await page.keyboard.press('a');
    const window = page.locator(WINDOW);
    await window.getByRole('combobox', { name: 'Repartidor', exact: true }).fill(tag);
    await window.getByRole('option').click();
    await expect(receipt(page)).toContainText('1 sin cambiar');
    await expectAccessibleAtBothWidths(page, 'section[aria-label="Constancia del cambio"]');
    await openDeskMenu(page, 'Últimas acciones');
    await expectAccessible(page, WINDOW);
  });
});

test('S26: the windows and menus of the panes pass axe', async ({ page }) => {
  await openSession(page, 'ana');
  const { courier } = await withOrders(page, 3, true);
  await page.setViewportSize(PHONE);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const openCourier = async (): Promise<void> => {
    await showPane(page, 'Repartidores');
    const pane = page.getByRole('region', { name: 'Repartidores', exact: true });
    await pane.getByRole('textbox', { name: 'Buscar repartidor' }).fill(courier);
    await expect(pane.getByRole('listitem')).toHaveCount(1);
    await pane.getByRole('button', { name: /^Acciones de/ }).click();
  };
  const inOrders = (open: () => Promise<unknown>) => async () => {
    await showPane(page, 'Órdenes');
    await open();
  };
  await expectEachAccessible(page, [
    { name: 'courier', open: openCourier, within: MENU },
    {
      name: 'load',
      open: async () => {
        await openCourier();
        await item(page, 'Mover carga…').click();
        await page.locator(WINDOW).getByRole('option').first().waitFor();
      },
      within: WINDOW,
    },
    {
      name: 'sorted stops',
      open: async () => {
        await openCourier();
        await item(page, 'Ordenar paradas…').click();
        await page.locator(WINDOW).getByRole('listitem').first().waitFor();
      },
      within: WINDOW,
    },
    {
      name: 'leaves today',
      open: async () => {
        await openCourier();
        await item(page, 'Se retira hoy…').click();
        await page
          .locator(WINDOW)
          .getByRole('heading', { name: /^Reciben/ })
          .waitFor();
      },
      within: WINDOW,
    },
    { name: 'pane', open: () => openDeskMenu(page), within: MENU },
    { name: 'couriers', open: () => openCouriers(page), within: WINDOW },
    { name: 'reasons', open: () => openDeskMenu(page, 'Motivos de no entrega'), within: WINDOW },
    { name: 'settings', open: () => openDeskMenu(page, 'Ajustes para repartidores'), within: WINDOW },
    { name: 'keys', open: () => openDeskMenu(page, 'Teclas de esta sección'), within: WINDOW },
    { name: 'filters', open: inOrders(() => button(dispatch.filters(page), /^Filtros/).click()), within: POPUP },
    { name: 'views', open: inOrders(() => openViews(page)), within: MENU },
    { name: 'view', open: inOrders(() => openViews(page, 'Guardar como vista nueva')), within: WINDOW },
    { name: 'export', open: () => openFiles(page, 'Exportar órdenes'), within: WINDOW },
    { name: 'import', open: () => openFiles(page, 'Importar órdenes'), within: WINDOW },
  ]);
});

test('S26: a route sheet passes axe, also where it is wider than the window', async ({ page }) => {
  await openSession(page, 'ana');
  await openCourierMenu(page);
  await item(page, 'Hoja de ruta').click();
  const frame = page.getByRole('region', { name: 'Vista de la hoja' });
  await expect(frame).toBeVisible();
  await expectAccessibleAtBothWidths(page, 'main');
  await page.setViewportSize({ width: 700, height: 800 });
  expect(await frame.evaluate((box) => box.scrollWidth - box.clientWidth)).toBeGreaterThan(0);
  await expectAccessible(page, 'main');
});

test('S26: the summary after an absence passes axe', async ({ page }) => {
  await signIn(page, 'ana', '/assing?oficina=LIMA');
  const missed = await STATES.find(({ name }) => name === 'desk-missed')?.open(page);
  if (!missed) throw new Error('There is no such scene');
  await expectAccessibleAtBothWidths(missed, 'section[aria-label="Mientras estuvo fuera"]');
  await button(missed, 'Ver cambios').click();
  await expectAccessibleAtBothWidths(missed, WINDOW);
});
