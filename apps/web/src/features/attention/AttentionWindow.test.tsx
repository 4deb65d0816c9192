import {
  type ActOnAttention,
  type AttentionLine,
  attentionOperations,
  evidenceOperations,
  settingsOperations,
} from '@despacho/contracts/dispatch';
import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { someSettings } from '#test/a-courier.ts';
import { aView } from '#test/a-view.ts';
import { aLine, anAttention } from '#test/an-attention.ts';
import { fakeGateway, problem } from '#test/fake-gateway.ts';
import { renderInApp } from '#test/render.tsx';
import { publishNews } from '#shared/live/live-state.ts';
import { markIn } from '#features/session/state/session-store.ts';
import AttentionWindow from './AttentionWindow.tsx';
import { followAttention } from './state/follow-attention.ts';

const ACT = attentionOperations['attention.act'];
const SILENT = aLine({
  id: '8',
  order: null,
  courier: { id: '3', name: 'Rosa Huanca', phone: '987 654 321' },
  causes: [{ kind: 'sin_senal', since: '2026-11-20T15:00:00.000Z', orders: 4 }],
});
const MODULES = ['D04', 'U01', 'M01'];

let gateway: ReturnType<typeof fakeGateway>;
let lines = [SILENT, aLine()];
let closed: AttentionLine[] = [];
beforeEach(() => {
  gateway = fakeGateway();
  lines = [SILENT, aLine()];
  closed = [];
  gateway.on(attentionOperations['attention.list'], () =>
    anAttention(lines, { closed, kinds: { sin_senal: 1, sin_asignar: 1 } }),
  );
});
afterEach(() => {
  vi.useRealTimers();
});

function openWindow(modules = MODULES, charge = 'D') {
  markIn(aView({ charge, permissionsList: modules.map((module) => ({ module })) }));
  const onClose = vi.fn();
  const shown = renderInApp(<AttentionWindow officeId="LIMA" timeZone="America/Lima" onClose={onClose} />);
  return { ...shown, onClose };
}

const list = () => screen.findByRole('list', { name: 'Por atender' });
const items = async () => within(await list()).getAllByRole('listitem');
const sent = () => gateway.sentTo(ACT).map(({ path, body }) => [path, body as ActOnAttention]);
const taken = { by: { username: 'ana.torres', user: 'Ana Torres' }, at: '2026-11-20T15:05:00.000Z' };

it('works by keyboard: arrows, E to take and release, P to postpone, Enter for the action', async () => {
  gateway.on(ACT, ({ body }) => {
    const { act: what } = body as ActOnAttention;
    lines = [SILENT, aLine({ version: 2, ...(what === 'tomar' && { taken }) })];
    return lines[1];
  });
  const { user, router } = openWindow();
  const [first, second] = await items();
  await waitFor(() => expect(document.activeElement).toBe(first));
  await user.keyboard('{ArrowDown}');
  expect(document.activeElement).toBe(second);
  await user.keyboard('e');
  await screen.findByText('Usted');
  await user.keyboard('e');
  await waitFor(() => expect(screen.queryByText('Usted')).toBeNull());
  expect(sent()).toEqual([
    ['/api/attention/7/acts', { version: 1, act: 'tomar' }],
    ['/api/attention/7/acts', { version: 2, act: 'soltar' }],
  ]);
  expect(document.activeElement, 'the focus stays').toBe((await items())[1]);
  await user.keyboard('p');
  await user.click(await screen.findByRole('menuitem', { name: /^1 hora/ }));
  await waitFor(() => expect(sent()).toHaveLength(3));
  expect(sent()[2]?.[1]).toMatchObject({ version: 2, act: 'posponer', until: expect.any(String) as string });
  (await items())[1]?.focus();
  await user.keyboard('{Enter}');
  expect(router.state.location.pathname + router.state.location.search).toBe('/assing?ver=5964');
});

