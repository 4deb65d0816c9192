import { type Order, type OrderRef, type Receipt } from '@despacho/contracts/dispatch';
import { type Response } from 'supertest';
import { beforeEach } from 'vitest';
import { type Desk, useDesk } from './use-desk.ts';

/** An order as it was answered, as a request names it. */
export const ref = ({ id, version }: Order): OrderRef => ({ id, version });

/** A desk with two couriers, and what most is asked of it. */
export interface Loads extends Desk {
  /** Works everywhere, and can take thirty orders. */
  pedro: string;
  /** Works in Lima's centre alone. */
  sara: string;
  assign: (orders: Order[], courierId: string, as?: 'ana' | 'luis', key?: string) => Promise<Receipt>;
  undo: (batch: string | null, as?: 'ana' | 'luis') => Promise<Response>;
  /** What the log tells of orders, oldest first. */
  events: () => Promise<Record<string, unknown>[]>;
}

/** As `useDesk`; the couriers are there before each test. */
export function useLoads(): Loads {
  const desk = useDesk();
  const { dispatch } = desk;
  const loads: Loads = Object.assign(desk as Loads, {
    assign: (orders: Order[], courierId: string, as: 'ana' | 'luis' = 'ana', key?: string) =>
      dispatch.ok('assignments.assign', { as, body: { courierId, orders: orders.map(ref) }, ...(key && { key }) }),
    undo: (batch: string | null, as: 'ana' | 'luis' = 'ana') =>
      dispatch.call('assignments.undo', { as, body: { batch: batch ?? '' } }),
    events: async () => {
      const told = desk.db.selectFrom('events').select('data').where('type', '=', 'order.changed').orderBy('position');
      return (await told.execute()).map(({ data }) => data);
    },
  });
  beforeEach(async () => {
    loads.pedro = await dispatch.createCourier();
    loads.sara = await dispatch.createCourier({ name: 'Sara Núñez', zones: ['150101'] });
  });
  return loads;
}
