import { importOperations, type ImportPreview, type OrderPreview } from '@despacho/contracts/dispatch';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { aView } from '../../../../test/a-view.ts';
import { fakeGateway, problem } from '../../../../test/fake-gateway.ts';
import { renderInApp } from '../../../../test/render.tsx';
import { OrdersListState } from '../../orders/state/OrdersListState.tsx';
import { OrdersState } from '../../orders/state/OrdersState.tsx';
import { markIn } from '../../session/state/session-store.ts';
import { ImportWindow } from './ImportWindow.tsx';

const { 'imports.preview': preview, 'imports.commit': commit } = importOperations;
const readable: ImportPreview = {
  readable: true,
  id: '5',
  fileName: 'ordenes.csv',
  lines: 3,
  good: 3,
  broken: 0,
  doubtful: [],
  imported: null,
  ignored: [],
  rows: [],
  expiresAt: '2026-11-21T12:00:00.000Z',
};

const onClose = vi.fn();
let gateway: ReturnType<typeof fakeGateway>;
beforeEach(() => {
  onClose.mockReset();
  gateway = fakeGateway();
  markIn(aView());
});

/** Opens the window and chooses a file, as if dropped: the file input's filter does not apply. */
async function chooseFile(name: string) {
  const { user } = renderInApp(
    <OrdersState>
      <OrdersListState>
        <ImportWindow onClose={onClose} />
      </OrdersListState>
    </OrdersState>,
  );
  const input = screen.getByLabelText<HTMLInputElement>('Archivo de órdenes');
  input.accept = '';
  await user.upload(input, new File(['x'], name));
  return { user };
}

it('rejects a file of another kind without sending it', async () => {
  await chooseFile('foto.png');
  expect(await screen.findByText(/«foto\.png» no es CSV ni Excel \(\.xlsx\)/)).toBeTruthy();
  expect(gateway.sentTo(preview)).toEqual([]);
});

it('says which columns a file lacks', async () => {
  gateway.on(preview, () => ({ readable: false, why: 'columns', columns: ['Distrito'], remedy: 'Use la plantilla.' }));
  await chooseFile('otro.csv');
  expect(await screen.findByText('Faltan columnas obligatorias: Distrito. Use la plantilla.')).toBeTruthy();
});

it('retries a failed import with the same idempotency key', async () => {
  gateway.on(preview, () => readable);
  gateway.on(commit, () => problem('upstream-unreachable'));
  const { user } = await chooseFile('ordenes.csv');
  await user.click(await screen.findByRole('button', { name: 'Importar 3 órdenes' }));
  expect(await screen.findByText(/Nada se importa dos veces/)).toBeTruthy();
  gateway.on(commit, () => ({
    batch: '9',
    at: '2026-11-20T12:00:00.000Z',
    orders: 3,
    leftOut: 0,
    firstCode: 'D-1',
    lastCode: 'D-3',
  }));
  await user.click(screen.getByRole('button', { name: 'Importar 3 órdenes' }));
  expect(await screen.findByText(/Se importaron 3 órdenes/)).toBeTruthy();
  const keys = gateway.sentTo(commit).map(({ headers }) => headers['Idempotency-Key']);
  expect(keys).toHaveLength(2);
  expect(new Set(keys).size).toBe(1);
});

const row = (line: number): OrderPreview => ({
  line,
  ok: true,
  client: 'Botica',
  clientReference: null,
  recipient: `Ana ${line}`,
  address: `Jr. Uno ${line}`,
  ubigeo: '150122',
  date: '2026-11-21',
  window: null,
  collectDue: null,
  notes: [],
});

const doubtfulFile: ImportPreview = {
  ...readable,
  rows: [row(2), row(3), row(4)],
  doubtful: [
    { line: 2, as: 'order', id: '77', code: 'D0000077' },
    { line: 4, as: 'line', first: 3 },
  ],
};

it('leaves doubtful lines out, and imports those that are switched on', async () => {
  gateway.on(preview, () => doubtfulFile);
  gateway.on(commit, () => ({
    batch: '9',
    at: '2026-11-20T12:00:00.000Z',
    orders: 2,
    leftOut: 1,
    firstCode: 'D-1',
    lastCode: 'D-2',
  }));
  const { user } = await chooseFile('ordenes.csv');
  expect(await screen.findByText('3 líneas: 1 correcta, 2 posibles repetidas, ninguna con errores')).toBeTruthy();
  const doubtful = within(screen.getByRole('region', { name: 'Posibles repetidas' }));
  expect(doubtful.getAllByRole('checkbox').map((box) => (box as HTMLInputElement).checked)).toEqual([
    false,
    false,
    false,
  ]);
  expect(doubtful.getByRole('link', { name: 'D0000077, en otra pestaña' }).getAttribute('href')).toMatch(/ver=77/);
  expect(doubtful.getByText('la línea 3')).toBeTruthy();
  expect(within(screen.getByRole('region', { name: 'Líneas correctas' })).getByText('Ana 3')).toBeTruthy();
  expect(screen.queryByText('Jr. Uno 2, Miraflores')).toBeNull();
  expect(screen.getByRole('button', { name: 'Importar 1 orden' })).toBeTruthy();

  const all = doubtful.getByRole('checkbox', { name: 'Importar las 2 de todos modos' });
  await user.click(all);
  expect(screen.getByRole('button', { name: 'Importar 3 órdenes' })).toBeTruthy();
  await user.click(doubtful.getByRole('checkbox', { name: 'Importar la línea 4' }));
  await user.click(screen.getByRole('button', { name: 'Importar 2 órdenes' }));
  expect(gateway.sentTo(commit).map(({ body }) => body)).toEqual([{ orders: 2, include: [2] }]);
  expect(await screen.findByText(/No se importó 1 línea que parecía repetida\./)).toBeTruthy();
});

it('asks before closing only if choices would be lost', async () => {
  gateway.on(preview, () => doubtfulFile);
  const first = await chooseFile('ordenes.csv');
  await first.user.click(await screen.findByRole('button', { name: 'Cancelar' }));
  expect(onClose).toHaveBeenCalledTimes(1);
  await first.user.click(screen.getByRole('checkbox', { name: 'Importar la línea 4' }));
  await first.user.click(screen.getByRole('button', { name: 'Cerrar la ventana' }));
  await first.user.click(await screen.findByRole('button', { name: 'Seguir editando' }));
  expect(onClose).toHaveBeenCalledTimes(1);
  await first.user.click(screen.getByRole('button', { name: 'Cerrar la ventana' }));
  await first.user.click(await screen.findByRole('button', { name: 'Cerrar sin importar' }));
  await waitFor(() => {
    expect(onClose).toHaveBeenCalledTimes(2);
  });
});
