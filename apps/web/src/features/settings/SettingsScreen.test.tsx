import { configOperations, officeOperations } from '@despacho/contracts';
import {
  type CompanyOffice,
  companyOfficeOperations,
  type CompanyOffices,
  districtOperations,
  type OfficeHistory,
  settingsOperations,
} from '@despacho/contracts/dispatch';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { someSettings } from '#test/a-courier.ts';
import { aView } from '#test/a-view.ts';
import { fakeGateway, problem } from '#test/fake-gateway.ts';
import { renderInApp } from '#test/render.tsx';
import { markIn } from '#features/session/state/session-store.ts';
import { rememberedOfficeId } from '#features/session/state/stored.ts';
import { confirm } from '#shared/dialogs/confirm.ts';
import { Component } from './SettingsScreen.tsx';

vi.mock('#shared/dialogs/confirm.ts', () => ({ confirm: vi.fn() }));

const OPS = companyOfficeOperations;

const anOffice = (changes: Partial<CompanyOffice> = {}): CompanyOffice => ({
  id: 'LIMA',
  version: 1,
  name: 'Lima Centro',
  timeZone: 'America/Lima',
  province: null,
  closed: null,
  people: 5,
  couriers: 12,
  phones: 3,
  openOrders: 7,
  isEmpty: false,
  ...changes,
});

const BY = { username: 'ana.torres', user: 'Ana Torres' };
const AREQUIPA = anOffice({ id: 'AREQUIPA', name: 'Arequipa', closed: { at: '2026-11-20T15:00:00.000Z', by: BY } });
const EMPTY = anOffice({ id: 'NUEVA', name: 'Nueva', people: 0, couriers: 0, phones: 0, openOrders: 0, isEmpty: true });

const SETTINGS = someSettings();

const HISTORY: OfficeHistory = [
  {
    type: 'settings.changed',
    at: '2026-11-20T15:00:00.000Z',
    officeId: 'LIMA',
    actor: BY,
    version: 2,
    before: { cashLimit: null, objective: 'fewest-late', startingPoint: null },
    after: {
      cashLimit: 50_000,
      objective: 'fewest-km',
      startingPoint: { address: 'Av. Argentina 2833', lat: -12.05, lng: -77.08 },
    },
  },
  {
    type: 'office.changed',
    at: '2026-11-19T15:00:00.000Z',
    officeId: 'LIMA',
    actor: BY,
    what: 'editada',
    version: 2,
    before: { name: 'Lima' },
    after: { name: 'Lima Centro' },
  },
];

let gateway: ReturnType<typeof fakeGateway>;
let directory: boolean;
let offices: CompanyOffice[];

beforeEach(() => {
  gateway = fakeGateway();
  directory = true;
  offices = [anOffice(), AREQUIPA, EMPTY];
  markIn(aView({ permissionsList: [{ module: 'U01' }] }));
  gateway.on(configOperations['config.read'], () => ({
    provider: 'Despacho',
    version: '1',
    sections: { operations: true, directory, tiles: false, storage: false },
    streets: null,
    attribution: null,
  }));
  gateway.on(OPS['offices.details'], (): CompanyOffices => ({
    offices,
    most: 100,
    company: { name: 'Despachos del Pacífico S.A.C.', quota: 107_374_182_400, used: 1_073_741_824 },
    retention: { photos: 730, signatures: 730, documents: 365, positions: 60, money: 0 },
  }));
  gateway.on(officeOperations['offices.list'], () =>
    offices.map(({ id, name, timeZone, closed }) => ({ id, name, timeZone, ...(closed && { closed: true }) })),
  );
  gateway.on(OPS['offices.history'], () => HISTORY);
  gateway.on(settingsOperations['settings.read'], () => SETTINGS);
  gateway.on(districtOperations['districts.list'], () => ({ version: 'v', near: null, maxKm: 80 }));
});

async function open(path = '/settings') {
  const shown = renderInApp(<Component />, { path });
  return { ...shown, grid: await screen.findByRole('grid', { name: 'Oficinas de la empresa' }) };
}

const menu = async (user: Awaited<ReturnType<typeof open>>['user'], office: string, item: string) => {
  await user.click(screen.getByRole('button', { name: `Acciones de ${office}` }));
  await user.click(await screen.findByRole('menuitem', { name: new RegExp(`^${item}`) }));
};

it('lists the offices, quota and retention, and marks a closed one', async () => {
  const { grid } = await open();
  expect(within(grid).getAllByRole('row')).toHaveLength(4);
  expect(within(grid).getByRole('row', { name: /Arequipa.*Cerrada.*por Ana Torres/ })).toBeDefined();
  expect(screen.getByText(/ de 100 GB$/)).toBeDefined();
  expect(screen.getByText('60 días')).toBeDefined();
  expect(screen.getByText('siempre')).toBeDefined();
});

