import { sessionOperations } from '@despacho/contracts';
import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { aView } from '#test/a-view.ts';
import { fakeGateway, problem } from '#test/fake-gateway.ts';
import { renderInApp } from '#test/render.tsx';
import { SessionEndWindow } from './SessionEndWindow.tsx';

it('G5: reports a failed «Seguir conectado» and offers a retry', async () => {
  const gateway = fakeGateway();
  const touch = sessionOperations['session.touch'];
  gateway.on(touch, () => problem('unavailable'));
  const near = { cause: 'idle', at: 0, leftMs: 59_000 } as const;
  const { user } = renderInApp(<SessionEndWindow near={near} onSignIn={() => undefined} onLater={() => undefined} />);
  expect(screen.getByRole('alertdialog', { name: '¿Sigue ahí?' }).textContent).toContain('terminará en 0:59');
  expect(screen.getByRole('status').textContent).toBe('Queda 1 minuto');
  const stay = screen.getByRole('button', { name: 'Seguir conectado' });
  await user.click(stay);
  const failure = () => screen.getByRole('alert').textContent;
  await waitFor(() => {
    expect(failure()).not.toBe('');
  });
  gateway.on(touch, () => aView());
  await user.click(stay);
  expect(failure()).toBe('');
  await waitFor(() => {
    expect(gateway.sentTo(touch)).toHaveLength(2);
  });
});
