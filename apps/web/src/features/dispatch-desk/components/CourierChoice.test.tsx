import {
  type Courier,
  courierOperations,
  type CourierRanking,
  suggestionOperations,
} from '@despacho/contracts/dispatch';
import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { aCourier } from '#test/a-courier.ts';
import { aView } from '#test/a-view.ts';
import { anOrder } from '#test/an-order.ts';
import { fakeGateway } from '#test/fake-gateway.ts';
import { renderInApp } from '#test/render.tsx';
import { OrdersState } from '#features/orders/state/OrdersState.tsx';
import { markIn } from '#features/session/state/session-store.ts';
import { CourierChoice } from './CourierChoice.tsx';
import { CourierWindow } from './CourierWindow.tsx';

const couriers = [
  aCourier({ id: '1', name: 'Hugo Paredes', capacityOrders: 1 }),
  aCourier({ id: '2', name: 'Ana Núñez' }),
  aCourier({ id: '3', name: 'Luis Quispe', zones: ['150101'] }),
];

const TODAY = '2026-11-20';

function openChoice(all = couriers, ranking?: CourierRanking) {
  const onChoose = vi.fn<(courier: Courier) => void>();
  const days = [{ day: TODAY, couriers: all, orders: [anOrder()] }];
  const choice = <CourierChoice label="Repartidor" days={days} today={TODAY} ranking={ranking} onChoose={onChoose} />;
  return { ...renderInApp(choice), onChoose, field: screen.getByRole<HTMLInputElement>('combobox') };
}

const RANKING: CourierRanking = {
  day: TODAY,
  distances: { source: 'direct', hasFallenBack: false },
  couriers: [
    { courierId: '3', name: 'Luis Quispe', km: 1.24, minutes: 6.2, late: [], warnings: [] },
    {
      courierId: '1',
      name: 'Hugo Paredes',
      km: 0.02,
      minutes: 0.3,
      late: [
        { id: '8', code: 'D-8', minutes: 12 },
        { id: '9', code: 'D-9', minutes: 3 },
      ],
      warnings: [],
    },
  ],
};

const highlighted = (): string | undefined =>
  screen.getAllByRole('option').find((option) => option.hasAttribute('data-highlighted'))?.textContent;

it('lists couriers with their warnings, best fit first and highlighted', () => {
  openChoice();
  expect(screen.getAllByRole('option')).toHaveLength(couriers.length);
  expect(screen.getAllByRole('option')[0]?.textContent).toContain('Ana Núñez');
  expect(highlighted()).toContain('Ana Núñez');
  expect(screen.getByRole('option', { name: /Hugo Paredes/ }).textContent).toContain('de 1 orden');
});

it('lists who drives least first, with what the orders would cost', () => {
  openChoice(couriers, RANKING);
  const [first, second, third] = screen.getAllByRole('option').map(({ textContent }) => textContent);
  expect(first).toContain('Luis Quispe');
  expect(first).toContain('+1.2 km · +6 min');
  expect(second).toContain('sin desvío · atrasa D-8 12 min y 1 más');
  expect(third).toContain('Ana Núñez');
});

it('moves nobody when the costs arrive after the list', async () => {
  const gateway = fakeGateway();
  const answer = Promise.withResolvers<CourierRanking>();
  gateway.on(courierOperations['couriers.list'], () => couriers);
  gateway.on(suggestionOperations['assignments.rank'], () => answer.promise);
  markIn(aView());
  renderInApp(
    <OrdersState>
      <CourierWindow title="Asignar" lead="" orders={[anOrder()]} isRanked onChoose={vi.fn()} onClose={vi.fn()} />
    </OrdersState>,
    { path: '/assing' },
  );
  const names = () => screen.getAllByRole('option').map(({ textContent }) => /Hugo|Ana|Luis/.exec(textContent)?.[0]);
  expect(await screen.findAllByRole('option')).toHaveLength(3);
  const before = names();
  expect(before[0]).toBe('Ana');
  answer.resolve(RANKING);
  expect(await screen.findByText('+1.2 km · +6 min')).toBeTruthy();
  expect(names()).toEqual(before);
});

it('chooses the highlighted courier with Enter', async () => {
  const { user, field, onChoose } = openChoice();
  await user.click(field);
  await user.keyboard('{Enter}');
  expect(onChoose).toHaveBeenCalledExactlyOnceWith(couriers[1]);
});

it('moves the highlight with the arrow keys', async () => {
  const { user, field, onChoose } = openChoice();
  const [, second] = screen.getAllByRole('option');
  await user.click(field);
  await user.keyboard('{ArrowDown}{Enter}');
  expect(second?.textContent).toContain(onChoose.mock.lastCall?.[0].name);
});

it('finds a courier by name or district, and reports no match', async () => {
  const { user, field } = openChoice();
  await user.type(field, 'nunez');
  expect(screen.getAllByRole('option')).toHaveLength(1);
  expect(highlighted()).toContain('Ana Núñez');
  await user.clear(field);
  await user.type(field, 'miraflores');
  expect(screen.getAllByRole('option')).toHaveLength(2);
  await user.type(field, 'xyz');
  expect(screen.queryByRole('option')).toBeNull();
  expect(screen.getByText('Nadie coincide con «mirafloresxyz».')).toBeTruthy();
});

it('highlights the match, including zones', async () => {
  const cueva = aCourier({ id: '4', name: 'Iván Cueva', zones: ['150142'] });
  const { user, field } = openChoice([cueva, aCourier({ id: '5', name: 'Iván Salazar' })]);
  await user.type(field, 'ivan sal');
  expect(screen.getAllByRole('option').map((option) => option.querySelectorAll('mark')[1]?.textContent)).toEqual([
    'Sal',
    'Sal',
  ]);
});

it('moves into the list with Enter if several match equally well', async () => {
  const two = ['Rosa Llerena', 'Rosa Medina'].map((name) => aCourier({ id: name, name }));
  const { user, field, onChoose } = openChoice(two);
  await user.type(field, 'rosa');
  expect(highlighted()).toBeUndefined();
  await user.keyboard('{Enter}');
  expect(onChoose).not.toHaveBeenCalled();
  expect(highlighted()).toContain('Rosa Llerena');
  await user.keyboard('{ArrowDown}{Enter}');
  expect(onChoose).toHaveBeenCalledExactlyOnceWith(two[1]);
});

it('chooses nobody with Enter once several match equally well', async () => {
  const all = ['Iván Cueva', 'Iván Salazar'].map((name, id) => aCourier({ id: String(id), name }));
  const { user, field, onChoose } = openChoice(all);
  await user.type(field, 'ivan sal');
  expect(highlighted()).toContain('Iván Salazar');
  await user.keyboard('{Backspace>4/}{Enter}');
  expect(onChoose).not.toHaveBeenCalled();
});

it('chooses a courier by click and keeps the focus in the field', async () => {
  const { user, field, onChoose } = openChoice();
  await user.click(field);
  await user.click(screen.getByRole('option', { name: /Luis Quispe/ }));
  expect(onChoose).toHaveBeenCalledExactlyOnceWith(couriers[2]);
  expect(document.activeElement).toBe(field);
});
