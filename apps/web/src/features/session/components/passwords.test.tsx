import { passwordOperations, sessionOperations } from '@despacho/contracts';
import { passwordLinkOperations } from '@despacho/contracts/dispatch';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { aView } from '#test/a-view.ts';
import { fakeGateway, problem } from '#test/fake-gateway.ts';
import { renderInApp } from '#test/render.tsx';
import { Component as ResetScreen } from '../ResetPasswordScreen.tsx';
import { markIn } from '../state/session-store.ts';
import ChangePasswordWindow from './ChangePasswordWindow.tsx';
import { PasswordLinkButton } from './PasswordLinkButton.tsx';
import { SignInForm } from './SignInForm.tsx';

const GOOD = 'camión lluvia trompeta';
const SECRET = 'a'.repeat(43);

let gateway: ReturnType<typeof fakeGateway>;
beforeEach(() => {
  gateway = fakeGateway();
  gateway.on(passwordOperations['passwords.check'], () => ({ strength: 4, refused: null }));
});

const field = (label: string) => screen.findByLabelText<HTMLInputElement>(label);
const refusedAt = (name: string, message: string) =>
  problem('unprocessable', { detail: message, errors: [{ field: name, message }] });

async function typeNew(user: ReturnType<typeof renderInApp>['user'], password: string, repeated = password) {
  await user.clear(await field('Contraseña nueva'));
  await user.click(await field('Contraseña nueva'));
  await user.paste(password);
  await user.clear(await field('Repita la contraseña nueva'));
  await user.type(await field('Repita la contraseña nueva'), repeated);
}

it('S6: a temporary password leads to a second step, which signs in', async () => {
  gateway.on(sessionOperations['session.login'], () => problem('password-temporary'));
  const onSignedIn = vi.fn();
  const { user } = renderInApp(<SignInForm onSignedIn={onSignedIn} />);
  await user.type(await field('Sucursal'), 'LIMA');
  await user.type(await field('Usuario'), 'eva');
  await user.type(await field('Contraseña'), 'temporal');
  await user.click(screen.getByRole('button', { name: 'Ingresar' }));

  expect(await field('Contraseña nueva')).toBe(document.activeElement);
  await typeNew(user, 'corta');
  await user.click(screen.getByRole('button', { name: 'Guardar e ingresar' }));
  expect(await screen.findAllByText('Use 12 caracteres o más')).toHaveLength(1);
  await typeNew(user, GOOD, 'otra cosa');
  await user.click(screen.getByRole('button', { name: 'Guardar e ingresar' }));
  expect(await screen.findByText('No es igual a la contraseña nueva')).toBeTruthy();
  expect(gateway.sentTo(passwordOperations['passwords.first'])).toEqual([]);

  gateway.on(passwordOperations['passwords.first'], () => refusedAt('newPassword', 'Es fácil de adivinar'));
  await typeNew(user, GOOD);
  await user.click(screen.getByRole('button', { name: 'Guardar e ingresar' }));
  expect(await screen.findByText('Es fácil de adivinar')).toBeTruthy();

  gateway.on(passwordOperations['passwords.first'], () => aView());
  await user.click(screen.getByRole('button', { name: 'Guardar e ingresar' }));
  await waitFor(() => {
    expect(onSignedIn).toHaveBeenCalledOnce();
  });
  expect(gateway.sentTo(passwordOperations['passwords.first']).at(-1)?.body).toEqual({
    sucursal: 'LIMA',
    username: 'eva',
    password: 'temporal',
    newPassword: GOOD,
  });
});

it('returns to the sign-in form if the temporary password no longer works', async () => {
  gateway.on(sessionOperations['session.login'], () => problem('password-temporary'));
  gateway.on(passwordOperations['passwords.first'], () => problem('wrong-credentials'));
  const { user } = renderInApp(<SignInForm onSignedIn={vi.fn()} />);
  await user.type(await field('Sucursal'), 'LIMA');
  await user.type(await field('Usuario'), 'eva');
  await user.type(await field('Contraseña'), 'temporal');
  await user.click(screen.getByRole('button', { name: 'Ingresar' }));
  await typeNew(user, GOOD);
  await user.click(screen.getByRole('button', { name: 'Guardar e ingresar' }));
  expect(await screen.findByRole('button', { name: 'Ingresar' })).toBeTruthy();
});

