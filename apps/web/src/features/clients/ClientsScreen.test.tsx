import { clientOperations, configOperations } from '@despacho/contracts';
import { act, screen } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { aView } from '#test/a-view.ts';
import { fakeGateway, problem } from '#test/fake-gateway.ts';
import { renderInApp } from '#test/render.tsx';
import { markIn } from '#features/session/state/session-store.ts';
import { Component as ClientsScreen } from './ClientsScreen.tsx';

const CLIENTS = clientOperations['clients.list'];

const CONFIG = {
  provider: 'Prueba',
  version: '1',
  sections: { operations: true, directory: true, tiles: false, storage: false },
  streets: null,
  attribution: null,
};

beforeEach(() => markIn(aView({ permissionsList: [{ module: '000' }] })));

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

describe('writing clients', () => {
  const configOf = (directory: boolean) => ({ ...CONFIG, sections: { ...CONFIG.sections, directory } });
  const open = (view: Parameters<typeof aView>[0], config: () => unknown = () => configOf(true)) => {
    const gateway = fakeGateway();
    gateway.on(configOperations['config.read'], config);
    gateway.on(CLIENTS, () => []);
    markIn(aView(view));
    // The buttons are in the top bar, which tests do not have; the empty list names what they do.
    return renderInApp(<ClientsScreen />);
  };
  const both = [{ module: '000' }, { module: 'U01' }];

  it('is offered to those with 000 and U01, or charge S', async () => {
    const { user } = open({ permissionsList: both });
    expect(await screen.findByText(/Cree el primero/)).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Importar de un archivo' })).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Crear un cliente' }));
    expect(await screen.findByRole('dialog', { name: 'Nuevo cliente' })).toBeTruthy();
  });

  it('is offered before the configuration is known', async () => {
    const answer = Promise.withResolvers<object>();
    open({ permissionsList: both }, () => answer.promise);
    expect(await screen.findByText(/Cree el primero/)).toBeTruthy();
    // A request that never ends would keep the loading bar of later tests busy.
    await act(async () => {
      answer.resolve(configOf(true));
      await answer.promise;
    });
  });

  it('is not offered to those with 000 alone', async () => {
    open({ charge: 'A', permissionsList: [{ module: '000' }] });
    expect(await screen.findByText(/Pídalo a quien administra su oficina/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: /Crear|Importar/ })).toBeNull();
  });

  it('is not offered with a foreign host, and the screen says where clients are kept', async () => {
    open({ permissionsList: both }, () => configOf(false));
    expect(await screen.findByText(/se guardan en otro sistema/)).toBeTruthy();
    expect(screen.getByText(/cuando su empresa los registre en su otro sistema/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: /Crear|Importar/ })).toBeNull();
  });
});
