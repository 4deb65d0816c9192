import { type Locator, type Page } from '@playwright/test';
import { chosen as bar, Desk, rows, uniqueTag } from '../desk.ts';
import { expect } from './patient-expect.ts';

/* Actions on Asig. Orden(B), for every width. */

export const button = (within: Page | Locator, name: string | RegExp): Locator =>
  within.getByRole('button', { name, exact: true });

export const item = (page: Page, name: string | RegExp): Locator => page.getByRole('menuitem', { name });

export const dialog = (page: Page): Locator => page.getByRole('dialog');

/** A phone shows one pane at a time. */
export async function showPane(page: Page, name: 'Órdenes' | 'Repartidores' | 'Mapa'): Promise<void> {
  const choice = page.getByRole('group', { name: 'Vista', exact: true }).getByRole('button', { name });
  if (await choice.isVisible()) await choice.click();
  const both = button(page.getByRole('group', { name: 'Panel lateral' }), name);
  if (name !== 'Órdenes' && (await both.isVisible())) await both.click();
}

export async function choose(page: Page, count: number): Promise<void> {
  for (let row = 0; row < count; row += 1)
    await rows(page)
      .nth(row)
      .locator('[role=gridcell]')
      .first()
      .click({ position: { x: 18, y: 18 } });
  await bar(page).waitFor();
}

export async function openCouriers(page: Page): Promise<void> {
  await showPane(page, 'Repartidores');
  await button(page, 'Administrar repartidores').click();
  await dialog(page).waitFor();
}

/** Opens a dialog of the desk's menu; without a name, the menu. */
export async function openDeskMenu(page: Page, what?: string): Promise<void> {
  await showPane(page, 'Órdenes');
  await button(page, 'Más acciones').click();
  if (what === undefined) return;
  await item(page, what).click();
  await dialog(page).waitFor();
}

export async function openViews(page: Page, what?: string): Promise<void> {
  await page.getByRole('button', { name: /^Vistas?(:|$)/ }).click();
  if (what) await item(page, what).click();
}

interface Prepared {
  desk: Desk;
  tag: string;
  ids: readonly string[];
  /** Name of the assigned courier; empty for none. */
  courier: string;
}

/** Creates orders, assigns them to a new courier on request, and shows exactly these. */
export async function withOrders(page: Page, count: number, isAssigned = false, more: object = {}): Promise<Prepared> {
  const desk = new Desk(page);
  const tag = uniqueTag();
  const orders = await desk.makeOrders(tag, count, more);
  const courier = isAssigned ? `Rosa Huamán ${tag.slice(2, 6)}` : '';
  if (isAssigned) await desk.assign(orders, (await desk.makeCourier(courier)).id);
  await page.goto(`/assing?todas=1&buscar=${tag}&orden=codigo`);
  await expect(rows(page)).toHaveCount(count);
  return { desk, tag, courier, ids: orders.map(({ id }) => id) };
}

/** Selects all orders and dispatches them, since only dispatched orders can be closed. They stay selected. */
export async function chooseOnTheWay(page: Page, count: number): Promise<void> {
  await choose(page, count);
  await button(bar(page), 'Cambiar estado').click();
  await item(page, /^Sale a ruta/).click();
  await expect(rows(page).filter({ hasText: 'En ruta' })).toHaveCount(count);
}

export async function openState(page: Page, what: RegExp): Promise<void> {
  await button(bar(page), 'Cambiar estado').click();
  await item(page, what).click();
  await dialog(page).waitFor();
}

/** Shows only a new courier with three orders, or the named one. */
export async function showLoaded(page: Page, name?: string): Promise<Locator> {
  const courier = name ?? (await withOrders(page, 3, true)).courier;
  await showPane(page, 'Repartidores');
  const pane = page.getByRole('region', { name: 'Repartidores', exact: true });
  await pane.getByRole('textbox', { name: 'Buscar repartidor' }).fill(courier);
  await expect(pane.getByRole('listitem')).toHaveCount(1);
  return pane.getByRole('listitem');
}

/** Creates a courier whose stops can be sorted. @returns the name. */
export async function makeUnsorted(page: Page): Promise<string> {
  const tag = uniqueTag();
  return (await new Desk(page).makeCrossedRoute(tag, `Rosa Huamán ${tag.slice(2, 6)}`)).courier.name;
}

export async function openCourierMenu(page: Page, name?: string): Promise<void> {
  await (await showLoaded(page, name)).getByRole('button', { name: /^Acciones de/ }).click();
}
