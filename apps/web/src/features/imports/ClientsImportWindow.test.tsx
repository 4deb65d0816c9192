import { clientRecordOperations } from '@despacho/contracts/dispatch';
import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { aView } from '#test/a-view.ts';
import { fakeGateway } from '#test/fake-gateway.ts';
import { renderInApp } from '#test/render.tsx';
import { markIn } from '#features/session/state/session-store.ts';
import ClientsImportWindow from './ClientsImportWindow.tsx';

const LAYOUT = {
  line: 1,
  columns: [
    { place: 0, heading: 'A', samples: ['Botica'], key: null },
    { place: 1, heading: 'Código', samples: ['B-1'], key: 'code' as const },
  ],
};

it('shows each line of a file before it creates the new clients, once', async () => {
  markIn(aView({ permissionsList: [{ module: '000' }, { module: 'U01' }] }));
  const gateway = fakeGateway();
  const line = { code: null, taxId: null, district: null, why: null };
  gateway.on(clientRecordOperations['clients.importPreview'], () => ({
    readable: true,
    id: '7',
    fileName: 'c.csv',
    fresh: 1,
    known: 1,
    broken: 1,
    layout: LAYOUT,
    rows: [
      { ...line, line: 2, outcome: 'nuevo', name: 'Botica' },
      { ...line, line: 3, outcome: 'existe', name: 'Óptica', why: 'Ya está: Óptica (C1)' },
      { ...line, line: 4, outcome: 'error', name: '', why: 'Falta el nombre' },
    ],
    expiresAt: '2026-11-27T15:00:00.000Z',
  }));
  gateway.on(clientRecordOperations['clients.importCommit'], () => ({ created: 1, firstCode: 'C2', lastCode: 'C2' }));
  const { user } = renderInApp(<ClientsImportWindow officeId="LIMA" onClose={vi.fn()} />);
  await user.upload(screen.getByLabelText('Archivo de clientes'), new File(['x'], 'c.csv'));
  expect(await screen.findByText('Falta el nombre')).toBeTruthy();
  expect(screen.getByText('Ya está: Óptica (C1)')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Crear 1 cliente' }));
  expect(await screen.findByText(/Se crearon 1 cliente/)).toBeTruthy();
  expect(gateway.sentTo(clientRecordOperations['clients.importCommit'])[0]?.body).toEqual({ clients: 1 });
});

it('asks for the columns of a file without a name', async () => {
  markIn(aView({ permissionsList: [{ module: '000' }, { module: 'U01' }] }));
  const gateway = fakeGateway();
  gateway.on(clientRecordOperations['clients.importPreview'], () => ({
    readable: false,
    why: 'Falta la columna Nombre',
    remedy: 'Seleccione',
    layout: LAYOUT,
  }));
  const { user } = renderInApp(<ClientsImportWindow officeId="LIMA" onClose={vi.fn()} />);
  await user.upload(screen.getByLabelText('Archivo de clientes'), new File(['x'], 'c.csv'));
  expect(await screen.findByText('Falta seleccionar: Nombre.')).toBeTruthy();
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Continuar' }).disabled).toBe(true);
});
