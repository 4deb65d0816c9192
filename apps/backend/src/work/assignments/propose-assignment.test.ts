import { describe, expect, it } from 'vitest';
import { type CourierRow } from '#fleet/couriers/courier-row.ts';
import { type OrderRow } from '#orders/order/order-row.ts';
import { proposeAssignment } from './propose-assignment.ts';

const courier = (id: number, changes: Partial<CourierRow> = {}): CourierRow => ({
  id,
  company_id: 'norte',
  office_id: 'N1',
  name: `Courier ${id}`,
  phone: null,
  vehicle: 'moto',
  vehicle_category: null,
  plate: null,
  zones: [],
  zone_ids: [],
  shift_from: '08:00',
  shift_to: '18:00',
  capacity_orders: 10,
  capacity_grams: 10_000,
  state: 'activo',
  version: 1,
  created_at: new Date(0),
  retired_at: null,
  orders: 0,
  weightGrams: 0,
  ...changes,
});

const order = (id: number, changes: Partial<OrderRow> = {}): OrderRow =>
  ({
    id,
    state: 'pendiente',
    ubigeo: '150122',
    lat: -12.12,
    lng: -77.03,
    approximate: false,
    window_from: null,
    window_to: null,
    due_at: new Date(1_000_000),
    priority: 'normal',
    weight_grams: 100,
    version: 1,
    ...changes,
  }) as OrderRow;

const NO_ZONES = (): string[] => [];

const summary = ({ parts, unplaced }: ReturnType<typeof proposeAssignment>) => ({
  parts: Object.fromEntries(parts.map((part) => [part.courier.id, part.orders.map(({ id }) => id)])),
  unplaced: Object.fromEntries(unplaced.map((each) => [each.order.id, each.why])),
});

