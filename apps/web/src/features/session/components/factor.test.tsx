import {
  configOperations,
  factorOperations,
  passwordOperations,
  providerOperations,
  sessionOperations,
  type SessionView,
} from '@despacho/contracts';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { aView } from '#test/a-view.ts';
import { NO_FACTOR, WITH_FACTOR } from '#test/a-factor.ts';
import { fakeGateway, problem } from '#test/fake-gateway.ts';
import { renderInApp } from '#test/render.tsx';
import { currentSession } from '../state/session.ts';
import { markIn, markUnknown, sessionState } from '../state/session-store.ts';
import { SecondFactor } from './SecondFactor.tsx';
import { SignInForm } from './SignInForm.tsx';

const CONFIG = {
  provider: 'Despacho',
  version: '1',
  sections: { operations: true, directory: true, tiles: false, storage: false },
  streets: null,
  attribution: null,
};
const CODES = ['ABCD-EFGH-IJKL-MNOP', 'QRST-UVWX-YZ23-4567'];

let gateway: ReturnType<typeof fakeGateway>;
beforeEach(() => {
  gateway = fakeGateway();
  gateway.on(configOperations['config.read'], () => CONFIG);
});

const field = (label: string) => screen.findByLabelText<HTMLInputElement>(label);
const press = async (name: string): Promise<void> => {
  const found = await screen.findAllByRole('button', { name });
  // A window is after the page below it.
  fireEvent.click(found[found.length - 1] ?? document.body);
};
const write = async (label: string, value: string): Promise<void> => {
  fireEvent.change(await field(label), { target: { value } });
};
const wrongCode = () =>
  problem('unprocessable', { detail: 'No sirve', errors: [{ field: 'code', message: 'No sirve' }] });

async function signIn(onSignedIn = vi.fn()) {
  renderInApp(<SignInForm onSignedIn={onSignedIn} />);
  await write('Sucursal', 'LIMA');
  await write('Usuario', 'eva');
  await write('Contraseña', 'una contraseña');
  await press('Ingresar');
  return onSignedIn;
}

it('S6: a second factor leads to a step for the code, which signs in', async () => {
  gateway.on(sessionOperations['session.login'], () => problem('factor-due'));
  gateway.on(factorOperations['session.factor'], wrongCode);
  const onSignedIn = await signIn();
  const code = await field('Código de 6 números');
  expect([code, code.autocomplete]).toEqual([document.activeElement, 'one-time-code']);
  await press('Ingresar');
  expect(await screen.findByText('Escriba el código')).toBeTruthy();
  await write('Código de 6 números', '123456');
  await press('Ingresar');
  expect(await screen.findByText('No sirve')).toBeTruthy();

  gateway.on(factorOperations['session.factor'], () => aView());
  await press('No tengo mi celular');
  await write('Código de recuperación', ` ${CODES[0] ?? ''} `);
  const { form } = await field('Código de recuperación');
  // Once, also for a double click.
  for (let turn = 0; turn < 2; turn += 1) fireEvent.submit(form ?? document.body);
  await waitFor(() => {
    expect(onSignedIn).toHaveBeenCalledOnce();
  });
  expect(gateway.sentTo(factorOperations['session.factor']).map(({ body }) => body)).toEqual([
    { code: '123456' },
    { code: CODES[0] },
  ]);
});

/** The sign-in page, loaded again while a code is missing. */
async function reload(onSignedIn = vi.fn(), over?: SessionView) {
  gateway.on(sessionOperations['session.read'], () => problem('factor-due'));
  markUnknown();
  await currentSession();
  return renderInApp(<SignInForm onSignedIn={onSignedIn} {...(over && { over })} />);
}

it('continues after a reload, and goes back to the password', async () => {
  gateway.on(factorOperations['session.factorCancel'], () => undefined);
  await reload();
  expect(await field('Código de 6 números')).toBeTruthy();
  await press('Volver al ingreso');
  expect(await field('Contraseña')).toBeTruthy();
  expect(gateway.sentTo(factorOperations['session.factorCancel'])).toHaveLength(1);
});

it('shows an outage at the code, and keeps the step', async () => {
  gateway.on(factorOperations['session.factor'], () => problem('unavailable', { detail: 'Ahora no se puede' }));
  await reload();
  await write('Código de 6 números', '123456');
  await press('Ingresar');
  expect(await screen.findByText(/Ahora no se puede/)).toBeTruthy();
  expect(await field('Código de 6 números')).toBeTruthy();
});

it('leaves the page behind to its person when somebody else types a code', async () => {
  gateway.on(factorOperations['session.factor'], () => aView({ id: '77', username: 'otra' }));
  const onSignedIn = vi.fn();
  await reload(onSignedIn, aView());
  await write('Código de 6 números', '123456');
  await press('Ingresar');
  await waitFor(() => {
    expect(onSignedIn).toHaveBeenCalledOnce();
  });
  expect(sessionState().status).toBe('out');
});

