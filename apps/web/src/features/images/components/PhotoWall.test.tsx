import { officeOperations } from '@despacho/contracts';
import {
  type EvidenceOfOrder,
  courierOperations,
  evidenceOperations,
  type MissingProof,
  orderOperations,
  photoExportOperations,
} from '@despacho/contracts/dispatch';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { aPhoto } from '#test/a-photo.ts';
import { aView } from '#test/a-view.ts';
import { fakeGateway, problem } from '#test/fake-gateway.ts';
import { renderInApp } from '#test/render.tsx';
import { publishNews } from '#shared/live/live-state.ts';
import { TopBarSlotContext } from '#shared/ui/TopBarSlot/top-bar-slot.ts';
import { markIn } from '#features/session/state/session-store.ts';
import { PhotoTools, PhotoWall } from './PhotoWall.tsx';

const photoOf = (id: string, courier: string): EvidenceOfOrder => ({
  ...aPhoto({ id, courier: { id, name: courier } }),
  order: {
    id,
    code: `D-${id}`,
    state: 'entregada',
    client: { id, name: `Botica ${id}` },
    recipient: 'Elena Rojas',
    address: 'Av. Larco 345',
    district: { ubigeo: '150122', name: 'Miraflores' },
  },
});

it('marks a photo whose visit is under review, in the grid and in the lightbox, until it is decided', async () => {
  // jsdom has no layout: the virtual list shows what fits into this height.
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(600);
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(600);
  const gateway = fakeGateway();
  markIn(aView({ charge: 'A', permissionsList: [{ module: 'T02' }] }));
  gateway.on(officeOperations['offices.list'], () => [{ id: 'LIMA', name: 'Lima', timeZone: 'America/Lima' }]);
  let visitState: EvidenceOfOrder['visitState'] = 'pendiente';
  gateway.on(evidenceOperations['evidence.page'], () => ({
    photos: [{ ...photoOf('3', 'Pedro Rojas'), visitState }, photoOf('4', 'Sara Núñez')],
    next: null,
  }));
  const { user, client } = renderInApp(<PhotoWall />, { path: '/images' });
  const tiles = await screen.findAllByRole('button', { name: /Elena Rojas/ });
  expect(tiles.map((tile) => within(tile).queryByText('Por revisar') !== null)).toEqual([true, false]);
  const [first] = tiles;
  if (first) await user.click(first);
  expect(within(screen.getByRole('dialog')).getByText('Visita: por revisar')).toBeTruthy();
  visitState = 'aceptada';
  await client.invalidateQueries();
  await waitFor(() => {
    expect(screen.queryByText(/por revisar/i)).toBeNull();
  });
});

it('offers the loaded photos’ clients and couriers to people without access to orders', async () => {
  const gateway = fakeGateway();
  markIn(aView({ charge: 'A', permissionsList: [{ module: 'T02' }] }));
  gateway.on(officeOperations['offices.list'], () => [{ id: 'LIMA', name: 'Lima', timeZone: 'America/Lima' }]);
  const photos = [photoOf('3', 'Pedro Rojas'), photoOf('4', 'Sara Núñez')];
  gateway.on(evidenceOperations['evidence.page'], ({ query }) => ({
    photos: photos.filter(({ courier }) => [undefined, courier?.id].includes(query['repartidor'])),
    next: null,
  }));
  const { user, router } = renderInApp(<PhotoWall />, { path: '/images' });
  const choose = async (name: string) => {
    await user.click(await screen.findByRole('combobox', { name: 'Repartidor' }));
    await user.click(await screen.findByRole('option', { name }));
  };
  await waitFor(() => {
    expect(gateway.sentTo(evidenceOperations['evidence.page'])).toHaveLength(1);
  });
  await choose('Sara Núñez');
  expect(router.state.location.search).toBe('?repartidor=4');
  await waitFor(() => {
    expect(gateway.sentTo(evidenceOperations['evidence.page'])).toHaveLength(2);
  });
  await choose('Pedro Rojas');
  expect(router.state.location.search).toBe('?repartidor=3');
  // They may not list couriers and clients.
  for (const operation of [courierOperations['couriers.list'], orderOperations['orders.clients']])
    expect(gateway.sentTo(operation)).toEqual([]);
});

afterEach(() => {
  vi.restoreAllMocks();
});

