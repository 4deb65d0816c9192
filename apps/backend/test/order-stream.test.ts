import { type OrderChanged } from '@despacho/contracts/dispatch';
import { describe, expect, it } from 'vitest';
import { assignOrders } from '#work/assignments/assign-orders.ts';
import { dispatcherOf, type Worker, workerClaims } from './dispatch-world.ts';
import { type EventReader } from './event-reader.ts';
import { useStream } from './use-stream.ts';

describe('changes of orders in the event stream', () => {
  const stream = useStream();
  const { dispatch } = stream;
  const open = (who: Worker, lastEventId?: string) => stream.open(workerClaims(who), lastEventId);
  const logged = (reader: EventReader) =>
    (reader.data as Partial<OrderChanged>[]).filter(({ type }) => type === 'order.changed').map(({ what }) => what);

  it('reach everyone with the module in the office, and nobody else', async () => {
    const luis = await open('luis');
    const chief = await open('chief');
    const silent = await Promise.all(
      (['clerk', 'blindchief', 'neighbour', 'stranger'] as const).map((who) => open(who)),
    );
    const courierId = await dispatch.createCourier();
    const order = await dispatch.createOrder();
    await dispatch.ok('assignments.assign', { body: { courierId, orders: [{ id: order.id, version: 1 }] } });
    for (const reader of [luis, chief]) {
      await reader.until(() => logged(reader).length === 2);
      expect(logged(reader)).toEqual(['creada', 'asignada']);
      expect(reader.data.at(-1)).toMatchObject({
        actor: { username: 'ana' },
        order: { id: order.id, version: 2 },
        before: { courierId: null },
        after: { courierId },
      });
    }
    // Readers of the same offices only move their cursor; others receive nothing at all.
    for (const reader of silent.slice(0, 2)) await reader.until(() => reader.cursor.includes('.3'));
    for (const reader of silent) expect(reader.data).toEqual([]);
  });

  it('are replayed after a disconnection, once and in order', async () => {
    const before = await open('luis');
    const place = before.cursor;
    before.close();
    const courierId = await dispatch.createCourier();
    const orders = await dispatch.createOrders(3);
    const refs = orders.map(({ id, version }) => ({ id, version }));
    await assignOrders(stream.services, dispatcherOf('ana'), 'llave-0001', { courierId, orders: refs });
    const again = await open('luis', place);
    await again.until(() => logged(again).length === 6);
    expect((again.data as OrderChanged[]).slice(1).map(({ what, order }) => [what, order.id])).toEqual([
      ...orders.map(({ id }) => ['creada', id]),
      ...orders.map(({ id }) => ['asignada', id]),
    ]);
  });
});