it('shows the history with the values before and after', async () => {
  await open();
  expect(await screen.findByText('Tope de efectivo: sin tope → S/ 500.00')).toBeDefined();
  expect(screen.getByText('Qué se busca: Menos retrasos → Menos kilómetros')).toBeDefined();
  expect(screen.getByText('Punto de partida: ninguno → Av. Argentina 2833 (-12.05, -77.08)')).toBeDefined();
  expect(screen.getByText('Nombre: Lima → Lima Centro')).toBeDefined();
});

it('says what a setting changes before it is saved', async () => {
  const { user } = await open();
  await user.type(await screen.findByLabelText('Tope de efectivo por repartidor, en soles'), '500');
  expect(screen.getByText('Al guardar cambia')).toBeDefined();
  expect(screen.getByText(/Quien lleve más aparece con un aviso desde ahora/)).toBeDefined();
});

it('saves where routes start, pasted, and keeps what another person changed meanwhile', async () => {
  const edits: unknown[] = [];
  let settings = SETTINGS;
  gateway.on(settingsOperations['settings.read'], () => settings);
  gateway.on(settingsOperations['settings.edit'], ({ body }) => {
    edits.push(body);
    if (edits.length > 1) return { ...settings, version: 3 };
    settings = { ...settings, version: 2, doorMinutes: 8, changed: { at: '2026-11-20T15:00:00.000Z', by: BY } };
    return problem('conflict', { detail: 'Otra persona cambió los ajustes; vuelva a mirarlos' });
  });
  const { user } = await open();
  const form = within(await screen.findByRole('form', { name: 'Ajustes de las rutas' }));
  await user.type(form.getByLabelText('Punto de partida: dirección'), 'Av. Argentina 2833');
  await user.click(form.getByRole('radio', { name: 'Cargas parejas' }));
  await user.click(form.getByRole('button', { name: 'Guardar' }));
  expect(form.getByText('Marque también el lugar en el mapa, o pegue su ubicación')).toBeDefined();
  expect(edits).toEqual([]);
  await user.click(form.getByLabelText('Pegar ubicación'));
  await waitFor(async () => {
    await user.paste('-12.05, -77.08');
    expect(form.getByText(/Av. Argentina 2833 \(-12.05, -77.08\)/)).toBeDefined();
  });
  await user.click(form.getByRole('button', { name: 'Guardar' }));
  await user.click(await form.findByRole('button', { name: 'Guardar sobre lo nuevo' }));
  const startingPoint = { address: 'Av. Argentina 2833', lat: -12.05, lng: -77.08 };
  const changes = { startingPoint, objective: 'even-loads' };
  await waitFor(() =>
    expect(edits).toEqual([
      { version: 1, changes },
      { version: 2, changes },
    ]),
  );
});

it('creates an office, and offers the free code when the wanted one is taken', async () => {
  let tries = 0;
  gateway.on(OPS['offices.create'], () => {
    tries += 1;
    if (tries === 1) return problem('conflict', { detail: 'El código lima ya está en uso. Puede usar lima-2' });
    return anOffice({ id: 'lima-2', name: 'Lima Norte' });
  });
  gateway.on(OPS['offices.proposal'], () => ({ id: 'lima-2' }));
  const { user } = await open();
  await user.click(screen.getByRole('button', { name: 'Nueva oficina' }));
  await user.type(screen.getByLabelText('Código'), 'lima');
  await user.type(screen.getByLabelText('Nombre'), 'Lima Norte');
  await user.click(screen.getByRole('button', { name: 'Crear oficina' }));
  expect(await screen.findByText(/Puede usar lima-2/)).toBeDefined();
  await user.click(await screen.findByRole('button', { name: 'Crear con el código lima-2' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(gateway.sentTo(OPS['offices.create']).map(({ body }) => body)).toEqual([
    { id: 'lima', name: 'Lima Norte', timeZone: 'America/Lima', province: null },
    { id: 'lima-2', name: 'Lima Norte', timeZone: 'America/Lima', province: null },
  ]);
});

it.each([
  [false, undefined, ''],
  [true, 'sur', '?oficina=sur'],
])('enters a new office only if that is confirmed: %s', async (isSure, remembered, search) => {
  vi.mocked(confirm).mockReset().mockResolvedValue(isSure);
  gateway.on(OPS['offices.create'], () => anOffice({ id: 'sur', name: 'Lima Sur' }));
  const { user, router } = await open();
  await user.click(screen.getByRole('button', { name: 'Nueva oficina' }));
  await user.type(screen.getByLabelText('Código'), 'sur');
  await user.type(screen.getByLabelText('Nombre'), 'Lima Sur');
  await user.click(screen.getByRole('button', { name: 'Crear oficina' }));
  await waitFor(() =>
    expect(vi.mocked(confirm)).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ confirmLabel: 'Ir a Lima Sur', cancelLabel: 'Quedarme en Lima Centro' }),
    ),
  );
  await waitFor(() => expect(router.state.location.search).toBe(search));
  expect(rememberedOfficeId()).toBe(remembered);
});

