import { configOperations, officeOperations, storageOperations } from '@despacho/contracts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { act } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { aView } from '#test/a-view.ts';
import { fakeGateway, problem } from '#test/fake-gateway.ts';
import { renderInApp } from '#test/render.tsx';
import { SECTIONS } from '#shared/sections.ts';
import { markIn } from '#features/session/state/session-store.ts';
import { Component as Shell } from './Shell.tsx';

let gateway: ReturnType<typeof fakeGateway>;
beforeEach(() => {
  gateway = fakeGateway();
});
afterEach(() => {
  vi.useRealTimers();
});

function openShell(modules: readonly string[], path = '/sesiones', charge = 'A') {
  markIn(aView({ charge, permissionsList: modules.map((module) => ({ module })) }));
  return renderInApp(<Shell />, { path });
}

/** A gateway with a dispatch service behind it. */
function withService() {
  gateway.on(configOperations['config.read'], () => ({
    provider: 'Despacho',
    version: '1.0.0',
    sections: { operations: true, directory: true, tiles: false, storage: false },
    streets: null,
    attribution: null,
  }));
}

/** The last one: a browser ignores the sidebar's header, because it is in an `aside`. */
const topBar = () => within(screen.getAllByRole('banner').at(-1) ?? expect.unreachable());

const links = () => within(screen.getByRole('navigation', { name: 'Secciones' })).getAllByRole('link');

it.each([
  [
    ['D01', 'M01', 'U01'],
    ['Dashboard', 'Mapa', 'Asig. Orden(B)', 'Salir'],
  ],
  [
    ['T02', '000'],
    ['Imágenes', 'Clientes', 'Salir'],
  ],
  // One of several modules is enough; unknown codes change nothing.
  [
    ['X99', 'D06', 'G01', 'salir'],
    ['Dashboard', 'Permiso Usuario', 'Salir'],
  ],
])('S22 S23: the modules %j give the menu entries %j', (modules, titles) => {
  openShell(modules);
  expect(links().map(({ textContent }) => textContent)).toEqual(titles);
  for (const link of links()) expect(link.querySelector('svg')).not.toBeNull();
});

it('shows what charge S manages before «Salir», and its title', async () => {
  withService();
  openShell(['M01'], '/settings', 'S');
  await waitFor(() => {
    expect(links().map(({ textContent }) => textContent)).toEqual(['Mapa', 'Oficinas y ajustes', 'Registro', 'Salir']);
  });
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Oficinas y ajustes');
});

it('names the office of the screens in the sidebar, even if it is not the user’s own', async () => {
  withService();
  gateway.on(officeOperations['offices.list'], () =>
    ['Lima', 'Sur'].map((name) => ({ id: name.toUpperCase(), name, timeZone: 'America/Lima' })),
  );
  const { router } = openShell(['M01'], '/map?oficina=SUR', 'S');
  const side = within(screen.getByRole('complementary'));
  expect(await side.findByText('Oficina: Sur')).toBeTruthy();
  await act(() => router.navigate('/map?oficina=LIMA'));
  expect(await side.findByText('Oficina: Lima')).toBeTruthy();
});

it('says that the office is closed', async () => {
  withService();
  gateway.on(officeOperations['offices.list'], () => [
    { id: 'LIMA', name: 'Lima Centro', timeZone: 'America/Lima', closed: true },
  ]);
  openShell(['M01']);
  expect(await screen.findByText(/Lima Centro está cerrada: todo se puede leer/)).toBeDefined();
});

it('S24: the first path segment titles the top bar and the document', async () => {
  const { router } = openShell(SECTIONS.flatMap(({ access }) => access));
  const titles = [...SECTIONS.map(({ path, title }) => [path, title]), ['/clients/17', 'Clientes']] as const;
  for (const [path, title] of titles) {
    await act(() => router.navigate(path));
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(title);
    expect(document.title).toBe(`${title} · Despacho`);
  }
});

it.each([
  [['D01', 'M01'], 'Dashboard', '/dashboard'],
  [['T02', '000'], 'Imágenes', '/images'],
])('S12: for the modules %j the home link of the top bar leads to %s', async (modules, title, path) => {
  const { router, user } = openShell(modules);
  const banner = topBar();
  expect(banner.getAllByRole('link').map((link) => link.getAttribute('aria-label'))).toEqual([`Ir a ${title}`]);
  await user.click(banner.getByRole('link'));
  expect(router.state.location.pathname).toBe(path);
});

it('S11: the sidebar names the person', () => {
  openShell(['000']);
  expect(within(screen.getByRole('complementary')).getByText(aView().user)).toBeTruthy();
});

it('S12: only the map offers full screen, and leaving the map ends it', async () => {
  let shown: Element | null = null;
  const change = (element: Element | null) => {
    shown = element;
    document.dispatchEvent(new Event('fullscreenchange'));
    return Promise.resolve();
  };
  const page = document as unknown as Record<string, unknown>;
  Object.defineProperty(document, 'fullscreenElement', { configurable: true, get: () => shown });
  Object.assign(page, { fullscreenEnabled: true, exitFullscreen: () => change(null) });
  document.documentElement.requestFullscreen = () => change(document.documentElement);
  const { router, user } = openShell(['M01', '000'], '/clients');
  expect(screen.queryByRole('button', { name: 'Pantalla completa' })).toBeNull();
  await act(() => router.navigate('/map'));
  await user.click(screen.getByRole('button', { name: 'Pantalla completa' }));
  expect(screen.getByRole('button', { name: 'Salir de pantalla completa' })).toBeTruthy();
  await act(() => router.navigate('/clients'));
  expect(shown).toBeNull();
  for (const name of ['fullscreenElement', 'fullscreenEnabled', 'exitFullscreen'])
    Reflect.deleteProperty(document, name);
  Reflect.deleteProperty(document.documentElement, 'requestFullscreen');
});

