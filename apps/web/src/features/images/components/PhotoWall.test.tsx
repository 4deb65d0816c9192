import { officeOperations } from '@despacho/contracts';
import {
  type EvidenceOfOrder,
  courierOperations,
  evidenceOperations,
  orderOperations,
} from '@despacho/contracts/dispatch';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { aPhoto } from '../../../../test/a-photo.ts';
import { aView } from '../../../../test/a-view.ts';
import { fakeGateway } from '../../../../test/fake-gateway.ts';
import { renderInApp } from '../../../../test/render.tsx';
import { markIn } from '../../session/state/session-store.ts';
import { PhotoWall } from './PhotoWall.tsx';

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
  const couriers = await screen.findByRole('combobox', { name: 'Repartidor' });
  const choose = async (name: string) => {
    await user.click(couriers);
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
