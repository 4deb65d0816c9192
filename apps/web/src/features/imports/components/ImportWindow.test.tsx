import { importOperations, type ImportPreview } from '@despacho/contracts/dispatch';
import { screen } from '@testing-library/react';
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
  imported: null,
  ignored: [],
  rows: [],
  expiresAt: '2026-11-21T12:00:00.000Z',
};

let gateway: ReturnType<typeof fakeGateway>;
beforeEach(() => {
  gateway = fakeGateway();
  markIn(aView());
});

/** Opens the window and chooses a file, as if dropped: the file input's filter does not apply. */
async function chooseFile(name: string) {
  const { user } = renderInApp(
    <OrdersState>
      <OrdersListState>
        <ImportWindow onClose={vi.fn()} />
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
    firstCode: 'D-1',
    lastCode: 'D-3',
  }));
  await user.click(screen.getByRole('button', { name: 'Importar 3 órdenes' }));
  expect(await screen.findByText(/Se importaron 3 órdenes/)).toBeTruthy();
  const keys = gateway.sentTo(commit).map(({ headers }) => headers['Idempotency-Key']);
  expect(keys).toHaveLength(2);
  expect(new Set(keys).size).toBe(1);
});
