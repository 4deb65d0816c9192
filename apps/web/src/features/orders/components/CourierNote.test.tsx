import { type CourierNote as Note, noteOperations } from '@despacho/contracts/dispatch';
import { screen } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { fakeGateway, problem } from '#test/fake-gateway.ts';
import { renderInApp } from '#test/render.tsx';
import { CourierNote } from './CourierNote.tsx';

const NOTE: Note = {
  id: '4',
  text: 'Entregue en recepción',
  at: '2026-11-23T18:30:00.000Z',
  by: { username: 'rosa.mamani', user: 'Rosa Mamani' },
  read: null,
};
const READ = { at: '2026-11-23T19:05:00.000Z', courier: { id: '30', name: 'Hugo Paredes' } };

let gateway: ReturnType<typeof fakeGateway>;
beforeEach(() => {
  gateway = fakeGateway();
});

const show = (note: Note | null, state: 'en_ruta' | 'entregada' = 'en_ruta') =>
  renderInApp(
    <CourierNote officeId="LIMA" timeZone="America/Lima" order={{ id: '7', state }} note={note} drafts={new Map()} />,
  );

it('shows whether the courier has read the note, and when', () => {
  const { unmount } = show(NOTE);
  expect(screen.getByText('Sin leer')).toBeDefined();
  unmount();
  show({ ...NOTE, read: READ });
  expect(screen.getByText('Leída a las 14:05')).toBeDefined();
});

it('sends a note, and ignores one of only spaces', async () => {
  const sent: unknown[] = [];
  gateway.on(noteOperations['notes.write'], ({ body }) => {
    sent.push(body);
    return { note: NOTE };
  });
  const { user } = show(null);
  await user.click(screen.getByRole('button', { name: 'Escribir nota' }));
  const field = screen.getByRole('textbox', { name: 'Texto de la nota' });
  await user.type(field, '   ');
  expect(screen.getByRole('button', { name: 'Enviar' })).toHaveProperty('disabled', true);
  await user.type(field, 'Entregue en recepción');
  await user.click(screen.getByRole('button', { name: 'Enviar' }));
  expect(await screen.findByRole('button', { name: 'Escribir nota' })).toBeDefined();
  expect(sent).toEqual([{ text: 'Entregue en recepción' }]);
});

it('keeps the text when it was refused, with the reason', async () => {
  const detail = 'La visita ya se cerró: el repartidor no vería la nota';
  gateway.on(noteOperations['notes.write'], () => problem('conflict', { detail }));
  const { user } = show(NOTE);
  await user.click(screen.getByRole('button', { name: 'Cambiar' }));
  await user.click(screen.getByRole('button', { name: 'Enviar' }));
  expect(await screen.findByText(`${detail}.`)).toBeDefined();
  expect(screen.getByRole('textbox')).toHaveProperty('value', NOTE.text);
});

it('cannot be written for a closed order', () => {
  show(NOTE, 'entregada');
  expect(screen.getByText('Entregue en recepción')).toBeDefined();
  expect(screen.queryByRole('button')).toBeNull();
});
