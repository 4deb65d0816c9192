import { chunkOf, downloads } from '../support/chunks.ts';
import { openScreen } from '../support/navigate.ts';
import { settled } from '../support/settled.ts';
import { atRest, shell } from '../support/shell.ts';
import { checkScreen, expect, signIn, test } from '../support/test.ts';

test('S2 S11: a section opened by address downloads only its own chunk, beside the sidebar', async ({ page }) => {
  const screen = (folder: string, name: string): string => chunkOf(`features/${folder}/${name}Screen.tsx`);
  const downloaded = downloads(page);
  await signIn(page, 'luis', '/map');
  await expect(page.getByRole('heading', { level: 1, name: 'Mapa' })).toBeVisible();
  await expect(page.locator('.leaflet-container')).toBeVisible();
  await atRest(page);
  await expect.poll(() => downloaded.has(screen('map', 'Map'))).toBe(true);
  for (const other of [
    screen('dashboard', 'Dashboard'),
    screen('dispatch-desk', 'DispatchDesk'),
    screen('images', 'Images'),
    screen('clients', 'Clients'),
    screen('permissions', 'Permissions'),
  ])
    expect(downloaded.has(other), other).toBe(false);

  const sidebar = shell.sidebar(page);
  await expect(sidebar.getByText('Despacho', { exact: true })).toBeVisible();
  await expect(sidebar.locator('header svg').first()).toBeVisible();
  await expect(sidebar.getByText(/^Luis Quispe\b/)).toBeVisible();
  await expect(sidebar.getByRole('meter', { name: 'Almacenamiento usado' })).toBeVisible();
  await expect(sidebar.getByRole('navigation', { name: 'Secciones' })).toBeVisible();
  const [side, panel] = [await sidebar.boundingBox(), await shell.panel(page).boundingBox()];
  expect(side).toMatchObject({ x: 0, y: 0, height: 900 });
  expect(panel?.x).toBe(side?.width);
});

test('S12 S13 S26: only the map has full screen, only /images fills the content', async ({ page }) => {
  // Six screens, three runs of axe each.
  test.slow();
  const paddings = (panel: HTMLElement): number[] => {
    const { paddingTop, paddingRight, paddingLeft } = getComputedStyle(panel.firstElementChild ?? panel);
    return [paddingTop, paddingRight, paddingLeft].map(Number.parseFloat);
  };
  /** Distances in px between the screen's element and the panel's left, top and right edges. */
  const distances = (panel: HTMLElement): number[] => {
    const outer = panel.getBoundingClientRect();
    const inner = panel.firstElementChild?.firstElementChild?.getBoundingClientRect() ?? new DOMRect(-1, -1, 0, 0);
    return [inner.left - outer.left, inner.top - outer.top, outer.right - inner.right];
  };
  const option = page.getByRole('button', { name: 'Pantalla completa', exact: true });
  await signIn(page, 'ana', '/images');
  await expect(page.getByRole('search', { name: 'Filtros de fotos' })).toBeVisible();
  await expect(option).toHaveCount(0);
  expect(await shell.panel(page).evaluate(paddings)).toEqual([0, 0, 0]);
  expect(await shell.panel(page).evaluate(distances)).toEqual([0, 0, 0]);
  await checkScreen(page, 'images');
  for (const [path, check] of [
    ['/dashboard', () => checkScreen(page, 'dashboard')],
    ['/assing', () => checkScreen(page, 'assing')],
    ['/clients', () => checkScreen(page, 'clients')],
    ['/permissions', () => checkScreen(page, 'permissions')],
  ] as const) {
    await openScreen(page, path);
    await settled(page);
    for (const padding of await shell.panel(page).evaluate(paddings)) expect(padding, path).toBeGreaterThanOrEqual(12);
    await expect(option, path).toHaveCount(0);
    await check();
  }
  await openScreen(page, '/map');
  await expect(page.getByRole('banner').getByRole('button', { name: 'Pantalla completa' })).toBeVisible();

  const isFull = (): boolean => document.fullscreenElement !== null;
  const leave = page.getByRole('button', { name: 'Salir de pantalla completa' });
  await option.click();
  await expect.poll(() => page.evaluate(isFull)).toBe(true);
  await expect(leave).toBeVisible();
  await expect(option).toHaveCount(0);
  await expect(shell.sidebar(page)).toBeHidden();
  await expect.poll(async () => (await page.locator('.leaflet-container').boundingBox())?.x).toBe(0);

  await leave.click();
  await expect.poll(() => page.evaluate(isFull)).toBe(false);
  await expect(shell.sidebar(page)).toBeVisible();

  await option.click();
  await expect.poll(() => page.evaluate(isFull)).toBe(true);
  await page.goBack();
  await expect(page).toHaveURL('/permissions');
  await expect.poll(() => page.evaluate(isFull)).toBe(false);
  await page.goForward();
  await settled(page);
  await checkScreen(page, 'map');

  await test.step('S12: below 640 px «Acciones» has the dashboard link and Salir by name', async () => {
    await page.setViewportSize({ width: 390, height: 760 });
    const actions = page.getByRole('banner').getByText('Acciones', { exact: true });
    await expect(actions).toBeInViewport({ ratio: 1 });
    await actions.click();
    await expect(page.getByRole('menuitem')).toHaveText(['Ir a Dashboard', 'Buscar o hacer…', 'Mis sesiones', 'Salir']);
    await page.getByRole('menuitem', { name: 'Ir a Dashboard' }).click();
    await expect(page).toHaveURL('/dashboard');
  });
});
