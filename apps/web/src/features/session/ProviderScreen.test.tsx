import { PROVIDER_PAGE, providerOperations, sessionOperations } from '@despacho/contracts';
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import { StrictMode } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { paths } from '#shared/paths.ts';
import { aView } from '#test/a-view.ts';
import { fakeGateway, problem } from '#test/fake-gateway.ts';
import { Component, loader } from './ProviderScreen.tsx';
import { markIn, markUnknown, sessionState } from './state/session-store.ts';
import { subscribeTabs } from './state/tabs.ts';

const FINISH = providerOperations['provider.finish'];
const START = providerOperations['provider.start'];
const SECRET = 'a'.repeat(43);

let gateway: ReturnType<typeof fakeGateway>;
let state = 0;
beforeEach(() => {
  gateway = fakeGateway();
  gateway.on(sessionOperations['session.read'], () => problem('no-session'));
  gateway.on(FINISH, () => ({ done: 'signed-in', session: aView() }));
  markUnknown();
  // Each is sent once in a document.
  state += 1;
});

const began = (purpose: string, returnTo?: string): void =>
  sessionStorage.setItem('despacho.provider', JSON.stringify({ purpose, returnTo }));
const answer = (more: Record<string, string> = { code: 'c' }): string =>
  `?${new URLSearchParams({ state: `s${state}`, iss: 'https://acme.test', ...more }).toString()}`;

async function openPage(rest: string) {
  const other = ({ pathname, search }: Location | { pathname: string; search: string }) => `${pathname}${search}`;
  const router = createMemoryRouter(
    [
      { path: paths.provider, Component, loader, HydrateFallback: () => null },
      { path: '*', element: <p>elsewhere</p> },
    ],
    { initialEntries: [`${paths.provider}${rest}`] },
  );
  render(
    <StrictMode>
      <RouterProvider router={router} />
    </StrictMode>,
  );
  await waitFor(() => expect(router.state.initialized).toBe(true));
  return { router, address: () => other(router.state.location) };
}
const title = (name: string) => screen.findByRole('heading', { name });
const bodies = () => gateway.sentTo(FINISH).map(({ body }) => body);

it('has the address that the gateway names to the provider', () => {
  expect(paths.provider).toBe(PROVIDER_PAGE);
});

it('removes the code and the secret from the address before anything else', async () => {
  history.replaceState({ idx: 0 }, '', `${PROVIDER_PAGE}?code=c&state=s#${SECRET}`);
  vi.resetModules();
  await import('./ProviderScreen.tsx');
  expect([location.pathname + location.search + location.hash, history.state]).toEqual([PROVIDER_PAGE, { idx: 0 }]);
});

it('signs in once and returns to the previous page', async () => {
  began('sign-in', '/clients?q=a');
  const { address } = await openPage(answer({ code: 'c', session_state: 'x' }));
  await waitFor(() => expect(address()).toBe('/clients?q=a'));
  expect(bodies()).toEqual([{ state: `s${state}`, iss: 'https://acme.test', code: 'c' }]);
  expect([sessionState().status, sessionStorage.getItem('despacho.provider')]).toEqual(['in', null]);
  // The token comes first.
  expect(gateway.sent.map(({ path }) => path)).toEqual(['/api/auth/session', '/api/auth/provider/finish']);
});

it.each(['//evil.test/', 'https://evil.test/', '/auth/logout', '/entrar/proveedor'])(
  'S10: never returns to %s',
  async (back) => {
    began('sign-in', back);
    const { address } = await openPage(answer());
    await waitFor(() => expect(address()).toBe('/map'));
  },
);

it.each(['factor-due', 'factor-missing'] as const)('continues on the sign-in page after %s', async (kind) => {
  began('sign-in', '/clients');
  gateway.on(FINISH, () => problem(kind));
  gateway.on(sessionOperations['session.read'], () => problem(kind));
  const { address } = await openPage(answer());
  await waitFor(() => expect(address()).toBe('/auth/login?volver=%2Fclients'));
});

it('returns to «Mis sesiones» after linking', async () => {
  began('link');
  markIn(aView());
  gateway.on(FINISH, () => ({ done: 'linked', session: aView() }));
  const { router, address } = await openPage(answer());
  await waitFor(() => expect(address()).toBe('/sesiones'));
  expect(router.state.location.state).toEqual({ linked: true });
});

it('signs in as the invited person, also where somebody else is signed in', async () => {
  began('invitation');
  markIn(aView());
  gateway.on(FINISH, () => ({ done: 'linked', session: aView({ username: 'eva' }) }));
  const { address } = await openPage(answer());
  await waitFor(() => expect(address()).toBe('/sesiones'));
  expect(sessionState()).toMatchObject({ status: 'in', view: { username: 'eva' } });
});

it('reports a proof to the other tabs, and says where to continue', async () => {
  began('tab');
  markIn(aView());
  const heard = vi.fn();
  const other = new BroadcastChannel('despacho.session');
  other.addEventListener('message', ({ data }) => void heard(data));
  gateway.on(FINISH, () => ({ done: 'proved', session: aView() }));
  await openPage(answer());
  expect(await title('Listo')).toBeTruthy();
  await waitFor(() => expect(heard).toHaveBeenCalledWith({ type: 'proved', person: '["LIMA","ana.torres"]' }));
  other.close();
  subscribeTabs(() => undefined)();
});

