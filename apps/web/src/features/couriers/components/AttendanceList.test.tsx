import { courierOperations, courierRecordOperations } from '@despacho/contracts/dispatch';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { aCourier } from '#test/a-courier.ts';
import { fakeGateway } from '#test/fake-gateway.ts';
import { renderInApp } from '#test/render.tsx';
import { AttendanceList } from './AttendanceList.tsx';

const TODAY = '2026-11-20';

const onLeave = vi.fn();

let gateway: ReturnType<typeof fakeGateway>;
beforeEach(() => {
  gateway = fakeGateway();
  gateway.on(courierOperations['couriers.list'], ({ query }) => [
    aCourier({ id: '1', name: 'Ana Paz' }),
    aCourier({ id: '2', name: 'Hugo Paredes', state: query['dia'] === undefined ? 'ausente' : 'activo' }),
    aCourier({ id: '3', name: 'Rosa Huanca' }),
    aCourier({ id: '4', name: 'Retirado', state: 'retirado' }),
  ]);
  gateway.on(courierRecordOperations['couriers.attend'], () => ({ changed: 2 }));
});

const openList = async () => {
  const shown = renderInApp(<AttendanceList officeId="LIMA" today={TODAY} onLeave={onLeave} onBack={vi.fn()} />);
  const list = { name: 'Asistencia de los repartidores' };
  await screen.findByRole('list', list);
  return {
    ...shown,
    boxes: () => within(screen.getByRole('list', list)).getAllByRole<HTMLInputElement>('checkbox'),
  };
};

const sent = () => gateway.sentTo(courierRecordOperations['couriers.attend']).map(({ body }) => body);

it('is filled in by keyboard, and saves only what changed', async () => {
  const { user, boxes } = await openList();
  expect(boxes().map(({ checked }) => checked)).toEqual([true, false, true]);
  expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toContain('2 de 3 presentes hoy');
  expect(document.activeElement).toBe(boxes()[0]);
  await user.keyboard('ap{ArrowUp}');
  expect(document.activeElement).toBe(boxes()[1]);
  await user.keyboard('{End}  ');
  expect(boxes().map(({ checked }) => checked)).toEqual([false, true, true]);
  await user.click(screen.getByRole('button', { name: 'Guardar asistencia (2)' }));
  await waitFor(() => expect(sent()).toEqual([{ day: TODAY, absent: ['1'], present: ['2'] }]));
});

it('marks who will be absent tomorrow', async () => {
  const { user, boxes } = await openList();
  await user.click(screen.getByRole('button', { name: 'Mañana' }));
  await waitFor(() => expect(boxes().map(({ checked }) => checked)).toEqual([true, true, true]));
  await user.click(boxes()[2] as HTMLElement);
  await user.click(screen.getByRole('button', { name: 'Guardar asistencia (1)' }));
  await waitFor(() => expect(sent()).toEqual([{ day: '2026-11-21', absent: ['3'], present: [] }]));
});

it('offers to split the load of a courier who goes home, until something is marked', async () => {
  const { user } = await openList();
  await user.keyboard('{ArrowRight}');
  const leave = screen.getByRole<HTMLButtonElement>('button', { name: 'Ana Paz se retira hoy' });
  expect(document.activeElement).toBe(leave);
  await user.keyboard('{Enter}');
  expect(onLeave.mock.lastCall?.[0]).toMatchObject({ id: '1' });
  await user.keyboard('{ArrowLeft}a');
  expect(leave.disabled).toBe(true);
  await user.click(screen.getByRole('button', { name: 'Mañana' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: /se retira hoy$/ })).toBeNull());
});
