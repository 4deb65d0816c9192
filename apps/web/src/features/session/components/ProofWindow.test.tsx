import { factorOperations, permissionOperations, providerOperations, sessionOperations } from '@despacho/contracts';
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { MAIN_ID } from '#shared/hooks/main-panel.ts';
import { aView } from '#test/a-view.ts';
import { NO_FACTOR, WITH_FACTOR } from '#test/a-factor.ts';
import { fakeGateway, problem, type Sent } from '#test/fake-gateway.ts';
import { renderInApp } from '#test/render.tsx';
import { call } from '#shared/http/call.ts';
import { markIn, markOut } from '../state/session-store.ts';
import { SessionWindows } from './SessionWindows.tsx';

const UNDONE = 'No se hizo, porque no confirmó que es usted';
const LINKED = { label: 'Cuenta de Acme', since: '2026-11-20T15:00:00.000Z' };
const UPDATE = permissionOperations['permissions.update'];
const PROVE = factorOperations['session.prove'];

let gateway: ReturnType<typeof fakeGateway>;
let isProved: boolean;
beforeEach(() => {
  gateway = fakeGateway();
  isProved = false;
  gateway.on(UPDATE, () => (isProved ? {} : problem('proof-due', { detail: UNDONE })));
  gateway.on(factorOperations['factor.read'], () => NO_FACTOR);
  gateway.on(providerOperations['provider.read'], () => ({ ...LINKED, hasPassword: true }));
  gateway.on(PROVE, () => {
    isProved = true;
    return aView();
  });
  markIn(aView());
});

const write = (id: string) =>
  call(UPDATE, { params: { id }, body: { permissionsList: [] }, idempotencyKey: `clave-${id}` }).then(
    () => 'done',
    (error: unknown) => (error as { problem?: { detail?: string } }).problem?.detail,
  );
const sentAs = ({ path, body, headers }: Sent) => [path, body, headers['Idempotency-Key']];
const press = async (user: ReturnType<typeof renderInApp>['user'], name: string) =>
  user.click(await screen.findByRole('button', { name }));

it('G45: repeats the refused writes once after the password, with the same keys', async () => {
  // Not about to end.
  const endsAt = new Date(Date.now() + 6 * 3_600_000).toISOString();
  const view = aView({ endsAt, idleEndsAt: endsAt });
  markIn(view);
  gateway.on(PROVE, () => {
    isProved = true;
    return view;
  });
  const { user } = renderInApp(
    <>
      <main id={MAIN_ID} tabIndex={-1} />
      <SessionWindows />
    </>,
  );
  const done = Promise.all([write('7'), write('8')]);
  await user.type(await screen.findByLabelText('Contraseña'), 'mi contraseña');
  await user.dblClick(screen.getByRole('button', { name: 'Confirmar' }));
  expect(await done).toEqual(['done', 'done']);
  expect(gateway.sentTo(PROVE).map(({ body }) => body)).toEqual([{ current: 'mi contraseña' }]);
  const [one, two, ...again] = gateway.sentTo(UPDATE).map(sentAs);
  expect(again).toEqual([one, two]);
  expect(screen.queryByRole('dialog')).toBeNull();
  await waitFor(() => expect(screen.getByRole('main')).toBe(document.activeElement));
});

it('G45: asks for a code with a second factor, or a recovery code, and shows what is wrong', async () => {
  gateway.on(factorOperations['factor.read'], () => WITH_FACTOR);
  gateway.on(PROVE, () => problem('unprocessable', { errors: [{ field: 'code', message: 'No sirve' }] }));
  const { user } = renderInApp(<SessionWindows />);
  const done = write('7');
  await press(user, 'Confirmar');
  expect(await screen.findByText('Escriba el código')).toBeTruthy();
  const field = await screen.findByLabelText<HTMLInputElement>('Código de 6 números');
  expect([field, field.autocomplete]).toEqual([document.activeElement, 'one-time-code']);
  await user.type(field, '123456{Enter}');
  expect(await screen.findByText('No sirve')).toBeTruthy();
  gateway.on(PROVE, () => {
    isProved = true;
    return aView();
  });
  await press(user, 'No tengo mi celular');
  await user.type(await screen.findByLabelText('Código de recuperación'), ' ABCD-EFGH {Enter}');
  expect(await done).toBe('done');
  expect(gateway.sentTo(PROVE).map(({ body }) => body)).toEqual([{ code: '123456' }, { code: 'ABCD-EFGH' }]);
});

