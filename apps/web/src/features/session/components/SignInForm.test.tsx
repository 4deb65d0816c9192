import { sessionOperations } from '@despacho/contracts';
import { act, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { aView } from '#test/a-view.ts';
import { fakeGateway } from '#test/fake-gateway.ts';
import { renderInApp } from '#test/render.tsx';
import { SignInForm } from './SignInForm.tsx';

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);

const descriptionOf = (input: HTMLElement): string =>
  (input.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent ?? '')
    .join('');

function showForm() {
  const onSignedIn = vi.fn();
  return { onSignedIn, ...renderInApp(<SignInForm onSignedIn={onSignedIn} />) };
}

it('S6: requires three fields, with one message for each missing one', async () => {
  const gateway = fakeGateway();
  const { user } = showForm();
  await user.click(screen.getByRole('button', { name: 'Ingresar' }));
  for (const [label, message] of [
    ['Sucursal', 'Escriba su sucursal'],
    ['Usuario', 'Escriba su usuario'],
    ['Contraseña', 'Escriba su contraseña'],
  ] as const) {
    expect(screen.getAllByText(message)).toHaveLength(1);
    expect(descriptionOf(field(label))).toBe(message);
  }
  expect(document.activeElement).toBe(field('Sucursal'));

  await user.type(field('Sucursal'), 'LIMA');
  await user.type(field('Contraseña'), 'x');
  await user.click(screen.getByRole('button', { name: 'Ingresar' }));
  expect(screen.queryByText('Escriba su sucursal')).toBeNull();
  expect(screen.getAllByText('Escriba su usuario')).toHaveLength(1);
  expect(document.activeElement).toBe(field('Usuario'));
  expect(gateway.sent).toEqual([]);
});

it('S6: a double click submits once; only the sucursal is remembered', async () => {
  const gateway = fakeGateway();
  const answer = Promise.withResolvers<unknown>();
  gateway.on(sessionOperations['session.login'], () => answer.promise);
  const { user, onSignedIn, unmount } = showForm();
  await user.type(field('Sucursal'), 'LIMA');
  await user.type(field('Usuario'), 'luis.quispe');
  await user.type(field('Contraseña'), 'despacho');
  // In one task, so that the form is not yet busy at the second.
  const form = field('Usuario').closest('form');
  act(() => {
    form?.requestSubmit();
    form?.requestSubmit();
  });
  answer.resolve(aView({ charge: 'O' }));
  await waitFor(() => {
    expect(onSignedIn).toHaveBeenCalledOnce();
  });
  expect(gateway.sentTo(sessionOperations['session.login'])).toHaveLength(1);
  expect(Object.entries(localStorage)).toEqual([['despacho.sucursal', 'LIMA']]);
  unmount();
  showForm();
  expect(['Sucursal', 'Usuario', 'Contraseña'].map((label) => field(label).value)).toEqual(['LIMA', '', '']);
});
