import { courierImportOperations, type CourierPreview } from '@despacho/contracts/dispatch';
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { aView } from '#test/a-view.ts';
import { fakeGateway } from '#test/fake-gateway.ts';
import { renderInApp } from '#test/render.tsx';
import { markIn } from '#features/session/state/session-store.ts';
import { CouriersImport } from './CouriersImport.tsx';

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

const ERROR = {
  column: 'phone',
  value: 'x',
  reason: 'No es un teléfono',
  remedy: 'Corríjalo',
  suggestion: null,
} as const;

const PREVIEW: CourierPreview = {
  readable: true,
  id: null,
  layout: { line: 1, columns: [], rows: [] },
  source: { sheet: 0, sheets: [], encoding: null },
  ignored: ['Edad'],
  hidden: 0,
  lines: [
    { line: 2, ok: true, input: input('Rosa Huanca'), zoneNames: ['Centro'], known: null },
    { line: 3, ok: true, input: input('Hugo Paredes'), zoneNames: [], known: 'Hugo Paredes' },
    { line: 4, ok: false, name: 'Ana', errors: [ERROR] },
  ],
};

let gateway: ReturnType<typeof fakeGateway>;
beforeEach(() => {
  markIn(aView({ permissionsList: [{ module: 'U01' }] }));
  gateway = fakeGateway();
});

async function choose(preview: CourierPreview, name = 'repartidores.csv') {
  gateway.on(courierImportOperations['couriers.preview'], () => preview);
  const onBack = vi.fn();
  const { user } = renderInApp(<CouriersImport officeId="LIMA" onBack={onBack} />);
  await user.upload(screen.getByLabelText('Archivo de repartidores'), new File(['Nombre'], name));
  return { user, onBack };
}

it('creates the lines without errors, and known couriers only on request', async () => {
  gateway.on(courierImportOperations['couriers.import'], () => ({ created: 2 }));
  const { user, onBack } = await choose(PREVIEW);
  const create = await screen.findByRole('button', { name: 'Crear 1 repartidor' });
  expect(screen.getByRole('heading', { name: /^2 repartidores/ }).textContent).toBe(
    '2 repartidores · 1 ya está en la lista · 1 fila por corregir',
  );
  expect(screen.getByText(/Columnas que no se usan: Edad/)).toBeTruthy();
  expect(screen.getByText(/08:00–18:00 · Centro/)).toBeTruthy();
  expect(create).toBeTruthy();
  await user.click(screen.getByRole('checkbox', { name: /Se parece a Hugo Paredes/ }));
  await user.click(screen.getByRole('button', { name: 'Crear 2 repartidores' }));
  await waitFor(() => expect(onBack).toHaveBeenCalledOnce());
  expect(gateway.sentTo(courierImportOperations['couriers.import']).map(({ body }) => body)).toEqual([
    { couriers: [input('Rosa Huanca'), input('Hugo Paredes')] },
  ]);
});

it('says what to do about an unreadable file', async () => {
  await choose({ readable: false, why: 'Es un PDF', remedy: 'Guárdelo como CSV', layout: null, source: null });
  expect((await screen.findByRole('alert')).textContent).toBe('Es un PDF. Guárdelo como CSV');
});

it('offers the columns of documents to people with G01 only', async () => {
  const template = async () =>
    decodeURIComponent((await screen.findByRole('link', { name: /plantilla/ })).getAttribute('href') ?? '');
  const { unmount } = renderInApp(<CouriersImport officeId="LIMA" onBack={vi.fn()} />);
  expect(await template()).toMatch(/Zonas\r\n$/);
  unmount();
  markIn(aView({ permissionsList: [{ module: 'U01' }, { module: 'G01' }] }));
  renderInApp(<CouriersImport officeId="LIMA" onBack={vi.fn()} />);
  expect(await template()).toMatch(/Vence el SOAT/);
});

it('asks once about equal texts, and reads the file again with the accepted suggestion', async () => {
  const district = { ...ERROR, column: 'zones', value: 'San Martín', suggestion: 'San Martín de Porres' } as const;
  const lines = [7, 9].map((line) => ({ line, ok: false as const, name: 'Ana', errors: [district, ERROR] }));
  const { user } = await choose({ ...PREVIEW, lines });
  const [button] = await screen.findAllByRole('button', { name: '¿Quiso decir San Martín de Porres? (2 filas)' });
  if (button) await user.click(button);
  await waitFor(() =>
    expect(gateway.sentTo(courierImportOperations['couriers.preview']).map(({ query }) => query['accepted'])).toEqual([
      undefined,
      '7-zones',
    ]),
  );
});