it('says that access was denied, and offers to start again', async () => {
  began('sign-in', '/clients');
  gateway.on(FINISH, () => problem('unprocessable', { detail: 'No se pudo confirmar quién es' }));
  await openPage(answer({ error: 'access_denied' }));
  expect(await title('No se pudo ingresar')).toBeTruthy();
  expect(screen.getByText(/no dio el acceso, o usted lo canceló/)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Volver al ingreso' }).getAttribute('href')).toBe(
    '/auth/login?volver=%2Fclients',
  );
  expect(bodies()).toEqual([{ state: `s${state}`, iss: 'https://acme.test', error: 'access_denied' }]);
});

it.each([
  ['link', 'La cuenta no quedó vinculada', 'Volver a Mis sesiones'],
  ['invitation', 'La cuenta no quedó vinculada', undefined],
  ['tab', 'No se pudo confirmar que es usted', undefined],
])('says what to do after a refusal of %s', async (what, heading, again) => {
  began(what);
  gateway.on(FINISH, () => problem('unprocessable', { detail: 'No se pudo confirmar quién es' }));
  await openPage(answer());
  expect(await title(heading)).toBeTruthy();
  expect(screen.getByText('No se pudo confirmar quién es.')).toBeTruthy();
  expect(screen.queryByRole('link')?.textContent).toBe(again);
});

it('sends it again after an outage', async () => {
  gateway.on(FINISH, () => problem('unavailable', { detail: 'La página de ingreso de su empresa no responde ahora' }));
  const { address } = await openPage(answer());
  const again = await screen.findByRole('button', { name: 'Reintentar' });
  gateway.on(FINISH, () => ({ done: 'signed-in', session: aView() }));
  act(() => again.click());
  await waitFor(() => expect(address()).toBe('/map'));
  expect(bodies()).toHaveLength(2);
});

it.each(['', '?code=c', `?code=c&state=${'s'.repeat(201)}`])(
  'sends nothing for an address that no provider opened: %j',
  async (rest) => {
    await openPage(rest);
    expect(await title('Empiece otra vez')).toBeTruthy();
    expect(bodies()).toEqual([]);
  },
);

it('offers a way on to a signed-in user who reloads the page', async () => {
  gateway.on(sessionOperations['session.read'], () => aView());
  await openPage('');
  expect(await title('Ya ingresó')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Ir a Despacho' }).getAttribute('href')).toBe('/map');
});

it('sends an answer only once, also if the page is opened again', async () => {
  const first = await openPage(answer());
  await waitFor(() => expect(first.address()).toBe('/map'));
  expect(await screen.findByText('elsewhere')).toBeTruthy();
  await act(() => first.router.navigate(`${paths.provider}${answer()}`));
  expect(await title('Ya ingresó')).toBeTruthy();
  expect(bodies()).toHaveLength(1);
});

const invite = (): void =>
  gateway.on(START, () => ({
    provider: { label: 'Cuenta de Acme', url: 'https://acme.test/authorize', user: 'Eva Ríos' },
  }));
const press = async (name: string): Promise<void> => {
  const button = await screen.findByRole('button', { name });
  act(() => button.click());
};
const CONTINUE = 'Continuar con la cuenta de su empresa';

it('shows whose invitation it is before it opens the provider', async () => {
  const assign = vi.fn();
  const { href, origin, pathname } = location;
  vi.stubGlobal('location', { href, origin, pathname, hash: '', search: '', assign });
  invite();
  const { router } = await openPage(`#${SECRET}`);
  expect((await screen.findByText('Eva Ríos')).closest('p')?.textContent).toMatch(/solo para Eva Ríos y sirve una vez/);
  expect(assign).not.toHaveBeenCalled();
  await press(CONTINUE);
  await waitFor(() => expect(assign.mock.calls).toEqual([['https://acme.test/authorize']]));
  // Once to show it, and again when it is used.
  expect(gateway.sentTo(START).map(({ body }) => body)).toEqual([{ invitation: SECRET }, { invitation: SECRET }]);
  expect(sessionStorage.getItem('despacho.provider')).toBe('{"purpose":"invitation"}');

  gateway.on(START, () => ({ provider: null }));
  await press(CONTINUE);
  expect(await title('Este enlace ya no sirve, o está incompleto')).toBe(document.activeElement);
  invite();
  await act(() => router.navigate({ hash: 'b'.repeat(43) }));
  expect(await title('Ingrese con la cuenta de su empresa')).toBeTruthy();
});

it('offers to sign out before an invitation, where somebody is signed in', async () => {
  invite();
  markIn(aView());
  gateway.on(sessionOperations['session.logout'], () => problem('unavailable', { detail: 'Ahora no se puede' }));
  await openPage(`#${SECRET}`);
  expect(await title('En este navegador ya ingresó alguien')).toBeTruthy();
  await press('Salir y continuar');
  expect(await screen.findByText(/Ahora no se puede/)).toBeTruthy();
  expect(gateway.sentTo(START)).toEqual([]);
  gateway.on(sessionOperations['session.logout'], () => undefined);
  await press('Salir y continuar');
  expect(await title('Ingrese con la cuenta de su empresa')).toBe(document.activeElement);
  expect(await screen.findByText('Eva Ríos')).toBeTruthy();
});

it('requests a new sign-in at the provider after a refusal, until one succeeds', async () => {
  document.documentElement.dataset['provider'] = '';
  onTestFinished(() => void delete document.documentElement.dataset['provider']);
  const asks = (): string | null => localStorage.getItem('despacho.reauthenticate');
  gateway.on(FINISH, () => problem('unprocessable'));
  await openPage(answer());
  expect(await title('No se pudo ingresar')).toBe(document.activeElement);
  expect(asks()).toBe('yes');
  cleanup();
  state += 1;
  gateway.on(FINISH, () => ({ done: 'signed-in', session: aView() }));
  const { address } = await openPage(answer());
  await waitFor(() => expect(address()).toBe('/map'));
  expect(asks()).toBeNull();
});
