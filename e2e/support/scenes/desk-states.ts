import { type Page } from '@playwright/test';
import { Desk, uniqueTag } from '../desk.ts';
import { settled } from '../settled.ts';
import { openSession } from '../sign-in.ts';
import { item, openCourierMenu } from './desk-actions.ts';
import { deskScene } from './scene.ts';

/** Print area of an A4 sheet in px. */
const PAPER = { width: 703, height: 1032 };

const ORDERS = '**/api/orders?*';

/** Opens the same view in another page, with a movable clock and its own stream. */
async function withClock(page: Page, state: 'live' | 'offline'): Promise<Page> {
  const path = page.url();
  const other = await page.context().newPage();
  const size = page.viewportSize();
  if (size) await other.setViewportSize(size);
  await other.clock.install();
  if (state === 'offline') await other.route('**/api/events*', (route) => route.abort());
  // Pages of a browser share one stream, which belongs to the first page while it is open.
  await page.goto('about:blank');
  await other.goto(path);
  await settled(other);
  await other.locator(`[data-state=${state}]`).first().waitFor();
  return other;
}

const setVisible = (page: Page, state: 'hidden' | 'visible'): Promise<void> =>
  page.evaluate((value) => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => value });
    document.dispatchEvent(new Event('visibilitychange'));
  }, state);

/** Hides the page for some minutes, in which a colleague assigns orders. */
async function comeBack(page: Page): Promise<Page> {
  const mine = await withClock(page, 'live');
  const theirs = await page
    .context()
    .browser()
    ?.newContext({ baseURL: new URL(mine.url()).origin });
  const colleague = await theirs?.newPage();
  if (!theirs || !colleague) throw new Error('No browser to open another context in');
  await openSession(colleague, 'luis');
  await setVisible(mine, 'hidden');
  const desk = new Desk(colleague);
  const tag = uniqueTag();
  const orders = await desk.makeOrders(tag, 5);
  await desk.assign(orders, (await desk.makeCourier(`Luisa Rojas ${tag.slice(2, 6)}`)).id);
  await theirs.close();
  await mine.clock.fastForward(125_000);
  await setVisible(mine, 'visible');
  await mine.getByRole('region', { name: 'Mientras estuvo fuera' }).waitFor();
  return mine;
}

/** @returns a function that opens a courier's route sheet. */
async function openSheet(page: Page): Promise<void> {
  await openCourierMenu(page);
  await item(page, 'Hoja de ruta').click();
  await page.getByRole('article', { name: /^Hoja de ruta/ }).waitFor();
}

/** States of the desk without user action, and its print layout. */
export const STATES = [
  deskScene('loading', async (page) => {
    // Never answered; the next scene ends it.
    await page.route(ORDERS, () => undefined);
    await page.reload({ waitUntil: 'commit' });
    await page.getByRole('status', { name: 'Cargando las órdenes' }).waitFor();
  }),
  deskScene('failed', async (page) => {
    await page.route(ORDERS, (route) => route.fulfill({ status: 500, json: {} }));
    await page.reload();
    await page.getByRole('button', { name: 'Reintentar' }).waitFor();
  }),
  deskScene('offline', async (page) => {
    const mine = await withClock(page, 'offline');
    await mine.clock.fastForward(130_000);
    return mine;
  }),
  deskScene('missed', comeBack),
  deskScene('missed-window', async (page) => {
    const mine = await comeBack(page);
    await mine.getByRole('button', { name: 'Ver cambios' }).click();
    return mine;
  }),
  deskScene('sheet', openSheet),
  deskScene('sheet-printed', async (page) => {
    await openSheet(page);
    await page.emulateMedia({ media: 'print' });
    await page.setViewportSize(PAPER);
  }),
];
