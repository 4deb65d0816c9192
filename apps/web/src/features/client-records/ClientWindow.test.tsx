import { type ClientDetails, clientRecordOperations } from '@despacho/contracts/dispatch';
import { screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { aClientRecord } from '#test/a-client-record.ts';
import { aView } from '#test/a-view.ts';
import { fakeGateway, problem } from '#test/fake-gateway.ts';
import { renderInApp } from '#test/render.tsx';
import { markIn } from '#features/session/state/session-store.ts';
import ClientWindow from './ClientWindow.tsx';

const CLIENT = aClientRecord();

function open(client: ClientDetails | null = null) {
  markIn(aView({ permissionsList: [{ module: '000' }, { module: 'U01' }] }));
  const [onClose, onSaved] = [vi.fn(), vi.fn()];
  const { user } = renderInApp(
    <ClientWindow officeId="LIMA" client={client} name="Óptica" onClose={onClose} onSaved={onSaved} />,
  );
  return { user, onClose, onSaved };
}

it('creates a client from the input, without empty contacts and addresses', async () => {
  const gateway = fakeGateway();
  gateway.on(clientRecordOperations['clients.create'], () => CLIENT);
  const { user, onSaved, onClose } = open();
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Nombre o razón social' }).value).toBe('Óptica');
  await user.type(screen.getByRole('textbox', { name: 'RUC o DNI' }), '45678912');
  await user.click(screen.getByRole('button', { name: 'Crear cliente' }));
  await waitFor(() => expect(onSaved).toHaveBeenCalledWith(CLIENT));
  expect(onClose).toHaveBeenCalled();
  expect(gateway.sentTo(clientRecordOperations['clients.create'])[0]?.body).toEqual({
    code: null,
    name: 'Óptica',
    taxId: '45678912',
    contacts: [],
    addresses: [],
    terms: null,
  });
});

it('focuses the first wrong field, and sends nothing', async () => {
  const gateway = fakeGateway();
  const { user } = open();
  await user.type(screen.getByRole('textbox', { name: 'RUC o DNI' }), '20512345670');
  await user.type(screen.getByRole('textbox', { name: 'Correo' }), 'x');
  await user.click(screen.getByRole('button', { name: 'Crear cliente' }));
  expect(await screen.findByText(/No es un RUC/)).toBeTruthy();
  expect(screen.getByText('Escriba un correo como ventas@botica.pe')).toBeTruthy();
  expect(screen.getByText(/Escriba el nombre de la persona/)).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'RUC o DNI' }));
  expect(gateway.sentTo(clientRecordOperations['clients.create'])).toEqual([]);
});

it('offers to create a duplicate that the service refused', async () => {
  const gateway = fakeGateway();
  gateway.on(clientRecordOperations['clients.create'], () =>
    problem('conflict', {
      detail: 'Óptica (C0009) se llama igual',
      errors: [{ field: 'name', message: 'Óptica (C0009) se llama igual' }],
    }),
  );
  const { user, onSaved } = open();
  expect(screen.queryByRole('button', { name: 'Crear de todos modos' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Crear cliente' }));
  const anyway = await screen.findByRole('button', { name: 'Crear de todos modos' });
  gateway.on(clientRecordOperations['clients.create'], () => CLIENT);
  await user.click(anyway);
  await waitFor(() => expect(onSaved).toHaveBeenCalled());
  expect(gateway.sentTo(clientRecordOperations['clients.create'])[1]?.body).toMatchObject({ double: true });
});

it('says who changed the client meanwhile, and saves the user’s changes on top', async () => {
  const gateway = fakeGateway();
  const edit = clientRecordOperations['clients.edit'];
  gateway.on(edit, () =>
    problem('conflict', { detail: 'Doña Luz cambió los datos de Botica Sol entretanto (editado)' }),
  );
  gateway.on(clientRecordOperations['clients.details'], () => ({
    ...CLIENT,
    version: 4,
    name: 'Botica Luna',
    terms: 'Contado',
  }));
  const { user, onSaved } = open(CLIENT);
  const name = screen.getByRole('textbox', { name: 'Nombre o razón social' });
  await user.clear(name);
  await user.type(name, 'Botica Estrella');
  await user.click(screen.getByRole('button', { name: 'Guardar' }));
  expect(await screen.findByText(/Doña Luz cambió los datos.*Los dos cambiaron: Nombre/)).toBeTruthy();
  gateway.on(edit, () => CLIENT);
  await user.click(screen.getByRole('button', { name: 'Guardar mi versión' }));
  await waitFor(() => expect(onSaved).toHaveBeenCalled());
  expect(gateway.sentTo(edit).map(({ body }) => body)).toEqual([
    { version: 3, changes: { name: 'Botica Estrella' } },
    { version: 4, changes: { name: 'Botica Estrella' } },
  ]);
});
