import { type Order, type OrderRef, type Receipt } from '@despacho/contracts/dispatch';
import { type Response } from 'supertest';
import { beforeEach } from 'vitest';
import { type Database } from '#platform/database/open-database.ts';
import { type Desk, useDesk } from './use-desk.ts';

/** An order from a response, as a reference for a request. */
export const ref = ({ id, version }: Order): OrderRef => ({ id, version });

/** Gives a courier of N1 cash that is not handed over, in céntimos. */
export async function giveCash(db: Database, courierId: string, amount: number, day = '2026-11-20'): Promise<void> {
  const row = { office_id: 'N1', courier_id: Number(courierId), day, amount };
  await db
    .insertInto('money_balances')
    .values({ ...row, means: 'efectivo', place: 'repartidor', reason: '' })
    .execute();
}

/** A desk with two couriers, and helpers for their most frequent requests. */
export interface Loads extends Desk {
  /** Serves all districts, with capacity for thirty orders. */
  pedro: string;
  /** Serves only the centre of Lima. */
  sara: string;
  assign: (orders: Order[], courierId: string, as?: 'ana' | 'luis', key?: string) => Promise<Receipt>;
  undo: (batch: string | null, as?: 'ana' | 'luis') => Promise<Response>;
  /** The logged order changes, oldest first. */
  events: () => Promise<Record<string, unknown>[]>;
}

/** Like `useDesk`; the couriers are created before each test. */
export function useLoads(): Loads {
  const desk = useDesk();
  const { dispatch } = desk;
  const loads: Loads = Object.assign(desk as Loads, {
    assign: (orders: Order[], courierId: string, as: 'ana' | 'luis' = 'ana', key?: string) =>
      dispatch.ok('assignments.assign', { as, body: { courierId, orders: orders.map(ref) }, ...(key && { key }) }),
    undo: (batch: string | null, as: 'ana' | 'luis' = 'ana') =>
      dispatch.call('assignments.undo', { as, body: { batch: batch ?? '' } }),
    events: async () => {
      const logged = desk.db
        .selectFrom('events')
        .select('data')
        .where('type', '=', 'order.changed')
        .orderBy('position');
      return (await logged.execute()).map(({ data }) => data);
    },
  });
  beforeEach(async () => {
    loads.pedro = await dispatch.createCourier();
    loads.sara = await dispatch.createCourier({ name: 'Sara Núñez', zones: ['150101'] });
  });
  return loads;
}
