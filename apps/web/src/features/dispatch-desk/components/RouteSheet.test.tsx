import {
  arrivalOperations,
  courierOperations,
  emptyFilter,
  orderOperations,
  reasonOperations,
} from '@despacho/contracts/dispatch';
import { screen, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { aView } from '#test/a-view.ts';
import { markIn } from '#features/session/state/session-store.ts';
import { aCourier } from '#test/a-courier.ts';
import { anOrder } from '#test/an-order.ts';
import { fakeGateway } from '#test/fake-gateway.ts';
import { renderInApp } from '#test/render.tsx';
import { DispatchOfficeContext, OrderFilterContext } from '#features/orders/state/use-orders-state.ts';
import { RouteSheet } from './RouteSheet.tsx';

afterEach(() => {
  vi.useRealTimers();
});

it('shows the day, the means of payment and the reasons, in a focusable scroll area', async () => {
  // 21:00 of the 22nd in Lima.
  vi.useFakeTimers({ now: Date.parse('2026-11-23T02:00:00Z'), toFake: ['Date'] });
  const gateway = fakeGateway();
  markIn(aView({ permissionsList: [{ module: 'U01' }, { module: 'M01' }] }));
  gateway.on(arrivalOperations['arrivals.list'], ({ query }) =>
    query['dia'] === '2026-11-22' && query['repartidor'] === '7'
      ? [
          {
            orderId: '1',
            courierId: '7',
            at: '2026-11-22T19:02:00Z',
            until: '2026-11-22T19:08:00Z',
            left: '2026-11-22T19:08:30Z',
          },
        ]
      : [],
  );
  gateway.on(courierOperations['couriers.list'], () => [aCourier({ id: '7', name: 'Hugo Paredes' })]);
  const collect = { due: 4590, payments: [], difference: null };
  const stops = [
    anOrder({ id: '1', date: '2026-11-22', collect, sequence: 1 }),
    anOrder({ id: '2', date: '2026-11-20', sequence: 2, pinned: true }),
  ];
  gateway.on(orderOperations['orders.list'], () => ({ orders: stops, next: null }));
  gateway.on(reasonOperations['reasons.list'], () => [{ code: 'ausente', name: 'Destinatario ausente' }]);
  renderInApp(
    <DispatchOfficeContext value={{ officeId: 'LIMA', timeZone: 'America/Lima' }}>
      <OrderFilterContext
        value={{ filter: emptyFilter(), written: emptyFilter(), setFilter: vi.fn(), sort: 'vence', setSort: vi.fn() }}
      >
        <RouteSheet courierId="7" onBack={vi.fn()} />
      </OrderFilterContext>
    </DispatchOfficeContext>,
  );
  const frame = await screen.findByRole('region', { name: 'Vista de la hoja' });
  expect(frame.tabIndex).toBe(0);
  const sheet = within(within(frame).getByRole('article', { name: 'Hoja de ruta de Hugo Paredes' }));
  expect(sheet.getByRole('heading').textContent).toBe('Hoja de ruta · domingo, 22 de noviembre de 2026');
  // Stops of earlier days come first.
  const [, second, first] = sheet.getAllByRole('row');
  const means = within(first ?? frame).getByRole('list', { name: 'Cómo pagó' });
  expect(
    within(means)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toContain('Efectivo');
  // Nothing to collect, and of another day.
  expect(within(second ?? frame).queryByRole('list')).toBeNull();
  expect(within(second ?? frame).getByRole('img', { name: 'Fija en su lugar' })).toBeDefined();
  expect(within(first ?? frame).queryByRole('img', { name: 'Fija en su lugar' })).toBeNull();
  expect(second?.textContent).toContain('del 20 nov');
  expect(first?.textContent).not.toContain('del 22 nov');
  await sheet.findByText('Llegó 14:02, estuvo 6 min');
  expect(first?.textContent).toContain('Llegó 14:02, estuvo 6 min');
  expect(second?.textContent).not.toContain('Llegó');
  // A phone reads the code of an order from the sheet.
  await within(first ?? frame).findByRole('img', { name: `Código QR de ${stops[0]?.code ?? ''}` });
  const reasons = await sheet.findByRole('region', { name: 'Motivos de no entrega' });
  expect(reasons.textContent).toContain('1 Destinatario ausente');
});
