import {
  configOperations,
  factorOperations,
  providerOperations,
  type ProviderLinkView,
  sessionOperations,
} from '@despacho/contracts';
import { providerLinkOperations } from '@despacho/contracts/dispatch';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { MAIN_ID } from '#shared/hooks/main-panel.ts';
import { aView } from '#test/a-view.ts';
import { NO_FACTOR } from '#test/a-factor.ts';
import { fakeGateway, problem } from '#test/fake-gateway.ts';
import { renderInApp } from '#test/render.tsx';
import { signOut } from '../state/session.ts';
import { markIn } from '../state/session-store.ts';
import { CompanyAccount } from './CompanyAccount.tsx';
import { PasswordLinkButton } from './PasswordLinkButton.tsx';
import { SignInForm } from './SignInForm.tsx';

const AWAY = 'https://acme.test/authorize?state=s';
const ENTER = { name: 'Ingresar con la cuenta de su empresa' };
const START = providerOperations['provider.start'];
const OFF: ProviderLinkView = { label: 'Cuenta de Acme', since: null, hasPassword: true };
const ON: ProviderLinkView = { ...OFF, since: '2026-11-20T15:00:00.000Z' };

let gateway: ReturnType<typeof fakeGateway>;
let assign: ReturnType<typeof vi.fn>;
beforeEach(() => {
  gateway = fakeGateway();
  gateway.on(configOperations['config.read'], () => ({
    provider: 'Despacho',
    version: '1',
    sections: { operations: true, directory: true, tiles: false, storage: false },
    streets: null,
    attribution: null,
  }));
  gateway.on(START, () => ({ provider: { label: 'Cuenta de Acme', url: AWAY } }));
  assign = vi.fn();
  const { href, origin, pathname } = location;
  vi.stubGlobal('location', { href, origin, pathname, hash: '', search: '?volver=%2Fclients%3Fq%3Da', assign });
});

function showForm(over = {}) {
  document.documentElement.dataset['provider'] = '';
  onTestFinished(() => void delete document.documentElement.dataset['provider']);
  return renderInApp(<SignInForm onSignedIn={vi.fn()} {...over} />);
}
const sucursal = () => screen.getByLabelText<HTMLInputElement>('Sucursal');
const stored = () => sessionStorage.getItem('despacho.provider');

it('offers the account of the company only where the gateway says so', () => {
  const { unmount } = renderInApp(<SignInForm onSignedIn={vi.fn()} />);
  expect(screen.queryByRole('button', ENTER)).toBeNull();
  unmount();
  showForm();
  expect(screen.getByRole('button', ENTER)).toBeTruthy();
});

it('requires the branch, then leaves for its provider and remembers where to return', async () => {
  const { user } = showForm();
  await user.click(screen.getByRole('button', ENTER));
  expect(await screen.findAllByText('Escriba su sucursal')).toHaveLength(1);
  expect([document.activeElement, screen.queryByText('Escriba su usuario')]).toEqual([sucursal(), null]);
  expect(gateway.sent).toEqual([]);

  await user.type(sucursal(), 'LIMA');
  await user.click(screen.getByRole('button', ENTER));
  await waitFor(() => expect(assign.mock.calls).toEqual([[AWAY]]));
  expect(gateway.sentTo(START).map(({ body }) => body)).toEqual([{ sucursal: 'LIMA' }]);
  expect(JSON.parse(stored() ?? '')).toEqual({ purpose: 'sign-in', returnTo: '/clients?q=a' });
  expect(localStorage.getItem('despacho.sucursal')).toBe('LIMA');
});

it('requests a new sign-in at the provider after a sign-out', async () => {
  gateway.on(sessionOperations['session.logout'], () => undefined);
  const { user } = showForm();
  markIn(aView());
  await signOut();
  await user.type(sucursal(), 'LIMA');
  for (let turn = 1; turn < 3; turn += 1) {
    await user.click(screen.getByRole('button', ENTER));
    await waitFor(() => expect(assign).toHaveBeenCalledTimes(turn));
  }
  expect(gateway.sentTo(START).map(({ body }) => body)).toEqual(
    Array(2).fill({ sucursal: 'LIMA', reauthenticate: true }),
  );
});

it('says that a branch signs in with a password, and shows an outage', async () => {
  gateway.on(START, () => ({ provider: null }));
  const { user } = showForm();
  await user.type(sucursal(), 'LIMA');
  await user.click(screen.getByRole('button', ENTER));
  expect(await screen.findByText(/Con esta sucursal se ingresa con usuario y contraseña/)).toBeTruthy();
  gateway.on(START, () => problem('unavailable', { detail: 'La página de ingreso de su empresa no responde ahora' }));
  await user.click(screen.getByRole('button', ENTER));
  expect(await screen.findByText('La página de ingreso de su empresa no responde ahora.')).toBeTruthy();
  expect([assign.mock.calls, stored()]).toEqual([[], null]);
});