it('postpones until a typed time', async () => {
  gateway.on(ACT, () => aLine({ version: 2 }));
  const { user } = openWindow();
  await items();
  await user.click(screen.getByRole('button', { name: 'Posponer: D0005964' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Hasta otra hora…' }));
  const field = await screen.findByLabelText('Posponer hasta las');
  await user.type(field, 'luego{Enter}');
  expect(await screen.findByText('Escriba una hora, por ejemplo 15:30')).toBeTruthy();
  expect(sent()).toEqual([]);
  await user.clear(field);
  await user.type(field, '9:30');
  await user.click(screen.getByRole('button', { name: 'Posponer' }));
  await waitFor(() => expect(sent()).toHaveLength(1));
  expect((sent()[0]?.[1] as ActOnAttention | undefined)?.until).toMatch(/T14:30:00\.000Z$/);
});

it('names who took a line first', async () => {
  gateway.on(ACT, () => problem('conflict', { detail: 'Luis Quispe se encargó a las 10:05' }));
  const { user } = openWindow();
  await items();
  const [, second] = screen.getAllByRole('button', { name: 'Me encargo' });
  await user.click(second ?? document.body);
  expect((await screen.findByRole('alert')).textContent).toContain('Luis Quispe se encargó a las 10:05');
  expect(gateway.sentTo(attentionOperations['attention.list']).length).toBeGreaterThan(1);
});

it('calls a silent courier', async () => {
  openWindow();
  await items();
  expect(screen.getByRole('link', { name: 'Llamar' }).getAttribute('href')).toBe('tel:987654321');
});

it('has no action without U01', async () => {
  openWindow(['D04']);
  const [first] = await items();
  expect(within(await list()).queryAllByRole('button')).toEqual([]);
  expect(within(await list()).queryAllByRole('link')).toEqual([]);
  expect(first?.textContent).toContain('Sin señal');
  expect(screen.queryByRole('button', { name: 'Ajustes' })).toBeNull();
});

it('filters by owner and by cause, and counts what is not shown', async () => {
  lines = [SILENT, aLine({ taken })];
  gateway.on(attentionOperations['attention.list'], () =>
    anAttention(lines, { open: 520, mine: 1, kinds: { sin_senal: 1, sin_asignar: 519 } }),
  );
  const { user } = openWindow();
  expect(await items()).toHaveLength(2);
  expect(screen.getByText(/^Y 518 más/)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Mías' }));
  expect((await items()).map((item) => item.dataset['line'])).toEqual(['7']);
  await user.click(screen.getByRole('button', { name: 'Sin dueño' }));
  expect((await items()).map((item) => item.dataset['line'])).toEqual(['8']);
});

it.each([
  [['D04', 'U01'], 'Ubicarlas: 12 órdenes por ubicar', '/assing?ubicar=todas', null],
  [['D04'], 'Verlas: 12 órdenes por ubicar', null, 'Ubica quien tiene el módulo «Asignación»'],
])('opens «Por ubicar» for those who may (%s), and names them to others', async (modules, link, href, who) => {
  lines = [aLine({ many: { count: 12 }, causes: [{ kind: 'sin_lugar', since: '2026-11-20T15:00:00.000Z' }] })];
  openWindow(modules);
  const item = within(await list());
  const found = item.getByRole('link', { name: link });
  if (href !== null) expect(found.getAttribute('href')).toBe(href);
  expect(item.queryByText(/^Ubica quien/)?.textContent ?? null).toBe(who);
});

it('joins many lines of a kind, which a key opens one by one or as a table', async () => {
  const cause = { kind: 'sin_asignar' as const, since: '2026-11-20T15:00:00.000Z' };
  const many = aLine({ many: { count: 1997 }, causes: [cause, { ...cause, kind: 'sin_lugar' }] });
  gateway.on(attentionOperations['attention.list'], ({ query }) =>
    query['causa'] === 'sin_asignar'
      ? anAttention([aLine(), aLine({ id: '9' })], { open: 1997, kinds: { sin_asignar: 1997 } })
      : anAttention([SILENT, many], { kinds: { sin_senal: 1, sin_asignar: 1997 } }),
  );
  const { user, router } = openWindow();
  const [first, second] = await items();
  expect(second?.textContent).toContain('1,997 órdenes sin asignarLa primera: D0005964');
  if (!second) throw new Error('one line only');
  expect(within(second).queryAllByRole('button'), 'nobody takes or postpones all of them').toEqual([]);
  expect(within(second).getByRole('link', { name: /^Asignarlas/ })).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'Abrir en la tabla' })).toBeNull();
  await waitFor(() => expect(document.activeElement).toBe(first));
  await user.keyboard('{ArrowDown}{Enter}');
  await waitFor(async () => expect((await items()).map((item) => item.dataset['line'])).toEqual(['7', '9']));
  expect(router.state.location.search).toBe('?atender=sin_asignar');
  expect((document.activeElement as HTMLElement).dataset['line']).toBe('7');
  expect(screen.getByText(/^Y 1,995 más/)).toBeTruthy();
  const [one] = await items();
  if (!one) throw new Error('no line');
  expect(within(one).getByRole('button', { name: 'Me encargo' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Abrir en la tabla' }).getAttribute('href')).toBe(
    '/assing?marca=sin_asignar',
  );
});

it('reloads the list after a new revision, and moves the focus from a closed line', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const { client } = openWindow();
  const stop = followAttention(client);
  const [first] = await items();
  await waitFor(() => expect(document.activeElement).toBe(first));
  const asked = () => gateway.sentTo(attentionOperations['attention.list']).length;
  act(() => publishNews({ type: 'event', event: { type: 'attention.moved', officeId: 'LIMA', revision: 1 } }));
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
  await pass(10_000);
  expect(asked(), 'the same revision').toBe(1);
  lines = [aLine()];
  closed = [{ ...SILENT, closedAt: '2026-11-20T15:10:00.000Z' }];
  act(() => publishNews({ type: 'event', event: { type: 'attention.moved', officeId: 'LIMA', revision: 2 } }));
  await pass(10_000);
  expect(asked()).toBe(2);
  await waitFor(() => expect((document.activeElement as HTMLElement).dataset['line']).toBe('7'));
  expect(screen.getByRole('region', { name: 'Resueltas hace poco' }).textContent).toContain('Rosa Huanca');
  stop();
});

it('lets charge S change kinds and thresholds of the office', async () => {
  const settings = someSettings({ version: 4 });
  gateway.on(settingsOperations['settings.read'], () => settings);
  gateway.on(settingsOperations['settings.edit'], () => ({ ...settings, version: 5 }));
  const { user } = openWindow(MODULES, 'S');
  await items();
  await user.click(screen.getByRole('button', { name: 'Ajustes' }));
  const limit = await screen.findByLabelText<HTMLInputElement>('Sin asignar: minutos sin asignar');
  await user.clear(limit);
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Guardar' }).disabled).toBe(true);
  await user.type(limit, '45');
  await user.click(screen.getByRole('checkbox', { name: /^Por ubicar/ }));
  await user.click(screen.getByRole('button', { name: 'Guardar' }));
  await waitFor(() =>
    expect(gateway.sentTo(settingsOperations['settings.edit']).map(({ body }) => body)).toEqual([
      { version: 4, changes: { attention: { sin_asignar: { on: true, limit: 45 }, sin_lugar: { on: false } } } },
    ]),
  );
});

it('lets charge S change the distances of photos', async () => {
  const settings = someSettings({ version: 4 });
  gateway.on(settingsOperations['settings.read'], () => settings);
  gateway.on(settingsOperations['settings.edit'], () => ({ ...settings, version: 5 }));
  const { user } = openWindow(MODULES, 'S');
  await items();
  await user.click(screen.getByRole('button', { name: 'Ajustes' }));
  const warn = await screen.findByLabelText(/aviso desde/);
  const save = screen.getByRole<HTMLButtonElement>('button', { name: 'Guardar' });
  await user.clear(warn);
  await user.type(warn, '250');
  expect(screen.getByText('La alerta empieza donde el aviso, o más lejos')).toBeTruthy();
  expect(save.disabled).toBe(true);
  await user.clear(warn);
  await user.type(warn, '150');
  await user.click(save);
  await waitFor(() =>
    expect(gateway.sentTo(settingsOperations['settings.edit']).map(({ body }) => body)).toEqual([
      { version: 4, changes: { far: { warn: 150, alert: 200 } } },
    ]),
  );
});

it('keeps what was typed after a conflict, and saves it on top of the other change', async () => {
  let settings = someSettings({ version: 4 });
  gateway.on(settingsOperations['settings.read'], () => settings);
  gateway.on(settingsOperations['settings.edit'], ({ body }) => {
    if ((body as { version: number }).version === 5) return { ...settings, version: 6 };
    settings = { ...settings, version: 5, far: { warn: 120, alert: 180 } };
    return problem('conflict', { detail: 'Luis Quispe guardó cambios' });
  });
  const { user } = openWindow(MODULES, 'S');
  await items();
  await user.click(screen.getByRole('button', { name: 'Ajustes' }));
  const limit = await screen.findByLabelText<HTMLInputElement>('Sin asignar: minutos sin asignar');
  await user.clear(limit);
  await user.type(limit, '45');
  await user.click(screen.getByRole('button', { name: 'Guardar' }));
  const again = await screen.findByRole('button', { name: 'Guardar sobre lo nuevo' });
  expect(screen.getByRole('alert').textContent).toContain('Luis Quispe guardó cambios');
  expect(screen.getByLabelText<HTMLInputElement>('Sin asignar: minutos sin asignar').value).toBe('45');
  await user.click(again);
  await waitFor(() =>
    expect(gateway.sentTo(settingsOperations['settings.edit']).map(({ body }) => body)[1]).toEqual({
      version: 5,
      changes: { attention: { sin_asignar: { on: true, limit: 45 } } },
    }),
  );
});

it('reports as text that a photo could not be requested', async () => {
  const order = { id: '5', code: 'D-5', isAssigned: true, client: 'Botica', district: 'Lima' };
  const cause = { kind: 'sin_prueba' as const, since: '2026-11-20T15:00:00.000Z', missing: ['fachada' as const] };
  lines = [aLine({ id: '9', order, causes: [cause] })];
  gateway.on(evidenceOperations['evidence.ask'], () => problem('conflict', { detail: 'La orden ya no está cerrada' }));
  const { user } = openWindow();
  await items();
  await user.click(screen.getByRole('button', { name: 'Pedir foto: Fachada' }));
  expect((await screen.findByRole('alert')).textContent).toContain('La orden ya no está cerrada');
  expect(screen.getByRole('button', { name: 'Pedir foto: Fachada' }).textContent).toBe('Pedir foto');
});

it('requests the photo of a line by key, and shows the request', async () => {
  const order = { id: '5', code: 'D-5', isAssigned: true, client: 'Botica', district: 'Lima' };
  const cause = { kind: 'prueba' as const, since: '2026-11-20T15:00:00.000Z', faults: ['muy_lejos' as const] };
  lines = [aLine({ id: '9', order, causes: [{ ...cause, missing: ['fachada' as const] }] }), SILENT];
  gateway.on(evidenceOperations['evidence.ask'], () => {
    lines = [aLine({ id: '9', order: { ...order, asked: '2026-11-20T15:05:00.000Z' }, causes: [cause] }), SILENT];
    const by = { username: 'ana.torres', user: 'Ana Torres' };
    const courier = { id: '3', name: 'Rosa Huanca' };
    return { request: { kind: 'fachada', at: '2026-11-20T15:05:00.000Z', by, courier, answeredAt: null } };
  });
  const { user } = openWindow();
  const [first, second] = await items();
  expect(first?.textContent).toContain('Prueba: muy lejos de la dirección');
  if (!second) throw new Error('one line only');
  expect(within(second).queryByRole('button', { name: /Pedir foto/ })).toBeNull();
  await waitFor(() => expect(document.activeElement).toBe(first));
  await user.keyboard('f');
  await waitFor(() =>
    expect(gateway.sentTo(evidenceOperations['evidence.ask']).map(({ path, body }) => [path, body])).toEqual([
      ['/api/orders/5/photo-request', { kind: 'fachada' }],
    ]),
  );
  expect(await screen.findByText(/Foto pedida al repartidor/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: /Pedir foto/ })).toBeNull();
});

it('shows who took and postponed what in the history', async () => {
  gateway.on(attentionOperations['attention.history'], () => ({
    lines: [
      {
        ...aLine({ closedAt: '2026-11-20T16:00:00.000Z' }),
        acts: [
          { act: 'tomar', by: { username: 'luis', user: 'Luis Quispe' }, at: '2026-11-20T15:31:00.000Z', until: null },
        ],
      },
    ],
    next: null,
  }));
  const { user } = openWindow();
  await items();
  await user.click(screen.getByRole('button', { name: 'Historia' }));
  const history = await screen.findByRole('list', { name: 'Historia de «Por atender»' });
  expect(history.textContent).toContain('Sin asignar hace 1 h');
  expect(history.textContent).toMatch(/Luis Quispe se encargó .*10:31/);
});
