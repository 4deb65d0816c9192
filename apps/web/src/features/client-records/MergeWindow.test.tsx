import { clientRecordOperations, type MergePreview } from '@despacho/contracts/dispatch';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { aClientRecord } from '#test/a-client-record.ts';
import { fakeGateway, problem } from '#test/fake-gateway.ts';
import { renderInApp } from '#test/render.tsx';
import MergeWindow from './MergeWindow.tsx';

const CLIENT = aClientRecord();
const DOUBLE = { id: 'c2', name: 'Botica El Sol', code: 'C0002', taxId: '20512345678' };
const { 'clients.mergePreview': preview, 'clients.merge': merge } = clientRecordOperations;

const aPreview = (some: Partial<MergePreview> = {}): MergePreview => ({
  from: aClientRecord({ id: 'c2', version: 5, name: DOUBLE.name }),
  orders: 0,
  elsewhere: 0,
  clashes: [],
  moreClashes: 0,
  links: 0,
  views: 0,
  ...some,
});

function open() {
  const onClose = vi.fn();
  const clients = [{ ...DOUBLE, id: CLIENT.id, name: CLIENT.name, code: CLIENT.code }, DOUBLE];
  const shown = renderInApp(<MergeWindow officeId="LIMA" client={CLIENT} clients={clients} onClose={onClose} />);
  return { ...shown, onClose };
}

async function choose({ user }: ReturnType<typeof open>) {
  await user.type(screen.getByRole('textbox', { name: '¿Cuál es el duplicado?' }), 'sol');
  const found = within(screen.getByRole('list', { name: 'Clientes que coinciden' })).getAllByRole('button');
  // The client that stays is not offered as its own duplicate.
  expect(found.map(({ textContent }) => textContent)).toEqual(['Botica El SolC0002 · 20512345678']);
  for (const double of found) await user.click(double);
}

it('merges only after showing what would move, with both versions', async () => {
  const gateway = fakeGateway();
  gateway.on(preview, () => aPreview({ orders: 3, elsewhere: 1, links: 2, views: 1 }));
  gateway.on(merge, () => ({ client: CLIENT, orders: 3, renamed: 0 }));
  const shown = open();
  await choose(shown);
  expect(await screen.findByText('Pasan 3 órdenes, con sus fotos.')).toBeTruthy();
  expect(screen.getByText(/1 es de otra oficina: lo hace alguien con cargo S/)).toBeTruthy();
  expect(screen.getByText(/2 enlaces de invitados mostrarán también/)).toBeTruthy();
  expect(screen.getByText(/1 vista guardada lo filtra/)).toBeTruthy();
  expect(gateway.sentTo(merge)).toEqual([]);
  await shown.user.click(screen.getByRole('button', { name: 'Unir los clientes' }));
  await waitFor(() => expect(shown.onClose).toHaveBeenCalled());
  expect(gateway.sentTo(merge)[0]?.body).toEqual({ version: 3, from: 'c2', fromVersion: 5 });
});

it('lists repeated references with their new names, and renames them', async () => {
  const gateway = fakeGateway();
  const clashes = [{ reference: 'PED-1', renamed: 'PED-1 (C0002)', code: 'D-7' }];
  gateway.on(preview, () => aPreview({ orders: 9, clashes, moreClashes: 4 }));
  gateway.on(merge, () => ({ client: CLIENT, orders: 9, renamed: 5 }));
  const shown = open();
  await choose(shown);
  expect(await screen.findByText('D-7: «PED-1» será «PED-1 (C0002)»')).toBeTruthy();
  expect(screen.getByText(/5 referencias están repetidas/)).toBeTruthy();
  expect(screen.getByText('y 4 más')).toBeTruthy();
  await shown.user.click(screen.getByRole('button', { name: 'Unir y renombrar referencias' }));
  await waitFor(() => expect(gateway.sentTo(merge)[0]?.body).toMatchObject({ rename: true }));
});

it('shows a refusal, and allows another duplicate to be chosen', async () => {
  const gateway = fakeGateway();
  gateway.on(preview, () => aPreview());
  gateway.on(merge, () => problem('upstream-refused', { detail: 'Botica El Sol tiene órdenes de otras oficinas' }));
  const shown = open();
  await choose(shown);
  await shown.user.click(await screen.findByRole('button', { name: 'Unir los clientes' }));
  expect(await screen.findByText(/tiene órdenes de otras oficinas/)).toBeTruthy();
  expect(shown.onClose).not.toHaveBeenCalled();
  await shown.user.click(screen.getByRole('button', { name: 'Elegir otro' }));
  const search = screen.getByRole<HTMLInputElement>('textbox', { name: '¿Cuál es el duplicado?' });
  await shown.user.clear(search);
  await shown.user.type(search, 'nadie');
  expect(screen.getByText('Ningún otro cliente coincide.')).toBeTruthy();
});