it('says what a new office lacks without sending it', async () => {
  const { user } = await open();
  await user.click(screen.getByRole('button', { name: 'Nueva oficina' }));
  await user.click(screen.getByRole('button', { name: 'Crear oficina' }));
  expect(screen.getByText(/Escriba un código corto/)).toBeDefined();
  expect(screen.getByText('Escriba un nombre de hasta 80 letras')).toBeDefined();
  expect(gateway.sentTo(OPS['offices.create'])).toEqual([]);
});

it('renames an office with the version that was seen', async () => {
  gateway.on(OPS['offices.edit'], () => anOffice({ version: 2, name: 'Lima' }));
  const { user } = await open();
  await menu(user, 'Lima Centro', 'Cambiar sus datos');
  const name = await screen.findByLabelText('Nombre');
  await user.clear(name);
  await user.type(name, 'Lima');
  expect(screen.getByText(/El código con que se ingresa no cambia/)).toBeDefined();
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Guardar' }));
  await waitFor(() =>
    expect(gateway.sentTo(OPS['offices.edit']).map(({ body }) => body)).toEqual([
      { version: 1, changes: { name: 'Lima' } },
    ]),
  );
});

it('closes an office only after it has said what that does', async () => {
  vi.mocked(confirm).mockResolvedValueOnce(false).mockResolvedValueOnce(true);
  gateway.on(OPS['offices.close'], () => anOffice({ version: 2, closed: AREQUIPA.closed }));
  const { user } = await open();
  await menu(user, 'Lima Centro', 'Cerrar');
  expect(vi.mocked(confirm).mock.calls[0]?.[0].text).toMatch(
    /ya no se podrá crear ni cambiar nada.*Se desconectan 3 teléfonos.*Quedan 7 órdenes abiertas/,
  );
  expect(gateway.sentTo(OPS['offices.close'])).toEqual([]);
  await menu(user, 'Lima Centro', 'Cerrar');
  await waitFor(() => expect(gateway.sentTo(OPS['offices.close']).map(({ body }) => body)).toEqual([{ version: 1 }]));
});

it('reopens a closed office, whose data cannot be edited meanwhile', async () => {
  gateway.on(OPS['offices.reopen'], () => anOffice({ id: 'AREQUIPA', version: 2 }));
  const { user } = await open();
  await user.click(screen.getByRole('button', { name: 'Acciones de Arequipa' }));
  const edit = await screen.findByRole('menuitem', { name: /^Cambiar sus datos/ });
  expect(edit.getAttribute('aria-disabled')).toBe('true');
  await user.click(screen.getByRole('menuitem', { name: 'Reabrir' }));
  await waitFor(() => expect(gateway.sentTo(OPS['offices.reopen'])).toHaveLength(1));
});

it('shows the settings of a closed office without a way to save them', async () => {
  await open('/settings?oficina=AREQUIPA');
  expect(await screen.findByLabelText('Teléfono de la oficina')).toBeDefined();
  const card = screen.getByRole('region', { name: 'Reparto de Arequipa' });
  expect(within(card).queryByRole('button', { name: 'Guardar' })).toBeNull();
});

it('deletes only an empty office', async () => {
  vi.mocked(confirm).mockResolvedValueOnce(true);
  gateway.on(OPS['offices.remove'], () => ({ id: 'NUEVA' }));
  const { user } = await open();
  await user.click(screen.getByRole('button', { name: 'Acciones de Lima Centro' }));
  const disabled = await screen.findByRole('menuitem', { name: /^Eliminar/ });
  expect(disabled.textContent).toContain('Tiene personas, repartidores');
  await user.keyboard('{Escape}');
  await menu(user, 'Nueva', 'Eliminar');
  await waitFor(() => expect(gateway.sentTo(OPS['offices.remove'])).toHaveLength(1));
});

it('offers no change of offices where another system keeps them', async () => {
  directory = false;
  const { user } = await open();
  expect(screen.getByText(/Otro sistema guarda las personas y las oficinas/)).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Nueva oficina' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Acciones de Lima Centro' }));
  expect((await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)).toEqual(['Ver sus ajustes']);
});

it('says which module the settings need', async () => {
  markIn(aView({ permissionsList: [{ module: 'G01' }] }));
  await open();
  expect(await screen.findByText(/se ven con el módulo U01/)).toBeDefined();
  expect(gateway.sentTo(settingsOperations['settings.read'])).toEqual([]);
});
