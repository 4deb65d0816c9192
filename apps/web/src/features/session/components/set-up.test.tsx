import { factorOperations, sessionOperations, signInNoticeOperations } from '@despacho/contracts';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { aView } from '#test/a-view.ts';
import { fakeGateway, problem } from '#test/fake-gateway.ts';
import { currentSession } from '../state/session.ts';
import { markUnknown, sessionState } from '../state/session-store.ts';
import { SignInForm } from './SignInForm.tsx';

const START = signInNoticeOperations['session.setUpFactor'];
const FINISH = signInNoticeOperations['session.finishSetUp'];
const CODES = ['ABCD-EFGH-IJKL-MNOP', 'QRST-UVWX-YZ23-4567'];

let gateway: ReturnType<typeof fakeGateway>;
let onSignedIn: ReturnType<typeof vi.fn<() => void>>;
beforeEach(() => {
  gateway = fakeGateway();
  onSignedIn = vi.fn<() => void>();
  gateway.on(sessionOperations['session.read'], () => problem('factor-missing'));
  gateway.on(START, () => ({ key: 'ABCDEFGHIJ', uri: 'otpauth://totp/x?secret=ABCDEFGHIJ' }));
  gateway.on(factorOperations['session.factorCancel'], () => undefined);
});

/** The sign-in page, loaded again while a second factor is missing. It has no query client. */
async function reload(over?: ReturnType<typeof aView>): Promise<void> {
  markUnknown();
  await currentSession();
  render(<SignInForm onSignedIn={onSignedIn} {...(over && { over })} />);
}
const field = () => screen.findByLabelText<HTMLInputElement>('Código de 6 números');
const send = async (code: string): Promise<void> => {
  fireEvent.change(await field(), { target: { value: code } });
  const { form } = await field();
  // Once, also for a double click.
  for (let turn = 0; turn < 2; turn += 1) fireEvent.submit(form ?? document.body);
};
const press = async (name: string): Promise<void> => {
  fireEvent.click(await screen.findByRole('button', { name }));
};

it('S6: a missing second factor is set up in the sign-in form, and its codes are shown before the page opens', async () => {
  await reload();
  const code = await field();
  expect([code, code.autocomplete]).toEqual([document.activeElement, 'one-time-code']);
  expect(screen.getByText('ABCD EFGH IJ')).toBeTruthy();
  expect(await screen.findByRole('img', { name: /^Código QR/ })).toBeTruthy();
  await send(' ');
  expect(await screen.findByText('Escriba el código')).toBeTruthy();
  gateway.on(FINISH, () => problem('unprocessable', { errors: [{ field: 'code', message: 'No sirve' }] }));
  await send('123456');
  expect(await screen.findByText('No sirve')).toBeTruthy();
  gateway.on(FINISH, () => ({ codes: CODES, session: aView() }));
  await send(' 654321 ');
  expect(await screen.findByRole('list', { name: 'Códigos de recuperación' })).toBe(document.activeElement);
  for (const each of CODES) expect(screen.getByText(each)).toBeTruthy();
  expect(onSignedIn).not.toHaveBeenCalled();
  await press('Ya los guardé');
  expect(onSignedIn).toHaveBeenCalledOnce();
  expect(sessionState().status).toBe('in');
  expect(gateway.sentTo(FINISH).map(({ body }) => body)).toEqual([{ code: '123456' }, { code: '654321' }]);
});

it('follows the password, and shows what to do without a permit', async () => {
  gateway.on(sessionOperations['session.read'], () => problem('no-session'));
  gateway.on(sessionOperations['session.login'], () => problem('factor-missing'));
  gateway.on(START, () => problem('upstream-refused', { detail: 'Pida a una persona con cargo S que se lo permita' }));
  await reload();
  for (const label of ['Sucursal', 'Usuario', 'Contraseña'])
    fireEvent.change(await screen.findByLabelText(label), { target: { value: 'abc' } });
  await press('Ingresar');
  expect(await screen.findByText('Pida a una persona con cargo S que se lo permita.')).toBeTruthy();
  expect(screen.queryByLabelText('Código de 6 números')).toBeNull();
  expect(document.activeElement?.textContent).toBe('Volver al ingreso');
  await press('Volver al ingreso');
  expect(await screen.findByLabelText('Contraseña')).toBeTruthy();
  expect(gateway.sentTo(factorOperations['session.factorCancel'])).toHaveLength(1);
});

it('asks for the password again when the step took too long', async () => {
  gateway.on(START, () => problem('unprocessable', { errors: [{ field: 'code', message: 'No sirve' }] }));
  await reload();
  expect((await screen.findByRole('alert')).textContent).toMatch(/^Pasó demasiado tiempo/);
});

it('closes the page behind the form when another person sets up a factor', async () => {
  gateway.on(FINISH, () => ({ codes: CODES, session: aView({ id: '77', username: 'otra' }) }));
  await reload(aView());
  await send('123456');
  await press('Ya los guardé');
  await waitFor(() => expect(onSignedIn).toHaveBeenCalledOnce());
  expect(sessionState().status).toBe('out');
});
