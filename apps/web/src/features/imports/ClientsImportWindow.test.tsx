import { clientRecordOperations } from '@despacho/contracts/dispatch';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { aView } from '#test/a-view.ts';
import { fakeGateway } from '#test/fake-gateway.ts';
import { renderInApp } from '#test/render.tsx';
import { markIn } from '#features/session/state/session-store.ts';
import ClientsImportWindow from './ClientsImportWindow.tsx';

const LAYOUT = {
  line: 1,
  rows: [{ line: 1, text: 'A · Código' }],
  columns: [
    { place: 0, heading: 'A', samples: ['Botica'], key: null },
    { place: 1, heading: 'Código', samples: ['B-1'], key: 'code' as const },
  ],
};

const SOURCE = { sheet: 0, sheets: [], encoding: null };

const ERROR = { value: '', remedy: 'Complete esta celda', suggestion: null };

it('shows each line of a file before it creates the new clients, once', async () => {
  markIn(aView({ permissionsList: [{ module: '000' }, { module: 'U01' }] }));
  const gateway = fakeGateway();
  const line = { ok: true, code: null, taxId: null, district: null } as const;
  const change = { field: 'Teléfono', before: '987', after: '912' };
  gateway.on(clientRecordOperations['clients.importPreview'], () => ({
    readable: true,
    id: '7',
    layout: LAYOUT,
    source: SOURCE,
    ignored: ['Edad'],
    hidden: 2,
    lines: [
      { ...line, line: 2, name: 'Botica', known: null },
      { ...line, line: 3, name: 'Óptica', known: { name: 'Óptica', code: 'C1', changes: [] } },
      { ...line, line: 4, name: 'Bodega', known: { name: 'Bodega', code: 'C3', changes: [change] } },
      { line: 5, ok: false, name: '', errors: [{ ...ERROR, column: 'name', reason: 'Falta' }] },
    ],
  }));
  gateway.on(clientRecordOperations['clients.importCommit'], () => ({
    created: 1,
    updated: 1,
    firstCode: 'C2',
    lastCode: 'C2',
  }));
  const { user } = renderInApp(<ClientsImportWindow officeId="LIMA" onClose={vi.fn()} />);
  await user.upload(screen.getByLabelText('Archivo de clientes'), new File(['x'], 'c.csv'));
  expect((await screen.findByRole('heading', { name: /^1 cliente nuevo/ })).textContent).toBe(
    '1 cliente nuevo · 2 ya están · 1 fila por corregir',
  );
  expect(screen.getByText(/2 filas ocultas o tachadas no se leen. Columnas que no se usan: Edad/)).toBeTruthy();
  expect(screen.getByText('de «987» a «912»', { exact: false })).toBeTruthy();
  expect(screen.queryByRole('checkbox', { name: 'Actualizar Óptica' })).toBeNull();
  expect(screen.getByRole('button', { name: 'Crear 1 cliente' })).toBeTruthy();
  await user.click(screen.getByRole('checkbox', { name: 'Actualizar Bodega' }));
  await user.click(screen.getByRole('button', { name: 'Crear 1 cliente y actualizar 1' }));
  expect(await screen.findByText('Se creó 1 cliente, con código C2. Se actualizó 1 cliente.')).toBeTruthy();
  expect(gateway.sentTo(clientRecordOperations['clients.importCommit']).map(({ body }) => body)).toEqual([
    { clients: 1, update: [4] },
  ]);
});

it('asks for the columns of a file without a name', async () => {
  markIn(aView({ permissionsList: [{ module: '000' }, { module: 'U01' }] }));
  const gateway = fakeGateway();
  gateway.on(clientRecordOperations['clients.importPreview'], () => ({
    readable: false,
    why: 'Falta la columna Nombre',
    remedy: 'Seleccione',
    // With a code or a document no name is needed.
    layout: {
      ...LAYOUT,
      columns: LAYOUT.columns.map((each) => (each.key === 'code' ? { ...each, key: 'phone' as const } : each)),
    },
    source: SOURCE,
  }));
  const { user } = renderInApp(<ClientsImportWindow officeId="LIMA" onClose={vi.fn()} />);
  await user.upload(screen.getByLabelText('Archivo de clientes'), new File(['x'], 'c.csv'));
  expect(await screen.findByText('Falta seleccionar: Nombre.')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Continuar' }));
  expect((await screen.findByRole('alert')).textContent).toBe('Seleccione las columnas que faltan.');
  await user.click(screen.getByRole('combobox', { name: '«A» es' }));
  await user.click(await screen.findByRole('option', { name: 'Nombre *' }));
  await user.click(screen.getByRole('button', { name: 'Continuar' }));
  await waitFor(() =>
    expect(
      gateway.sentTo(clientRecordOperations['clients.importPreview']).map(({ query }) => query['columns']),
    ).toEqual([undefined, '1:1-phone,0-name']),
  );
});

it('reads pasted cells like a file', async () => {
  markIn(aView({ permissionsList: [{ module: '000' }, { module: 'U01' }] }));
  const gateway = fakeGateway();
  gateway.on(clientRecordOperations['clients.importPreview'], () => ({
    readable: false,
    why: 'El archivo no tiene clientes',
    remedy: 'Escriba uno',
    layout: null,
    source: null,
  }));
  renderInApp(<ClientsImportWindow officeId="LIMA" onClose={vi.fn()} />);
  const clipboardData = { files: [], getData: () => 'Nombre\tRUC\nBotica\t' };
  fireEvent.paste(document.body, { clipboardData });
  expect((await screen.findByRole('alert')).textContent).toBe('El archivo no tiene clientes. Escriba uno');
  expect(gateway.sentTo(clientRecordOperations['clients.importPreview']).map(({ query }) => query['fileName'])).toEqual(
    ['Lista pegada.txt'],
  );
});