/** The wall of an office with these photos. */
function setUp(photos: EvidenceOfOrder[], { path = '/images', modules = ['T02'], missing = () => ({}) } = {}) {
  // jsdom has no layout: the virtual list shows what fits into this height.
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(900);
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(600);
  const gateway = fakeGateway();
  markIn(aView({ charge: 'A', permissionsList: modules.map((module) => ({ module })) }));
  gateway.on(officeOperations['offices.list'], () => [{ id: 'LIMA', name: 'Lima', timeZone: 'America/Lima' }]);
  gateway.on(courierOperations['couriers.list'], () => []);
  gateway.on(orderOperations['orders.clients'], () => []);
  gateway.on(evidenceOperations['evidence.page'], () => ({ photos, next: null }));
  gateway.on(evidenceOperations['evidence.missing'], missing);
  const wall = (
    <TopBarSlotContext value={document.body}>
      <PhotoTools />
      <PhotoWall />
    </TopBarSlotContext>
  );
  return { gateway, ...renderInApp(wall, { path }) };
}

const bar = () => screen.queryByRole('region', { name: 'Fotos seleccionadas' });
const TICKET = {
  ticket: 't'.repeat(43),
  fileName: 'fotos-LIMA-2026-11-20.zip',
  photos: 3,
  orders: 3,
  expiresAt: '2026-11-20T15:01:00Z',
};

it('downloads the selected photos as a ZIP, and keeps the selection after a filter change', async () => {
  const { gateway, user, router } = setUp(['3', '4', '5', '6'].map((id) => photoOf(id, 'Pedro Rojas')));
  let isRefused = true;
  gateway.on(photoExportOperations['evidence.prepare'], () =>
    isRefused ? problem('unprocessable', { detail: 'Hoy le quedan 0.' }) : TICKET,
  );
  const boxes = await screen.findAllByRole('checkbox', { name: /^Seleccionar Entrega de D-/ });
  expect(bar()).toBeNull();
  const [first, , third] = boxes;
  if (first) await user.click(first);
  // Shift selects everything between.
  if (third) fireEvent.click(third, { shiftKey: true });
  expect(bar()?.textContent).toMatch(/^3 fotosde 3 órdenes/);
  await user.click(screen.getByRole('combobox', { name: 'Tipo' }));
  await user.click(await screen.findByRole('option', { name: 'Firma' }));
  expect(router.state.location.search).toBe('?tipo=firma');
  await user.click(screen.getByRole('button', { name: 'Descargar ZIP' }));
  expect((await within(bar() ?? document.body).findByRole('alert')).textContent).toBe('Hoy le quedan 0.');
  isRefused = false;
  const downloaded: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    downloaded.push(this.href);
  });
  await user.click(screen.getByRole('button', { name: 'Descargar ZIP' }));
  expect(await screen.findByText('La descarga empezó: fotos-LIMA-2026-11-20.zip')).toBeTruthy();
  expect(gateway.sentTo(photoExportOperations['evidence.prepare'])[1]?.body).toEqual({ photos: ['3', '4', '5'] });
  expect(downloaded).toEqual([expect.stringMatching(/\/api\/evidence\/exports\?officeId=LIMA&ticket=t{43}$/)]);
  await user.click(screen.getByRole('button', { name: 'Quitar la selección (Esc)' }));
  expect(bar()).toBeNull();
});

it('reports on a download only what concerns the selected photos', async () => {
  const { gateway, user } = setUp(['3', '4'].map((id) => photoOf(id, 'Pedro Rojas')));
  gateway.on(photoExportOperations['evidence.prepare'], () => TICKET);
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue(undefined);
  const [first, second] = await screen.findAllByRole('checkbox', { name: /^Seleccionar Entrega de D-/ });
  if (!first || !second) throw new Error('two photos are shown');
  await user.click(first);
  await user.click(screen.getByRole('button', { name: 'Descargar ZIP' }));
  expect(await screen.findByText(/^La descarga empezó/)).toBeTruthy();
  await user.click(second);
  expect(bar()?.textContent).toMatch(/^2 fotos/);
  expect(screen.queryByText(/^La descarga empezó/)).toBeNull();
});

const BY_ANA = { at: '2026-11-20T15:00:00Z', officeId: 'LIMA', actor: { username: 'ana', user: 'Ana Torres' } };

it('shows a photo that another user adds', async () => {
  const photos = [photoOf('3', 'Pedro Rojas')];
  setUp(photos);
  expect(await screen.findByRole('checkbox', { name: /^Seleccionar Entrega de D-3/ })).toBeTruthy();
  photos.push(photoOf('4', 'Pedro Rojas'));
  const order = { id: '4', code: 'D-4', evidence: 1 };
  const evidence = { id: '4', kind: 'entrega' as const };
  act(() => publishNews({ type: 'event', event: { type: 'evidence.added', ...BY_ANA, order, evidence } }));
  const box = await screen.findByRole('checkbox', { name: /^Seleccionar Entrega de D-4/ }, { timeout: 5000 });
  expect(box).toBeTruthy();
});

