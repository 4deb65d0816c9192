import { clientOperations } from '@despacho/contracts';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { fakeGateway, problem } from '#test/fake-gateway.ts';
import { renderInApp } from '#test/render.tsx';
import { Component as ClientsScreen } from './ClientsScreen.tsx';

const CLIENTS = clientOperations['clients.list'];

it('S32: shows unknown columns if there are no others', async () => {
  fakeGateway().on(CLIENTS, () => [{ id: '1', cod_cli: 'K-7', des_cli: 'Foránea', ruta: 'Norte' }]);
  renderInApp(<ClientsScreen />);
  // A list without a height draws its headers alone.
  for (const name of [/Cod cli/, /Des cli/, /Ruta/])
    expect(await screen.findByRole('columnheader', { name })).toBeTruthy();
});

it('S36: a failed list shows the problem and its reference', async () => {
  fakeGateway().on(CLIENTS, () => problem('upstream-failed', { requestId: 'r-77' }));
  renderInApp(<ClientsScreen />);
  const failure = await screen.findByRole('alert');
  expect(failure.textContent).toContain('El servicio tuvo un error');
  expect(failure.textContent).toContain('Referencia: r-77');
});
