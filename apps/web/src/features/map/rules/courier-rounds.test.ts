import { type Order } from '@despacho/contracts/dispatch';
import { expect, it } from 'vitest';
import { roundOf, roundsOf, roundText, summaryText } from './courier-rounds.ts';

const order = (id: string, courier: string | null, state: Order['state'], sequence: number | null = null): Order =>
  ({
    id,
    state,
    sequence,
    date: '2026-11-21',
    courier: courier === null ? null : { id: courier, name: `${courier} Ríos` },
    dueAt: `2026-11-21T1${id}:00:00.000Z`,
    place: { address: 'Jr. Uno 1', ubigeo: '150131', lat: Number(id), lng: -77 },
  }) as Order;

it('groups assigned orders by courier, in route order', () => {
  const rounds = roundsOf(
    [
      order('1', 'Zoe', 'asignada', 2),
      order('2', 'Ana', 'en_ruta'),
      order('3', 'Zoe', 'en_ruta', 1),
      order('4', null, 'pendiente'),
      order('5', 'Zoe', 'entregada'),
      order('6', 'Zoe', 'asignada'),
    ],
    [
      { id: 'Zoe', name: 'Zoe Ríos' },
      { id: 'Eva', name: 'Eva Ríos' },
    ],
  );
  expect(rounds.map(({ name, stops, onRoute }) => [name, stops.map(({ id }) => id).join(' '), onRoute])).toEqual([
    ['Ana Ríos', '2', 1],
    ['Eva Ríos', '', 0],
    ['Zoe Ríos', '3 1 6', 1],
  ]);
});

it('shows the next stop of a courier', () => {
  const [left] = roundsOf([order('1', 'Ana', 'en_ruta')], []);
  const [waiting] = roundsOf([order('1', 'Ana', 'asignada'), order('2', 'Ana', 'asignada')], []);
  expect(left && roundText(left)).toBe('siguiente: San Isidro · 1 por entregar');
  expect(waiting && roundText(waiting)).toBe('empieza en: San Isidro · 2 por entregar');
});

it('counts the shown orders and couriers in the heading of the list', () => {
  const rounds = roundsOf([order('1', 'Ana', 'en_ruta'), order('2', 'Zoe', 'asignada')], []);
  expect(summaryText(2, rounds, undefined)).toBe('2 órdenes · 2 repartidores');
  expect(summaryText(1, rounds, rounds[0])).toBe('1 orden · 1 repartidor');
});

it('returns an empty round for a chosen courier without orders', () => {
  const rounds = roundsOf([order('1', 'Ana', 'en_ruta')], []);
  const eva = { id: 'Eva', name: 'Eva Ríos' };
  expect(roundOf('Ana', rounds, [eva])).toBe(rounds[0]);
  expect(roundOf('Eva', rounds, [eva])).toEqual({ ...eva, stops: [], onRoute: 0 });
  expect(roundOf(undefined, rounds, [eva])).toBeUndefined();
});