it('begins with the password again after a sign-in with a code', async () => {
  gateway.on(factorOperations['session.factor'], () => aView());
  const onSignedIn = vi.fn();
  const { unmount } = await reload(onSignedIn);
  await write('Código de 6 números', '123456');
  await press('Ingresar');
  await waitFor(() => {
    expect(onSignedIn).toHaveBeenCalledOnce();
  });
  unmount();
  renderInApp(<SignInForm onSignedIn={vi.fn()} />);
  expect(await field('Contraseña')).toBeTruthy();
});

it('asks for the code after a temporary password was changed', async () => {
  gateway.on(sessionOperations['session.login'], () => problem('password-temporary'));
  gateway.on(passwordOperations['passwords.check'], () => ({ strength: 4, refused: null }));
  gateway.on(passwordOperations['passwords.first'], () => problem('factor-due'));
  await signIn();
  for (const label of ['Contraseña nueva', 'Repita la contraseña nueva']) await write(label, 'camión lluvia trompeta');
  await press('Guardar e ingresar');
  expect(await field('Código de 6 números')).toBeTruthy();
});

it('S6: is set up with a key and a code, and shows the recovery codes once', async () => {
  markIn(aView());
  gateway.on(factorOperations['factor.read'], () => NO_FACTOR);
  gateway.on(factorOperations['factor.start'], () => ({
    key: 'ABCDEFGHIJ',
    uri: 'otpauth://totp/x?secret=ABCDEFGHIJ',
  }));
  gateway.on(factorOperations['factor.confirm'], wrongCode);
  const onChanged = vi.fn();
  renderInApp(<SecondFactor onChanged={onChanged} />);
  await press('Activar');
  await write('Contraseña actual', 'una contraseña');
  await press('Continuar');
  expect(await screen.findByText('ABCD EFGH IJ')).toBeTruthy();
  await write('Código de 6 números', '123456');
  await press('Activar');
  expect(await screen.findByText('No sirve')).toBeTruthy();
  gateway.on(factorOperations['factor.confirm'], () => ({ codes: CODES, ended: 1 }));
  gateway.on(factorOperations['factor.read'], () => WITH_FACTOR);
  await write('Código de 6 números', '654321');
  await press('Activar');
  for (const code of CODES) expect(await screen.findByText(code)).toBeTruthy();
  expect(gateway.sentTo(factorOperations['factor.confirm']).at(-1)?.body).toEqual({
    current: 'una contraseña',
    code: '654321',
  });
  expect(onChanged).toHaveBeenCalledOnce();
  await press('Ya los guardé');
  expect(screen.queryByText(CODES[0] ?? '')).toBeNull();
  expect(await screen.findByText(/Le quedan 9 códigos de recuperación/)).toBeTruthy();
});

it('moves the focus to «Activar» after it was removed', async () => {
  markIn(aView());
  gateway.on(factorOperations['factor.read'], () => WITH_FACTOR);
  gateway.on(factorOperations['factor.remove'], () => ({ ended: 1 }));
  const { user } = renderInApp(<SecondFactor onChanged={vi.fn()} />);
  await user.click(await screen.findByRole('button', { name: 'Quitar' }));
  await write('Contraseña actual', 'una contraseña');
  await write('Código de 6 números', '123456');
  gateway.on(factorOperations['factor.read'], () => NO_FACTOR);
  await press('Quitar el segundo paso');
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Activar'));
});

it.each([
  ['is required', { required: true }, true, /Su empresa lo pide, por eso no se puede quitar/, ['Códigos nuevos']],
  ['needs a password', {}, false, /Para pedir códigos nuevos o quitarlo necesita una contraseña/, []],
  ['may be removed', {}, true, undefined, ['Códigos nuevos', 'Quitar']],
] as const)('offers only changes that are possible when it %s', async (_, more, hasPassword, reason, buttons) => {
  markIn(aView());
  gateway.on(factorOperations['factor.read'], () => ({ ...WITH_FACTOR, ...more }));
  gateway.on(providerOperations['provider.read'], () => ({ label: null, since: null, hasPassword }));
  renderInApp(<SecondFactor onChanged={vi.fn()} />);
  await screen.findByText(/Le quedan 9 códigos/);
  if (reason) expect(await screen.findByText(reason)).toBeTruthy();
  await waitFor(() => expect(screen.queryAllByRole('button').map((each) => each.textContent)).toEqual(buttons));
});

it('says how many codes are left and were wrong, and what an installation cannot do', async () => {
  markIn(aView());
  gateway.on(factorOperations['factor.read'], () => ({
    ...WITH_FACTOR,
    codesLeft: 1,
    wrongCodes: 10,
    onlyRecovery: true,
  }));
  const { unmount } = renderInApp(<SecondFactor onChanged={vi.fn()} />);
  expect(await screen.findByText(/Le queda 1 código de recuperación\. Pida códigos nuevos/)).toBeTruthy();
  expect(screen.getByText(/10 códigos equivocados.*solo sirven los códigos de recuperación/)).toBeTruthy();
  unmount();
  gateway.on(factorOperations['factor.read'], () => ({ ...NO_FACTOR, available: false }));
  renderInApp(<SecondFactor onChanged={vi.fn()} />);
  expect(await screen.findByText(/todavía no se puede activar/)).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
});
