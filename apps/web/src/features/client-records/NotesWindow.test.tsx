import { type ClientNotes, clientRecordOperations } from '@despacho/contracts/dispatch';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { fakeGateway, problem } from '#test/fake-gateway.ts';
import { renderInApp } from '#test/render.tsx';
import NotesWindow from './NotesWindow.tsx';

const edit = clientRecordOperations['clients.editNotes'];
const NOTES: ClientNotes = {
  version: 2,
  notes: 'Timbre roto',
  proof: { delivered: ['guia'], failed: [] },
  changed: null,
  mayRemove: false,
};

const CLIENT = { id: 'c1', name: 'Botica Sol' };

function open(notes = NOTES) {
  const onClose = vi.fn();
  return {
    ...renderInApp(<NotesWindow officeId="LIMA" client={CLIENT} notes={notes} onClose={onClose} />),
    onClose,
  };
}
const photo = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name });

it('saves notes and the photos required for each result', async () => {
  const gateway = fakeGateway();
  gateway.on(edit, () => NOTES);
  const { user, onClose } = open();
  expect(photo('Guía o cargo: Entregada').checked).toBe(true);
  // Without a delivery there is no receiver to sign.
  expect(screen.queryByRole('checkbox', { name: 'Firma: No entregada' })).toBeNull();
  await user.click(photo('Entrega: Entregada'));
  await user.click(photo('Fachada: No entregada'));
  await user.clear(screen.getByRole('textbox', { name: 'Notas' }));
  await user.click(screen.getByRole('button', { name: 'Guardar' }));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(gateway.sentTo(edit)[0]?.body).toEqual({
    version: 2,
    notes: null,
    proof: { delivered: ['entrega', 'guia'], failed: ['fachada'] },
  });
});

it('stays open with the input after a conflict', async () => {
  const gateway = fakeGateway();
  gateway.on(edit, () => problem('conflict', { detail: 'Ana Torres cambió las notas de Botica Sol entretanto' }));
  const { user, onClose } = open();
  await user.click(photo('Guía o cargo: Entregada'));
  await user.click(screen.getByRole('button', { name: 'Guardar' }));
  expect(await screen.findByText(/Ana Torres cambió las notas/)).toBeTruthy();
  expect(photo('Guía o cargo: Entregada').checked).toBe(false);
  expect(onClose).not.toHaveBeenCalled();
});

it('saves with the version in its fields, although the notes were read again', async () => {
  const gateway = fakeGateway();
  gateway.on(edit, () => NOTES);
  function Reread() {
    const [notes, setNotes] = useState(NOTES);
    return (
      <>
        <NotesWindow officeId="LIMA" client={CLIENT} notes={notes} onClose={vi.fn()} />
        <button
          data-testid="read"
          type="button"
          onClick={() => setNotes({ ...NOTES, version: 3, notes: 'Por la puerta de atrás' })}
        />
      </>
    );
  }
  const { user } = renderInApp(<Reread />);
  fireEvent.click(screen.getByTestId('read'));
  await user.click(screen.getByRole('button', { name: 'Guardar' }));
  await waitFor(() => expect(gateway.sentTo(edit)).toHaveLength(1));
  expect(gateway.sentTo(edit)[0]?.body).toMatchObject({ version: 2, notes: 'Timbre roto' });
});

it('removes notes after a confirmation, for people who may', async () => {
  const gateway = fakeGateway();
  const removal = clientRecordOperations['clients.removeNotes'];
  gateway.on(removal, () => ({ ...NOTES, version: 0, notes: null }));
  const name = 'Quitar notas y fotos exigidas';
  const first = open();
  expect(screen.queryByRole('button', { name })).toBeNull();
  first.unmount();
  const { user, onClose } = open({ ...NOTES, mayRemove: true });
  await user.click(screen.getByRole('button', { name }));
  await user.click(await screen.findByRole('button', { name: 'Quitar' }));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(gateway.sentTo(removal).map(({ body }) => body)).toEqual([{ version: 2 }]);
});
