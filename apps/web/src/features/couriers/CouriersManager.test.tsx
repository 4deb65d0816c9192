import { courierOperations, RETIRED_PAGE } from '@despacho/contracts/dispatch';
import { screen, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { aCourier } from '#test/a-courier.ts';
import { aView } from '#test/a-view.ts';
import { fakeGateway, problem } from '#test/fake-gateway.ts';
import { renderInApp } from '#test/render.tsx';
import { markIn } from '#features/session/state/session-store.ts';
import { CouriersManager } from './CouriersManager.tsx';

let gateway: ReturnType<typeof fakeGateway>;
beforeEach(() => {
  gateway = fakeGateway();
  gateway.on(courierOperations['couriers.list'], () => [aCourier()]);
});

async function openManager(charge = 'S') {
  markIn(aView({ charge }));
  const shown = renderInApp(
    <CouriersManager
      officeId="LIMA"
      timeZone="America/Lima"
      renderImport={() => null}
      onLeave={vi.fn()}
      onClose={vi.fn()}
    />,
  );
  return { ...shown, row: await screen.findByRole('listitem', { name: 'Hugo Paredes' }) };
}

it.each([
  ['S', ['Editar', 'Teléfono', 'Ficha', 'Marcar ausente', 'Retirar']],
  ['A', ['Editar', 'Teléfono', 'Ficha', 'Marcar ausente']],
])('offers charge %s the actions %j on a courier', async (charge, actions) => {
  const { row } = await openManager(charge);
  expect(
    within(row)
      .getAllByRole('button')
      .map(({ textContent }) => textContent),
  ).toEqual(actions);
});

it('sorts couriers by name in Peruvian order', async () => {
  gateway.on(courierOperations['couriers.list'], () =>
    ['Hugo Paredes', 'Zoila Paz', 'Ñusta Rojas', 'Nora Gil', 'Íñigo Salas', 'Élmer Luna', 'Eva Cruz'].map((name, at) =>
      aCourier({ id: String(at + 1), name }),
    ),
  );
  await openManager();
  expect(screen.getAllByRole('listitem').map((row) => row.getAttribute('aria-label'))).toEqual([
    'Élmer Luna',
    'Eva Cruz',
    'Hugo Paredes',
    'Íñigo Salas',
    'Nora Gil',
    'Ñusta Rojas',
    'Zoila Paz',
  ]);
});

it('asks who receives the orders before a courier with a load is retired', async () => {
  gateway.on(courierOperations['couriers.list'], () => [aCourier(), aCourier({ id: '2', name: 'Rosa Huanca' })]);
  gateway.on(courierOperations['couriers.retire'], () => aCourier({ state: 'retirado', version: 2 }));
  const { user, row } = await openManager();
  await user.click(within(row).getByRole('button', { name: 'Retirar a Hugo Paredes' }));
  const form = await screen.findByRole('form', { name: 'Retirar a Hugo Paredes' });
  await user.click(within(form).getByRole('button', { name: 'Pasar órdenes y retirar' }));
  expect(await within(form).findByText('Seleccione a quién pasan')).toBeTruthy();
  expect(gateway.sentTo(courierOperations['couriers.retire'])).toEqual([]);
  within(form).getByRole('combobox', { name: 'Sus órdenes pasan a' }).focus();
  await user.keyboard('{ArrowDown}');
  await user.click(await screen.findByRole('option', { name: /Rosa Huanca/ }));
  await user.click(within(form).getByRole('button', { name: 'Pasar órdenes y retirar' }));
  await screen.findByRole('list', { name: 'Todos los repartidores' });
  expect(gateway.sentTo(courierOperations['couriers.retire']).map(({ body }) => body)).toEqual([
    { version: 1, handTo: '2' },
  ]);
});

it('offers to hand over orders of other days when retiring is refused', async () => {
  const detail = 'Hugo Paredes todavía tiene carga';
  gateway.on(courierOperations['couriers.list'], () => [aCourier({ load: { orders: 0, weightGrams: 0 } })]);
  gateway.on(courierOperations['couriers.retire'], () => problem('conflict', { detail }));
  const { user, row } = await openManager();
  await user.click(within(row).getByRole('button', { name: 'Retirar a Hugo Paredes' }));
  await user.click(await screen.findByRole('button', { name: 'Retirar' }));
  expect((await screen.findByRole('alert')).textContent).toContain(detail);
  await user.click(screen.getByRole('button', { name: 'Pasar sus órdenes y retirar' }));
  expect((await screen.findByRole('form', { name: 'Retirar a Hugo Paredes' })).textContent).toContain('otros días');
});

it.each([
  ['the amount with D05', 8500, 'S/ 85.00 en efectivo'],
  ['only the fact without D05', null, 'lleva efectivo'],
])('asks before a courier with cash is retired or marked absent: %s', async (_title, held, text) => {
  gateway.on(courierOperations['couriers.list'], () => [aCourier({ held, load: { orders: 0, weightGrams: 0 } })]);
  gateway.on(courierOperations['couriers.retire'], () => aCourier({ state: 'retirado', version: 2 }));
  const { user, row } = await openManager();
  await user.click(within(row).getByRole('button', { name: 'Marcar ausente: Hugo Paredes' }));
  const absent = await screen.findByRole('dialog', { name: '¿Marcar ausente a Hugo Paredes?' });
  expect(absent.textContent).toContain(text);
  await user.click(within(absent).getByRole('button', { name: 'Cancelar' }));
  expect(gateway.sentTo(courierOperations['couriers.edit'])).toEqual([]);
  await user.click(within(row).getByRole('button', { name: 'Retirar a Hugo Paredes' }));
  const retire = await screen.findByRole('dialog', { name: '¿Retirar a Hugo Paredes?' });
  expect(retire.textContent).toContain(text);
  await user.click(within(retire).getByRole('button', { name: 'Retirar' }));
  await vi.waitFor(() =>
    expect(gateway.sentTo(courierOperations['couriers.retire']).map(({ body }) => body)).toEqual([
      { version: 1, withCash: true },
    ]),
  );
});

it('offers no hand-over of orders when retiring is refused for cash', async () => {
  const detail = 'Hugo Paredes todavía lleva efectivo';
  gateway.on(courierOperations['couriers.list'], () => [aCourier({ load: { orders: 0, weightGrams: 0 } })]);
  gateway.on(courierOperations['couriers.retire'], () =>
    problem('conflict', { detail, errors: [{ field: 'withCash', message: detail }] }),
  );
  const { user, row } = await openManager();
  await user.click(within(row).getByRole('button', { name: 'Retirar a Hugo Paredes' }));
  await user.click(await screen.findByRole('button', { name: 'Retirar' }));
  expect((await screen.findByRole('alert')).textContent).toBe(`${detail} `);
});

it('shows the telephone as a link to call', async () => {
  gateway.on(courierOperations['couriers.list'], () => [aCourier({ phone: '987654321' })]);
  const { row } = await openManager();
  expect(within(row).getByRole('link').getAttribute('href')).toBe('tel:987654321');
});

it('loads pages of retired couriers on request', async () => {
  const retired = (from: number, count: number) =>
    Array.from({ length: count }, (_, at) =>
      aCourier({ id: String(from - at), name: `Retirado ${from - at}`, state: 'retirado' }),
    );
  gateway.on(courierOperations['couriers.list'], () => [aCourier(), ...retired(1000, RETIRED_PAGE)]);
  const asked: unknown[] = [];
  gateway.on(courierOperations['couriers.retired'], ({ query }) => {
    asked.push(query['antes']);
    return retired(Number(query['antes']) - 1, asked.length === 1 ? RETIRED_PAGE : 3);
  });
  const { user } = await openManager();
  expect(screen.queryByRole('button', { name: 'Mostrar más retirados' })).toBeNull();
  await user.click(screen.getByRole('checkbox', { name: 'Ver retirados' }));
  await user.click(screen.getByRole('button', { name: 'Mostrar más retirados' }));
  await screen.findByRole('listitem', { name: 'Retirado 800' });
  await user.click(screen.getByRole('button', { name: 'Mostrar más retirados' }));
  await screen.findByRole('listitem', { name: 'Retirado 598' });
  expect(screen.queryByRole('button', { name: 'Mostrar más retirados' })).toBeNull();
  expect(asked).toEqual(['801', '601']);
});

it('shows why an office cannot have another courier', async () => {
  const detail =
    'La oficina ya tiene 2,000 repartidores que no están retirados, el máximo. Retire a los que ya no trabajan';
  gateway.on(courierOperations['couriers.retired'], () => []);
  gateway.on(courierOperations['couriers.edit'], () => problem('conflict', { detail }));
  const { user, row } = await openManager();
  await user.click(within(row).getByRole('button', { name: 'Marcar ausente: Hugo Paredes' }));
  expect((await screen.findByText(detail)).getAttribute('role')).toBe('alert');
});
