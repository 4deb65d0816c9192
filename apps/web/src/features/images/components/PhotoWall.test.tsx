import { officeOperations } from '@despacho/contracts';
import {
  type EvidenceOfOrder,
  courierOperations,
  evidenceOperations,
  orderOperations,
} from '@despacho/contracts/dispatch';
import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
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
