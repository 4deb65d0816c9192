import { emptyFilter } from '@despacho/contracts/dispatch';
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { assignOrders } from '../src/assignments/assign-orders.ts';
import { createCourier } from '../src/couriers/create-courier.ts';
import { prepareExport } from '../src/exports/prepare-export.ts';
import { countByState } from '../src/orders/count-orders.ts';
import { createOrder } from '../src/orders/create-order.ts';
import { courierInput, dispatcherOf, orderInput } from './dispatch-world.ts';
import { recount, tallied } from './tallied.ts';
import { useDesk } from './use-desk.ts';

describe('the tallies behind the counters', () => {
  const desk = useDesk();

  const ana = dispatcherOf('ana');

  it('follow created, changed and deleted orders, and drop empty kinds', async () => {
    const inputs = [{}, {}, { note: 'Frágil' }, { collectDue: 100 }, { date: '2026-11-21' }];
    const orders = [];
    for (const changes of inputs) orders.push(await createOrder(desk.services, ana, randomUUID(), orderInput(changes)));
    expect(
      (await tallied(desk.db)).map(({ date, with_note, with_collection, orders: count }) => [
        date,
        with_collection,
        with_note,
        count,
      ]),
    ).toEqual([
      ['2026-11-20', false, false, 2],
      ['2026-11-20', false, true, 1],
      ['2026-11-20', true, false, 1],
      ['2026-11-21', false, false, 1],
    ]);
    expect(await tallied(desk.db)).toEqual(await recount(desk.db));
    expect(await countByState(desk.services, ana, emptyFilter())).toMatchObject({ total: 5, states: { pendiente: 5 } });
    const { orders: exported } = await prepareExport(desk.services, dispatcherOf('chief'), {
      format: 'csv',
      filter: { hasta: '2026-11-20' },
    });
    expect(exported).toBe(4);

    const { id: courierId } = await createCourier(desk.services, ana, randomUUID(), courierInput());
    const refs = orders.slice(0, 2).map(({ id, version }) => ({ id, version }));
    await assignOrders(desk.services, ana, randomUUID(), { courierId, orders: refs });
    const after = await tallied(desk.db);
    expect(after).toEqual(await recount(desk.db));
    // Every pending order of that day now has a note or a collection.
    expect(
      after.filter(({ date, with_note, with_collection }) => date === '2026-11-20' && !with_note && !with_collection),
    ).toMatchObject([{ state: 'asignada', orders: 2 }]);

    // The due time of closed orders is not counted.
    await sql`update order_progress set state = 'entregada' where state = 'asignada'`.execute(desk.db);
    await sql`update order_progress set due_at = due_at + interval '1 minute'`.execute(desk.db);
    await sql`update order_details set evidence = id % 2`.execute(desk.db);
    expect(await tallied(desk.db)).toEqual(await recount(desk.db));
    for (const table of ['order_search', 'order_progress', 'order_details'] as const)
      await desk.db.deleteFrom(table).execute();
    expect(await tallied(desk.db)).toEqual([]);
  });
});
