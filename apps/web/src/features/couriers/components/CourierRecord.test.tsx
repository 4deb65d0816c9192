import { courierRecordOperations } from '@despacho/contracts/dispatch';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { aCourier } from '#test/a-courier.ts';
import { aView } from '#test/a-view.ts';
import { fakeGateway, problem } from '#test/fake-gateway.ts';
import { renderInApp } from '#test/render.tsx';
import { markIn } from '#features/session/state/session-store.ts';
import { CourierRecord } from './CourierRecord.tsx';

const SOAT = { kind: 'soat' as const, number: 'A-1', until: '2026-11-22' };

let gateway: ReturnType<typeof fakeGateway>;
beforeEach(() => {
  gateway = fakeGateway();
  gateway.on(courierRecordOperations['couriers.absences'], () => ({ days: ['2026-11-23', '2026-11-24'] }));
  gateway.on(courierRecordOperations['couriers.documents'], () => ({ version: 3, documents: [SOAT] }));
});

const open = (modules = ['U01', 'G01']) => {
  markIn(aView({ charge: 'A', permissionsList: modules.map((module) => ({ module })) }));
  return renderInApp(<CourierRecord officeId="LIMA" courier={aCourier()} today="2026-11-20" onBack={vi.fn()} />);
};

it('shows documents with their expiry, and saves them on top of the version that was read', async () => {
  gateway.on(courierRecordOperations['couriers.writeDocuments'], () => ({ version: 4, documents: [SOAT] }));
  const { user } = open();
  const soat = await screen.findByRole('group', { name: /^SOAT/ });
  expect(soat.textContent).toContain('por vencer');
  const licence = screen.getByRole('group', { name: 'Licencia de conducir' });
  await user.type(within(licence).getByLabelText('Número'), 'Q123');
  await user.type(within(licence).getByLabelText('Vence'), '31/12/2027');
  await user.click(screen.getByRole('button', { name: 'Guardar documentos' }));
  await waitFor(() =>
    expect(gateway.sentTo(courierRecordOperations['couriers.writeDocuments']).map(({ body }) => body)).toEqual([
      { version: 3, documents: [{ kind: 'licencia', number: 'Q123', until: '2027-12-31' }, SOAT] },
    ]),
  );
});

it('asks to reload documents that somebody else changed', async () => {
  gateway.on(courierRecordOperations['couriers.writeDocuments'], () => problem('conflict'));
  const { user } = open();
  await screen.findByRole('group', { name: /^SOAT/ });
  await user.click(screen.getByRole('button', { name: 'Guardar documentos' }));
  gateway.on(courierRecordOperations['couriers.documents'], () => ({ version: 5, documents: [] }));
  await user.click(await screen.findByRole('button', { name: 'Cargar lo guardado' }));
  await waitFor(() => expect(screen.getByRole('group', { name: 'SOAT' })).toBeTruthy());
});

it('does not read documents for a person without G01', async () => {
  open(['U01']);
  expect(await screen.findByText(/los ve quien tiene también Permiso Usuario/)).toBeTruthy();
  expect(gateway.sentTo(courierRecordOperations['couriers.documents'])).toEqual([]);
});

it('adds and removes days of absence', async () => {
  const sent = () => gateway.sentTo(courierRecordOperations['couriers.absent']).map(({ body }) => body);
  gateway.on(courierRecordOperations['couriers.absent'], () => ({ days: [] }));
  const { user } = open(['U01']);
  await user.click(await screen.findByRole('button', { name: 'Quitar la ausencia: 23 nov – 24 nov' }));
  await waitFor(() => expect(sent()).toEqual([{ from: '2026-11-23', to: '2026-11-24', absent: false }]));
  const form = screen.getByRole('form', { name: 'Agregar ausencia' });
  const [first, last] = within(form).getAllByRole('textbox') as [HTMLElement, HTMLElement];
  await user.clear(last);
  await user.type(last, '19/11/2026');
  await user.click(within(form).getByRole('button', { name: 'Marcar ausente' }));
  expect(await within(form).findByText(/Escriba el primer y el último día/)).toBeTruthy();
  await user.clear(last);
  await user.type(last, '21/11/2026');
  await user.click(within(form).getByRole('button', { name: 'Marcar ausente' }));
  await waitFor(() => expect(sent()[1]).toEqual({ from: '2026-11-20', to: '2026-11-21', absent: true }));
  expect(first).toBeTruthy();
});