describe('the proposal', () => {
  it('respects zones, and reports districts without a courier', () => {
    const couriers = [courier(1, { zones: ['150101'] }), courier(2, { zones: ['150122'] })];
    const orders = [order(1), order(2, { ubigeo: '150101' }), order(3, { ubigeo: '150142' })];
    expect(summary(proposeAssignment(orders, couriers, NO_ZONES))).toEqual({
      parts: { 1: [2], 2: [1] },
      unplaced: { 3: 'no_zone' },
    });
  });

  it('gives an order to those who serve its district or a drawn zone that it is in', () => {
    const couriers = [courier(1, { zone_ids: ['7'] }), courier(2, { zones: ['150122'], zone_ids: ['8'] })];
    const orders = [order(1, { ubigeo: '150101' }), order(2), order(3, { ubigeo: '150101' })];
    const zonesAt = ({ ubigeo }: { ubigeo: string }) => (ubigeo === '150101' ? ['9', '7'] : []);
    expect(summary(proposeAssignment(orders, couriers, zonesAt))).toEqual({
      parts: { 1: [1, 3], 2: [2] },
      unplaced: {},
    });
    expect(summary(proposeAssignment(orders, couriers.slice(0, 1), NO_ZONES)).unplaced).toEqual({
      1: 'no_zone',
      2: 'no_zone',
      3: 'no_zone',
    });
  });

  it('respects shifts', () => {
    const couriers = [courier(1, { shift_from: '08:00', shift_to: '13:00' })];
    const orders = [
      order(1, { window_from: '12:00', window_to: '15:00' }),
      order(2, { window_from: '13:00', window_to: '15:00' }),
      order(3, { window_from: '06:00', window_to: '08:00' }),
      order(4),
    ];
    expect(summary(proposeAssignment(orders, couriers, NO_ZONES))).toEqual({
      parts: { 1: [1, 4] },
      unplaced: { 2: 'no_shift', 3: 'no_shift' },
    });
  });

  it("counts a courier's existing load, in orders and weight", () => {
    const couriers = [courier(1, { orders: 9 }), courier(2, { weightGrams: 9950 })];
    const orders = [order(1), order(2), order(3, { weight_grams: 50 })];
    expect(summary(proposeAssignment(orders, couriers, NO_ZONES))).toEqual({
      parts: { 1: [1], 2: [3] },
      unplaced: { 2: 'no_capacity' },
    });
  });

  it('assigns urgent orders first', () => {
    const couriers = [courier(1, { capacity_orders: 2 })];
    const orders = [
      order(1),
      order(2, { priority: 'alta', due_at: new Date(9_000_000) }),
      order(3, { due_at: new Date(1) }),
    ];
    expect(summary(proposeAssignment(orders, couriers, NO_ZONES))).toEqual({
      parts: { 1: [2, 3] },
      unplaced: { 1: 'no_capacity' },
    });
  });

  it('fills couriers who have a route before the least loaded of the others', () => {
    const couriers = [courier(1, { orders: 8 }), courier(2, { weightGrams: 500 }), courier(3)];
    const orders = [order(1), order(2, { ubigeo: '150101' }), order(3), order(4, { ubigeo: '150101' })];
    expect(summary(proposeAssignment(orders, couriers, NO_ZONES)).parts).toEqual({ 1: [1, 2], 3: [3, 4] });
  });

  it('prefers one courier for a district, and then the nearest orders', () => {
    const couriers = [courier(1, { zones: ['150101'] }), courier(2, { zones: ['150122'] })];
    const third = courier(3, { zones: ['150104'] });
    const orders = [
      order(1, { ubigeo: '150101', lat: -12.05 }),
      order(2),
      order(3, { ubigeo: '150104', lat: -12.14 }),
      order(4, { ubigeo: '150101', lat: -12.13 }),
    ];
    const near = [courier(1, { zones: ['150101', '150104'] }), courier(2, { zones: ['150122', '150104'] })];
    expect(summary(proposeAssignment(orders, [...couriers, third], NO_ZONES)).parts).toEqual({
      1: [1, 4],
      2: [2],
      3: [3],
    });
    expect(summary(proposeAssignment(orders, near, NO_ZONES)).parts).toEqual({ 1: [1, 4], 2: [2, 3] });
  });

  it('moves a small share to others who can take all of it, within their capacity', () => {
    const orders = [order(1, { ubigeo: '150101' }), order(2, { ubigeo: '150104' }), order(3)];
    const van = courier(1, { zones: ['150101'], capacity_orders: 80 });
    const rider = courier(2, { zones: ['150101', '150104', '150122'] });
    expect(summary(proposeAssignment(orders, [van, rider], NO_ZONES)).parts).toEqual({ 2: [2, 3, 1] });
    const small = { ...rider, capacity_orders: 2 };
    expect(summary(proposeAssignment(orders, [van, small], NO_ZONES)).parts).toEqual({ 1: [1], 2: [2, 3] });
  });

  it('uses few couriers for few orders', () => {
    const districts = Array.from({ length: 40 }, (_, index) => `1501${String(index + 1).padStart(2, '0')}`);
    const zonesOf = (index: number) =>
      Array.from({ length: 6 }, (_, by) => districts[(index + by) % districts.length] ?? '');
    const couriers = Array.from({ length: 47 }, (_, index) =>
      courier(index + 1, { zones: zonesOf(index), capacity_orders: index % 5 === 0 ? 80 : 25 }),
    );
    const orders = Array.from({ length: 196 }, (_, index) =>
      order(index + 1, { ubigeo: districts[index % districts.length] ?? '', lat: -12 - (index % 17) / 100 }),
    );
    const { parts, unplaced } = proposeAssignment(orders, couriers, NO_ZONES);
    expect(unplaced).toEqual([]);
    expect(parts.length).toBeLessThanOrEqual(12);
    for (const { courier: each } of parts) expect(each.orders).toBeLessThanOrEqual(each.capacity_orders);
  });

  it('considers only active couriers and pending orders', () => {
    const couriers = [courier(1, { state: 'ausente' }), courier(2, { state: 'retirado' })];
    expect(summary(proposeAssignment([order(1), order(2, { state: 'asignada' })], couriers, NO_ZONES))).toEqual({
      parts: {},
      unplaced: { 1: 'no_zone', 2: 'not_pending' },
    });
  });

  it('is independent of input order, and does not modify its input', () => {
    const couriers = [courier(1), courier(2, { zones: ['150101'] }), courier(3, { capacity_orders: 3 })];
    const orders = Array.from({ length: 12 }, (_, index) =>
      order(index + 1, { ubigeo: index % 2 ? '150101' : '150122' }),
    );
    const copy = structuredClone({ couriers, orders });
    const one = summary(proposeAssignment(orders, couriers, NO_ZONES));
    expect(summary(proposeAssignment(orders.toReversed(), couriers.toReversed(), NO_ZONES))).toEqual(one);
    expect({ couriers, orders }).toEqual(copy);
  });
});