it('deselects a photo that somebody removes', async () => {
  const { user } = setUp(['3', '4'].map((id) => photoOf(id, 'Pedro Rojas')));
  await user.click(await screen.findByRole('checkbox', { name: /^Seleccionar las fotos del / }));
  expect(bar()?.textContent).toMatch(/^2 fotos/);
  act(() => {
    publishNews({
      type: 'event',
      event: {
        type: 'evidence.removed',
        ...BY_ANA,
        order: { id: '3', code: 'D-3', evidence: 0 },
        evidence: { id: '3', kind: 'entrega', takenAt: '2026-11-20T15:00:00Z', bytes: 1, sha256: 'a'.repeat(64) },
        why: 'Error de orden',
      },
    });
  });
  expect(bar()?.textContent).toMatch(/^1 foto/);
});

it('does not apply the kind of a photo to others dropped on its order', async () => {
  const { gateway, user } = setUp([{ ...photoOf('3', 'Pedro Rojas'), kind: 'firma' }], {
    path: '/images?vista=orden',
    modules: ['T02', 'U01'],
  });
  gateway.on(evidenceOperations['evidence.add'], () => aPhoto());
  const files = [new File(['x'], 'puerta.png', { type: 'image/png' })];
  const dataTransfer = { types: ['Files'], files, dropEffect: '' };
  const heading = await screen.findByRole('heading', { level: 2, name: /D-3/ });
  for (const type of ['dragover', 'drop'])
    fireEvent(heading, Object.assign(new Event(type, { bubbles: true, cancelable: true }), { dataTransfer }));
  await user.click(screen.getByRole('button', { name: 'Subir 1 foto' }));
  await waitFor(() => {
    expect(gateway.sentTo(evidenceOperations['evidence.add'])[0]?.query['kind']).toBe('entrega');
  });
});

it('selects at most 500 photos', async () => {
  const photos = Array.from({ length: 520 }, (_, at) => photoOf(String(at + 1), 'Pedro Rojas'));
  const { user } = setUp(photos);
  await user.click(await screen.findByRole('checkbox', { name: /^Seleccionar las fotos del / }));
  expect(bar()?.textContent).toMatch(/^500 fotosde 500 órdenesmáximo 500 por vez/);
});

it('shows the photos by order, and remembers that in the URL', async () => {
  const ofOrder = (id: string, order: string): EvidenceOfOrder => ({
    ...photoOf(id, 'Pedro Rojas'),
    order: { ...photoOf(order, '').order, id: order, code: `D-${order}` },
  });
  const { gateway, user, router } = setUp([ofOrder('3', '1'), ofOrder('4', '1'), ofOrder('5', '2')]);
  await user.click(await screen.findByRole('button', { name: 'Por orden' }));
  expect(router.state.location.search).toBe('?vista=orden');
  await waitFor(() => {
    expect(gateway.sentTo(evidenceOperations['evidence.page']).at(-1)?.query['vista']).toBe('orden');
  });
  expect((await screen.findAllByRole('heading', { level: 2 })).map(({ textContent }) => textContent)).toEqual([
    'D-1Elena Rojas',
    'D-2Elena Rojas',
  ]);
  await user.click(screen.getByRole('checkbox', { name: 'Seleccionar las fotos de D-1' }));
  expect(bar()?.textContent).toMatch(/^2 fotosde 1 orden/);
  // Adding photos needs the orders.
  expect(screen.queryByRole('button', { name: /^Subir fotos/ })).toBeNull();
});

it('lists what is missing, and uploads photos dropped on an order', async () => {
  const missing: MissingProof = {
    order: photoOf('9', '').order,
    courier: { id: '3', name: 'Pedro Rojas' },
    day: '2026-11-20',
    closedAt: '2026-11-20T20:00:00Z',
    missing: ['firma'],
    evidence: 1,
  };
  let orders = [missing];
  const { gateway, user } = setUp([], {
    path: '/images?vista=faltan',
    modules: ['T02', 'U01'],
    missing: () => ({ from: '2026-11-14', to: '2026-11-20', orders, next: null }),
  });
  gateway.on(evidenceOperations['evidence.add'], () => {
    orders = [];
    return aPhoto({ kind: 'firma' });
  });
  expect(await screen.findByText('Falta firma')).toBeTruthy();
  const files = [new File(['x'], 'firma.png', { type: 'image/png' })];
  const dataTransfer = { types: ['Files'], files, dropEffect: '' };
  for (const type of ['dragover', 'drop'])
    fireEvent(
      screen.getByText('Elena Rojas'),
      Object.assign(new Event(type, { bubbles: true, cancelable: true }), { dataTransfer }),
    );
  await user.click(screen.getByRole('button', { name: 'Subir 1 foto' }));
  expect(await screen.findByText('No falta ninguna foto')).toBeTruthy();
  const [sent] = gateway.sentTo(evidenceOperations['evidence.add']);
  // The missing kind is proposed.
  expect([sent?.path, sent?.query['kind']]).toEqual(['/api/orders/9/evidence', 'firma']);
});