it('signs in in another tab if the form is over a page', async () => {
  const tab = { close: vi.fn(), location: { replace: vi.fn() }, sessionStorage: { setItem: vi.fn() } };
  vi.stubGlobal('open', () => tab);
  const { user } = showForm({ over: aView() });
  await user.click(screen.getByRole('button', ENTER));
  expect(await screen.findByText(/Ingrese en la otra pestaña/)).toBeTruthy();
  expect([assign.mock.calls, tab.location.replace.mock.calls, tab.close.mock.calls]).toEqual([[], [[AWAY]], []]);
  expect(tab.sessionStorage.setItem.mock.calls).toEqual([['despacho.provider', '{"purpose":"tab"}']]);
  gateway.on(START, () => ({ provider: null }));
  await user.click(screen.getByRole('button', ENTER));
  await waitFor(() => expect(tab.close).toHaveBeenCalledOnce());
  vi.stubGlobal('open', () => null);
  await user.click(screen.getByRole('button', ENTER));
  expect(await screen.findByText(/no dejó abrir otra pestaña/)).toBeTruthy();
});

it('S6: links an account that has a second factor', async () => {
  markIn(aView());
  gateway.on(providerOperations['provider.read'], () => OFF);
  gateway.on(factorOperations['factor.read'], () => NO_FACTOR);
  const { unmount } = renderInApp(<CompanyAccount onChanged={vi.fn()} />);
  expect(await screen.findByText('Para vincularla, active primero el segundo paso.')).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
  unmount();

  gateway.on(factorOperations['factor.read'], () => ({ ...NO_FACTOR, since: '2026-11-20T15:00:00.000Z' }));
  gateway.on(providerOperations['provider.link'], () => ({ url: AWAY }));
  const { user } = renderInApp(<CompanyAccount onChanged={vi.fn()} />);
  await user.click(await screen.findByRole('button', { name: 'Vincular' }));
  await waitFor(() => expect(assign.mock.calls).toEqual([[AWAY]]));
  expect(stored()).toBe('{"purpose":"link"}');
});

it('unlinks after a confirmation, and says why not without a password', async () => {
  markIn(aView());
  gateway.on(providerOperations['provider.read'], () => ({ ...ON, hasPassword: false }));
  const { unmount } = renderInApp(<CompanyAccount onChanged={vi.fn()} />);
  expect(await screen.findByText(/No la puede desvincular, porque no tiene contraseña/)).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
  unmount();

  let view: ProviderLinkView = ON;
  gateway.on(providerOperations['provider.read'], () => view);
  gateway.on(factorOperations['factor.read'], () => NO_FACTOR);
  gateway.on(providerOperations['provider.unlink'], () => {
    view = OFF;
    return { ended: 1 };
  });
  const onChanged = vi.fn();
  const { user } = renderInApp(
    <main id={MAIN_ID} tabIndex={-1}>
      <CompanyAccount onChanged={onChanged} />
    </main>,
  );
  await user.click(await screen.findByRole('button', { name: 'Desvincular' }));
  const dialog = await screen.findByRole('dialog', { name: '¿Desvincular la cuenta de su empresa?' });
  expect(gateway.sentTo(providerOperations['provider.unlink'])).toEqual([]);
  fireEvent.click(within(dialog).getByRole('button', { name: 'Desvincular' }));
  expect(await screen.findByText(/Si la vincula/)).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('main')));
  expect(onChanged).toHaveBeenCalledOnce();
});

it('shows nothing where the company has no provider', async () => {
  markIn(aView());
  gateway.on(providerOperations['provider.read'], () => ({ ...OFF, label: null }));
  renderInApp(<CompanyAccount onChanged={vi.fn()} />);
  await waitFor(() => expect(gateway.sentTo(providerOperations['provider.read'])).toHaveLength(1));
  expect(screen.queryByText('Cuenta de su empresa')).toBeNull();
});

it('shows an invitation once, with its address', async () => {
  markIn(aView());
  const fragment = 'a'.repeat(43);
  gateway.on(providerLinkOperations['people.inviteProvider'], () => ({
    fragment,
    username: 'eva',
    user: 'Eva Ríos',
    expiresAt: '2026-11-26T23:00:00.000Z',
  }));
  const { user } = renderInApp(
    <PasswordLinkButton use="provider" officeId="LIMA" person={{ id: '7', name: 'Eva Ríos' }} />,
  );
  await user.click(screen.getByRole('button', { name: 'Invitar con la cuenta de la empresa a Eva Ríos' }));
  await user.click(await screen.findByRole('button', { name: 'Crear enlace' }));
  const address = await screen.findByLabelText<HTMLInputElement>('Dirección del enlace');
  expect(address.value).toBe(new URL(`entrar/proveedor#${fragment}`, document.baseURI).href);
});
