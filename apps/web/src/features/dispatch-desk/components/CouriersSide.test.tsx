import {
  assignmentOperations,
  courierOperations,
  ORDER_FLAG_CODES,
  orderOperations,
} from '@despacho/contracts/dispatch';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { aCourier } from '#test/a-courier.ts';
import { aView } from '#test/a-view.ts';
import { anOrder } from '#test/an-order.ts';
import { fakeGateway } from '#test/fake-gateway.ts';
import { renderInApp } from '#test/render.tsx';
import { OrdersListState } from '#features/orders/state/OrdersListState.tsx';
import { OrdersState } from '#features/orders/state/OrdersState.tsx';
import { useOrders } from '#features/orders/state/use-orders-state.ts';
import { markIn } from '#features/session/state/session-store.ts';
import { DialogContext } from '../state/dialogs.ts';
import { CouriersSide } from './CouriersSide.tsx';

let gateway: ReturnType<typeof fakeGateway>;
/** The element that the page has under the pointer. */
let below: Element | null = null;
/** Runs the next animation frame. */
let runFrame: (now: number) => void = () => undefined;

beforeEach(() => {
  gateway = fakeGateway();
  gateway.on(orderOperations['orders.list'], () => ({ orders: [anOrder({ id: '1', version: 3 })], next: null }));
  gateway.on(orderOperations['orders.counts'], () => ({
    total: 1,
    flags: Object.fromEntries(ORDER_FLAG_CODES.map((flag) => [flag, 0])),
  }));
  gateway.on(courierOperations['couriers.list'], () => [
    aCourier({ id: '7', name: 'Íngrid Ñahui', capacityOrders: 30, load: { orders: 2, weightGrams: 0 } }),
  ]);
  markIn(aView());
  below = null;
  Object.assign(document, { elementFromPoint: () => below });
  vi.spyOn(globalThis, 'requestAnimationFrame').mockImplementation((run) => {
    runFrame = run;
    return 1;
  });
});

const Rows = () =>
  useOrders().orders.map(({ id, code }) => (
    <p key={id} data-order-id={id}>
      {code}
    </p>
  ));

const pointer = (type: 'pointermove' | 'pointerup', clientX: number, clientY: number): void => {
  act(() => {
    globalThis.dispatchEvent(new MouseEvent(type, { clientX, clientY }));
  });
};

/** Starts dragging the order. @returns the courier's row and the list, 100 to 500 px from the top. */
async function drag() {
  renderInApp(
    <OrdersState>
      <OrdersListState>
        <DialogContext value={vi.fn()}>
          <Rows />
          <CouriersSide />
        </DialogContext>
      </OrdersListState>
    </OrdersState>,
  );
  const courier = await screen.findByRole('listitem', { name: 'Íngrid Ñahui' });
  const list = document.querySelector('[data-couriers]');
  if (!list) throw new Error('There is no list of couriers');
  vi.spyOn(list, 'getBoundingClientRect').mockReturnValue(new DOMRect(600, 100, 300, 400));
  fireEvent.pointerDown(await screen.findByText('ORD-1'), { clientX: 10, clientY: 10, button: 0 });
  pointer('pointermove', 300, 300);
  return { courier, list };
}

const ghost = () => document.querySelector('[class*="ghost"]')?.textContent;

describe('dragging an order', () => {
  it('names the courier, the orders and the load before and after, and assigns on release', async () => {
    const { courier } = await drag();
    expect(ghost()).toBe('1 orden');
    below = courier;
    pointer('pointermove', 700, 300);
    expect(ghost()).toContain('Asignar 1 orden aÍngrid ÑahuiLleva 2 → 3 de 30 órdenes');
    pointer('pointerup', 700, 300);
    await waitFor(() => {
      expect(gateway.sentTo(assignmentOperations['assignments.assign']).map(({ body }) => body)).toEqual([
        { courierId: '7', orders: [{ id: '1', version: 3 }] },
      ]);
    });
    expect(ghost()).toBeUndefined();
  });

  it('scrolls the list at its end, and targets the courier that arrives under the resting pointer', async () => {
    const { courier, list } = await drag();
    pointer('pointermove', 700, 500);
    const frames = (...times: number[]): void => {
      act(() => {
        for (const now of times) runFrame(now);
      });
    };
    frames(1000, 1100);
    expect(list.scrollTop).toBe(90);
    below = courier;
    frames(1200);
    expect(list.scrollTop).toBe(180);
    expect(ghost()).toContain('Íngrid Ñahui');
    // Outside the list, nothing scrolls.
    pointer('pointermove', 300, 500);
    frames(1300);
    expect(list.scrollTop).toBe(180);
    pointer('pointerup', 300, 500);
  });
});
