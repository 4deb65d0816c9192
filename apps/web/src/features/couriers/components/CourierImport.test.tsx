import { courierImportOperations, type CourierPreview } from '@despacho/contracts/dispatch';
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { fakeGateway } from '#test/fake-gateway.ts';
import { renderInApp } from '#test/render.tsx';
import { CourierImport } from './CourierImport.tsx';

const input = (name: string) => ({
  name,
  phone: null,
  vehicle: 'moto' as const,
  plate: null,
  zones: [],
  shift: { from: '08:00', to: '18:00' },
  capacityOrders: 30,
  capacityGrams: 60_000,
});

const PREVIEW: CourierPreview = {
  readable: true,
  source: { sheet: 0, sheets: [], encoding: null },
  ignored: ['Edad'],
  hidden: 0,
  lines: [
    { line: 2, ok: true, input: input('Rosa Huanca'), known: null },
    { line: 3, ok: true, input: input('Hugo Paredes'), known: 'Hugo Paredes' },
    { line: 4, ok: false, name: 'Ana', errors: [{ column: 'phone', text: 'x', reason: 'Escriba un teléfono' }] },
  ],
};

let gateway: ReturnType<typeof fakeGateway>;
beforeEach(() => {
  gateway = fakeGateway();
});

async function choose(preview: CourierPreview, name = 'repartidores.csv') {
  gateway.on(courierImportOperations['couriers.preview'], () => preview);
  const onBack = vi.fn();
  const { user } = renderInApp(<CourierImport officeId="LIMA" onBack={onBack} />);
  await user.upload(screen.getByLabelText('Archivo de repartidores'), new File(['Nombre'], name));
  return { user, onBack };
}

it('creates the lines without errors, and known couriers only if asked for', async () => {
  gateway.on(courierImportOperations['couriers.import'], () => ({ created: 2 }));
  const { user, onBack } = await choose(PREVIEW);
  const create = await screen.findByRole('button', { name: 'Crear 1 repartidor' });
  expect(screen.getByRole('status').textContent).toBe(
    '3 filas, 1 con errores, que no se importan, 1 que ya están en la lista. Columnas que no se usan: Edad.',
  );
  expect(create).toBeTruthy();
  await user.click(screen.getByRole('checkbox', { name: /Se parece a Hugo Paredes/ }));
  await user.click(screen.getByRole('button', { name: 'Crear 2 repartidores' }));
  await waitFor(() => expect(onBack).toHaveBeenCalledOnce());
  expect(gateway.sentTo(courierImportOperations['couriers.import']).map(({ body }) => body)).toEqual([
    { couriers: [input('Rosa Huanca'), input('Hugo Paredes')] },
  ]);
});

it('says what to do with a file that cannot be read', async () => {
  await choose({ readable: false, remedy: 'Falta la columna «Nombre»', source: null });
  expect((await screen.findByRole('alert')).textContent).toBe('Falta la columna «Nombre»');
});
