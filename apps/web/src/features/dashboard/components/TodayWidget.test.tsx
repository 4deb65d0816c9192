import { ORDER_STATE_CODES, orderOperations, type OrdersByState, type OrderState } from '@despacho/contracts/dispatch';
import { screen } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { aView } from '../../../../test/a-view.ts';
import { fakeGateway } from '../../../../test/fake-gateway.ts';
import { renderInApp } from '../../../../test/render.tsx';
import { markIn } from '../../session/state/session-store.ts';
import { TodayWidget } from './TodayWidget.tsx';

function counts(some: Partial<Record<OrderState, number>>): OrdersByState {
  const states = Object.fromEntries(ORDER_STATE_CODES.map((state) => [state, some[state] ?? 0]));
  const total = Object.values(some).reduce((sum, count) => sum + count, 0);
  return { total, states: states as OrdersByState['states'] };
}

let gateway: ReturnType<typeof fakeGateway>;
beforeEach(() => {
  gateway = fakeGateway();
  gateway.on(orderOperations['orders.states'], () => counts({ pendiente: 103, asignada: 4, entregada: 12 }));
  markIn(aView());
});

const figures = async () => {
  await screen.findByText('103');
  return screen.getAllByRole('listitem').map(({ textContent }) => textContent);
};

it("compares today's figures with yesterday at this hour", async () => {
  gateway.on(orderOperations['orders.dayBefore'], () => counts({ pendiente: 97, asignada: 6, entregada: 12 }));
  renderInApp(<TodayWidget />);
  expect(await screen.findByText('frente a ayer a esta hora')).toBeTruthy();
  expect((await figures()).slice(0, 4)).toEqual([
    '103Pendientes+6 · ayer 97',
    '4Asignadas−2 · ayer 6',
    '0En ruta= · ayer 0',
    '12Entregadas= · ayer 12',
  ]);
});

it('shows only today if yesterday had no orders yet', async () => {
  gateway.on(orderOperations['orders.dayBefore'], () => counts({}));
  renderInApp(<TodayWidget />);
  expect((await figures())[0]).toBe('103Pendientes');
  expect(screen.queryByText('frente a ayer a esta hora')).toBeNull();
});
