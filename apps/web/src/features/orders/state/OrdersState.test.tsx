import { districtOperations } from '@despacho/contracts/dispatch';
import { screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { aView } from '#test/a-view.ts';
import { fakeGateway, problem } from '#test/fake-gateway.ts';
import { renderInApp } from '#test/render.tsx';
import { useNearProvince } from '#shared/districts/districts-query.ts';
import { markIn } from '#features/session/state/session-store.ts';
import { OrdersState } from './OrdersState.tsx';

vi.mock(import('#shared/districts/districts.ts'), async (original) => ({
  ...(await original()),
  useHasDistricts: () => false,
}));

const Orders = () => `Cerca de ${useNearProvince('LIMA') ?? 'nadie'}`;

it('shows orders without districts if these cannot be loaded, without retrying forever', async () => {
  const gateway = fakeGateway();
  gateway.on(districtOperations['districts.list'], () => problem('not-found'));
  markIn(aView());
  const { client } = renderInApp(
    <OrdersState>
      <Orders />
    </OrdersState>,
  );
  expect(await screen.findByText('Cerca de nadie')).toBeTruthy();
  await waitFor(() => {
    expect(client.isFetching()).toBe(0);
  });
  await new Promise((resolve) => setTimeout(resolve, 50));
  // For the screen and its content.
  expect(gateway.sentTo(districtOperations['districts.list'])).toHaveLength(2);
  expect(screen.getByText('Cerca de nadie')).toBeTruthy();
});