it('the meter judges a password after a pause, with the reason', async () => {
  markIn(aView());
  gateway.on(passwordOperations['passwords.check'], ({ body }) =>
    (body as { password: string }).password === GOOD
      ? { strength: 4, refused: null }
      : { strength: 0, refused: 'No use su usuario en la contraseña' },
  );
  renderInApp(<ChangePasswordWindow onChanged={vi.fn()} onClose={vi.fn()} />);
  const input = await field('Contraseña nueva');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const checked = () => gateway.sentTo(passwordOperations['passwords.check']).length;
  /** Types key by key, then pauses. */
  const write = async (value: string): Promise<void> => {
    const already = checked();
    for (let end = 1; end <= value.length; end += 1)
      fireEvent.change(input, { target: { value: value.slice(0, end) } });
    expect(checked()).toBe(already);
    await act(() => vi.advanceTimersByTimeAsync(2000));
    expect(checked()).toBe(already + 1);
  };
  await write('persona llueve');
  expect(screen.getByText('No use su usuario en la contraseña')).toBeTruthy();
  await write(GOOD);
  expect(screen.getByText('Muy buena')).toBeTruthy();
});

it('G7: an own change asks for the current password, and shows a wrong one at its field', async () => {
  markIn(aView());
  const [onChanged, onClose] = [vi.fn(), vi.fn()];
  const { user } = renderInApp(<ChangePasswordWindow onChanged={onChanged} onClose={onClose} />);
  const submit = () => user.click(screen.getByRole('button', { name: 'Cambiar contraseña' }));
  await typeNew(user, GOOD);
  await submit();
  expect(await screen.findByText('Escriba su contraseña actual')).toBeTruthy();
  expect(document.activeElement).toBe(await field('Contraseña actual'));
  gateway.on(passwordOperations['passwords.change'], () => refusedAt('current', 'La contraseña actual no es correcta'));
  await user.type(await field('Contraseña actual'), 'vieja');
  await submit();
  expect(await screen.findByText('La contraseña actual no es correcta')).toBeTruthy();
  expect(onClose).not.toHaveBeenCalled();
  gateway.on(passwordOperations['passwords.change'], () => ({ ended: 2 }));
  await submit();
  await waitFor(() => {
    expect([onChanged.mock.calls.length, onClose.mock.calls.length]).toEqual([1, 1]);
  });
});

it('a reset link sets a password once, and its secret leaves the address bar', async () => {
  gateway.on(passwordOperations['passwords.reset'], () => problem('expired', { detail: 'Este enlace ya no sirve' }));
  history.replaceState(null, '', `#${SECRET}`);
  const { user } = renderInApp(<ResetScreen />, { path: `/auth/password#${SECRET}` });
  expect(location.hash).toBe('');
  const submit = () => user.click(screen.getByRole('button', { name: 'Guardar contraseña' }));
  await typeNew(user, GOOD);
  await submit();
  expect((await screen.findByText('Este enlace ya no sirve.')).getAttribute('role')).toBe('alert');
  gateway.on(passwordOperations['passwords.reset'], () => null);
  await submit();
  expect(await screen.findByRole('heading', { name: 'Su contraseña cambió' })).toBeTruthy();
  expect(gateway.sentTo(passwordOperations['passwords.reset'])[0]?.body).toEqual({ secret: SECRET, password: GOOD });
});

it('reports a reset link without its secret', async () => {
  renderInApp(<ResetScreen />, { path: '/auth/password#abc' });
  expect(await screen.findByRole('heading', { name: 'Este enlace está incompleto' })).toBeTruthy();
});

it('a link for a person is shown once, with its address', async () => {
  markIn(aView());
  gateway.on(passwordLinkOperations['passwords.link'], () => ({
    fragment: SECRET,
    username: 'eva',
    user: 'Eva Ríos',
    expiresAt: '2026-11-26T23:00:00.000Z',
  }));
  const { user } = renderInApp(<PasswordLinkButton officeId="LIMA" person={{ id: '7', name: 'Eva Ríos' }} />);
  await user.click(screen.getByRole('button', { name: 'Enlace de contraseña para Eva Ríos' }));
  const dialog = await screen.findByRole('dialog');
  expect(gateway.sentTo(passwordLinkOperations['passwords.link'])).toEqual([]);
  await user.dblClick(within(dialog).getByRole('button', { name: 'Crear enlace' }));
  const address = await screen.findByLabelText<HTMLInputElement>('Dirección del enlace');
  expect(address.value).toBe(new URL(`auth/password#${SECRET}`, document.baseURI).href);
  expect(gateway.sentTo(passwordLinkOperations['passwords.link'])).toMatchObject([
    { path: '/api/people/7/password-link', query: { officeId: 'LIMA' } },
  ]);
});