it('G45: leaves the write undone after Esc, and says so; the next one asks again', async () => {
  const { user } = renderInApp(<SessionWindows />);
  const undone = write('7');
  await user.type(await screen.findByLabelText('Contraseña'), 'mi');
  screen.getByRole('dialog').dispatchEvent(new Event('cancel', { cancelable: true }));
  expect(await undone).toBe(UNDONE);
  await waitFor(() => expect(document.querySelector('[data-announcer]')?.textContent).toBe(UNDONE));
  expect([gateway.sentTo(PROVE).length, gateway.sentTo(UPDATE).length]).toEqual([0, 1]);
  const again = write('7');
  expect((await screen.findByLabelText<HTMLInputElement>('Contraseña')).value).toBe('');
  await press(user, 'Cancelar');
  expect(await again).toBe(UNDONE);
});

it('G45: never repeats the write as somebody else', async () => {
  gateway.on(PROVE, () => {
    isProved = true;
    return aView({ username: 'otra' });
  });
  const { user } = renderInApp(<SessionWindows />);
  const undone = write('7');
  await user.type(await screen.findByLabelText('Contraseña'), 'de otra{Enter}');
  expect(await undone).toBe(UNDONE);
  expect(gateway.sentTo(UPDATE)).toHaveLength(1);
});

it('G45: accepts a new sign-in of the same person as the proof', async () => {
  gateway.on(sessionOperations['session.read'], () => problem('session-ended'));
  renderInApp(<SessionWindows />);
  const done = write('7');
  await screen.findByLabelText('Contraseña');
  markOut({ ended: true });
  expect(await screen.findByRole('dialog', { name: 'Su sesión terminó' })).toBeTruthy();
  isProved = true;
  markIn(aView());
  expect(await done).toBe('done');
});

describe('G45: somebody without password and second factor', () => {
  const tab = { close: vi.fn(), location: { replace: vi.fn() }, sessionStorage: { setItem: vi.fn() } };
  const OPEN = { name: 'Abrir la página de su empresa' };
  beforeEach(() => {
    vi.clearAllMocks();
    vi.stubGlobal('open', () => tab);
    gateway.on(providerOperations['provider.read'], () => ({ ...LINKED, hasPassword: false }));
    gateway.on(providerOperations['provider.prove'], () => ({ url: 'https://acme.test/authorize' }));
  });
  /** The message of the provider's tab. */
  const report = (person: string): void => {
    const channel = new BroadcastChannel('despacho.session');
    channel.postMessage({ type: 'proved', person });
    channel.close();
  };

  it('proves it at the provider in another tab, and then sends the write', async () => {
    const { user } = renderInApp(<SessionWindows />);
    const done = write('7');
    await press(user, OPEN.name);
    expect(await screen.findByText(/Si la cerró o algo falló allí, ábrala otra vez/)).toBeTruthy();
    await press(user, 'Abrir otra vez');
    await waitFor(() => expect(tab.location.replace).toHaveBeenCalledTimes(2));
    expect(tab.location.replace).toHaveBeenCalledWith('https://acme.test/authorize');
    isProved = true;
    report(JSON.stringify(['LIMA', 'ana.torres']));
    expect(await done).toBe('done');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('does not continue after a proof of another person', async () => {
    const { user } = renderInApp(<SessionWindows />);
    const undone = write('7');
    await press(user, OPEN.name);
    await screen.findByText(/ábrala otra vez/);
    isProved = true;
    report(JSON.stringify(['LIMA', 'otra']));
    expect(await undone).toBe(UNDONE);
  });

  it('says what to do if the tab did not open, and leaves the write undone', async () => {
    gateway.on(providerOperations['provider.prove'], () => problem('unavailable', { detail: 'No responde ahora' }));
    const { user } = renderInApp(<SessionWindows />);
    const undone = write('7');
    await press(user, OPEN.name);
    expect(await screen.findByText('No responde ahora.')).toBeTruthy();
    expect(tab.close).toHaveBeenCalledOnce();
    vi.stubGlobal('open', () => null);
    await press(user, OPEN.name);
    expect(await screen.findByText(/no dejó abrir otra pestaña/)).toBeTruthy();
    await press(user, 'Cancelar');
    expect(await undone).toBe(UNDONE);
  });
});
