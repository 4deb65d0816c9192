import { type OwnSession, providerOperations, sessionOperations } from '@despacho/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { aView } from '#test/a-view.ts';
import { fakeGateway, problem } from '#test/fake-gateway.ts';
import { renderInApp } from '#test/render.tsx';
import { markIn } from '#features/session/state/session-store.ts';
import { Component as SessionsScreen } from './SessionsScreen.tsx';

const here: OwnSession = {
  id: 'here',
  device: 'Firefox en Windows',
  place: 'Red interna',
  address: '10.0.0.1',
  startedAt: '2026-11-20T12:00:00.000Z',
  usedAt: '2026-11-20T12:00:00.000Z',
  endsAt: '2026-11-21T00:00:00.000Z',
  current: true,
};
const phone: OwnSession = { ...here, id: 'phone', device: 'Chrome en Android', current: false };

let gateway: ReturnType<typeof fakeGateway>;
beforeEach(() => {
  gateway = fakeGateway();
  markIn(aView());
});

const list = () => screen.findByRole('list', { name: 'Sesiones abiertas' });

it('G7: keeps and reports a session that could not be ended, and ends it on retry', async () => {
  let open = [here, phone];
  gateway.on(sessionOperations['sessions.list'], () => ({ sessions: open }));
  gateway.on(sessionOperations['sessions.end'], () => problem('upstream-failed'));
  const { user } = renderInApp(<SessionsScreen />);
  const end = async () => {
    await user.click(await screen.findByRole('button', { name: /^Cerrar la sesión de Chrome en Android/ }));
    await user.click(await screen.findByRole('button', { name: 'Cerrar esa sesión' }));
  };
  await end();
  expect((await screen.findByText(/El servicio tuvo un error/)).getAttribute('role')).toBe('alert');
  expect(within(await list()).getByText('Chrome en Android')).toBeTruthy();

  gateway.on(sessionOperations['sessions.end'], () => {
    open = [here];
    return null;
  });
  await end();
  await waitFor(() => {
    expect(screen.queryByText('Chrome en Android')).toBeNull();
  });
});

it('G7: reports a list that does not load and offers a retry', async () => {
  gateway.on(sessionOperations['sessions.list'], () => problem('upstream-failed'));
  const { user } = renderInApp(<SessionsScreen />);
  const retry = await screen.findByRole('button', { name: 'Reintentar' });
  gateway.on(sessionOperations['sessions.list'], () => ({ sessions: [here] }));
  await user.click(retry);
  expect(within(await list()).getByText('Esta sesión')).toBeTruthy();
});

it('asks again at once after a «Cancelar», also while the list does not answer', async () => {
  gateway.on(sessionOperations['sessions.list'], () => ({ sessions: [here, phone] }));
  const { user } = renderInApp(<SessionsScreen />);
  const endAll = await screen.findByRole('button', { name: 'Cerrar la otra' });
  const answer = Promise.withResolvers<object>();
  gateway.on(sessionOperations['sessions.list'], () => answer.promise);
  await user.click(endAll);
  await user.click(await screen.findByRole('button', { name: 'Cancelar' }));
  await waitFor(() => {
    expect(screen.queryByRole('dialog')).toBeNull();
  });
  await user.click(endAll);
  expect(await screen.findByRole('dialog', { name: '¿Cerrar la otra sesión?' })).toBeTruthy();
  answer.resolve({ sessions: [here, phone] });
});

it('stops saying that the account was linked once it is unlinked', async () => {
  let since: string | null = '2026-11-20T12:00:00.000Z';
  gateway.on(sessionOperations['sessions.list'], () => ({ sessions: [here] }));
  gateway.on(providerOperations['provider.read'], () => ({ label: 'Andino', since, hasPassword: true }));
  const { router, client } = renderInApp(<SessionsScreen />);
  await router.navigate('/sesiones', { state: { linked: true } });
  expect(await screen.findByText(/^Listo: su cuenta quedó vinculada/)).toBeTruthy();
  since = null;
  await client.invalidateQueries();
  await waitFor(() => expect(screen.queryByText(/^Listo/)).toBeNull());
});