it("S12: the dropdown 'Acciones' holds 'Salir', which leads to /auth/logout", async () => {
  const { user } = openShell(['T02', '000']);
  expect(screen.queryByRole('menu')).toBeNull();
  await user.click(topBar().getByRole('button', { name: 'Acciones' }));
  const items = await screen.findAllByRole('menuitem');
  expect(items.map(({ textContent }) => textContent)).toEqual(['Buscar o hacer…', 'Mis sesiones', 'Salir']);
  expect(items[2]?.getAttribute('href')).toBe('/auth/logout');
});

it('S14: the footer shows the current year and the provider of the configuration', async () => {
  vi.useFakeTimers({ now: new Date('2031-03-09T15:00:00Z'), toFake: ['Date'] });
  gateway.on(configOperations['config.read'], () => ({
    provider: 'Proveedora Andina',
    version: '1.0.0',
    sections: { operations: false, directory: false, tiles: false, storage: false },
    streets: null,
    attribution: null,
  }));
  openShell(['T02']);
  const footer = screen.getByRole('contentinfo');
  expect(await within(footer).findByText(/Proveedora Andina/)).toBeTruthy();
  expect(footer.textContent).toContain('© 2031');
});

/** The specification's divisor, repeated because the product's own constant is under test. */
const GB = 1_075_840_000;

function withStorage(reply: () => unknown): void {
  gateway.on(configOperations['config.read'], () => ({
    provider: 'Despacho',
    version: '1.0.0',
    sections: { operations: false, directory: false, tiles: false, storage: true },
    streets: null,
    attribution: null,
  }));
  gateway.on(storageOperations['storage.read'], reply);
}

it('S25: the bar of the sidebar shows the used share of the storage, beside its figures', async () => {
  withStorage(() => ({ almacenamientoMaximo: 100 * GB, almacenamientoUsado: 62.4 * GB }));
  openShell(['T02']);
  const meter = await screen.findByRole('meter', { name: 'Almacenamiento usado' });
  expect(meter.getAttribute('aria-valuenow')).toBe('62');
  expect((meter.firstElementChild as HTMLElement).style.width).toBe('62.4%');
  expect(meter.parentElement?.textContent).toContain('62.4 GB de 100 GB');
});

it('S40: a failed storage call hides the figure without a message, until a later call succeeds', async () => {
  const figures = { almacenamientoMaximo: 100 * GB, almacenamientoUsado: GB };
  withStorage(() => figures);
  const log = vi.spyOn(console, 'error').mockReturnValue(undefined);
  const { client } = openShell(['T02']);
  await screen.findByRole('meter', { name: 'Almacenamiento usado' });
  for (const kind of ['upstream-rejected', 'not-found', 'unavailable', 'upstream-timeout'] as const) {
    gateway.on(storageOperations['storage.read'], () => problem(kind));
    await act(() => client.refetchQueries({ queryKey: ['storage'] }));
    await waitFor(() => {
      expect(screen.queryByRole('meter')).toBeNull();
    });
    expect(screen.queryByRole('alert')?.textContent ?? '').toBe('');
    expect(document.body.textContent).not.toMatch(/Almacenamiento|\d\s?[MG]B|NaN|Reintentar/);
  }
  gateway.on(storageOperations['storage.read'], () => figures);
  await act(() => client.refetchQueries({ queryKey: ['storage'] }));
  expect(await screen.findByRole('meter', { name: 'Almacenamiento usado' })).toBeTruthy();
  log.mockRestore();
});

it('S15: the button minimises the sidebar after 300 ms; a second click within them leaves it', async () => {
  vi.useFakeTimers();
  openShell(['T02']);
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
  const click = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
  const isMini = () => document.querySelector('nav[aria-label="Secciones"]')?.parentElement?.dataset['mini'] === 'true';
  click('Reducir el menú');
  await pass(299);
  expect(isMini()).toBe(false);
  await pass(1);
  expect(isMini()).toBe(true);
  click('Ampliar el menú');
  await pass(300);
  expect(isMini()).toBe(false);

  click('Reducir el menú');
  await pass(200);
  click('Ampliar el menú');
  // After the delay of the first click, and after that of both.
  await pass(150);
  expect(isMini()).toBe(false);
  await pass(2000);
  expect(isMini()).toBe(false);
});

it('S25: the sidebar warns in words when the storage is nearly full, and keeps the figures', async () => {
  withStorage(() => ({ almacenamientoMaximo: 100 * GB, almacenamientoUsado: 95 * GB }));
  openShell(['T02']);
  const meter = await screen.findByRole('meter', { name: 'Almacenamiento usado' });
  expect(meter.getAttribute('aria-valuetext')).toBe('95 GB de 100 GB · Casi lleno; avise al administrador');
  expect(screen.getByText('Casi lleno; avise al administrador')).toBeTruthy();
});
