import { describe, expect, it } from 'vitest';
import { type EventHistory, HISTORY_PAGE, type LoggedEvent } from '@despacho/contracts/dispatch';
import { readHistory } from '#platform/events/read-history.ts';
import { dispatcherOf } from './dispatch-world.ts';
import { useDesk } from './use-desk.ts';

const subjectOf = (event: LoggedEvent): string => {
  if (event.type === 'order.changed' || event.type === 'evidence.removed') return event.order.code;
  return event.type === 'view.changed' ? event.view.name : event.courier.name;
};
const words = ({ events }: EventHistory): string[] =>
  events.map((event) => `${subjectOf(event)} ${event.type === 'evidence.removed' ? event.why : event.what}`);

describe('the history of an office', () => {
  const desk = useDesk();
  const { dispatch } = desk;

  it('lists orders, couriers and views newest first, of this office only', async () => {
    const order = await dispatch.createOrder();
    const pedro = await dispatch.createCourier();
    await dispatch.createOrder({}, 'neighbour');
    await dispatch.createOrder({}, 'stranger');
    const orders = [{ id: order.id, version: 1 }];
    await dispatch.ok('assignments.assign', { as: 'luis', body: { courierId: pedro, orders } });
    await dispatch.ok('views.create', { body: { name: 'Mías', filter: {}, sort: null } });
    const history = await dispatch.ok('events.history');
    expect(words(history)).toEqual([
      'Mías creada',
      `${order.code} asignada`,
      'Pedro Rojas creado',
      `${order.code} creada`,
    ]);
    expect(history.next).toBeNull();
    // Equal to the events of the order's timeline: there is only one log.
    const { timeline } = await dispatch.ok('orders.read', { id: order.id });
    expect(history.events.filter(({ type }) => type === 'order.changed')).toEqual(timeline);
    expect(words(await dispatch.ok('events.history', { as: 'chief', office: 'N2' }))).toHaveLength(1);
  });

  it('pages through all events once, even while more are added', async () => {
    const codes = (await dispatch.createOrders(5)).map(({ code }) => code).reverse();
    const first = await dispatch.ok('events.history', { query: { limite: '2' } });
    await dispatch.createOrder();
    const second = await dispatch.ok('events.history', { query: { limite: '2', antes: first.next ?? '' } });
    const third = await dispatch.ok('events.history', { query: { limite: '2', antes: second.next ?? '' } });
    expect([first, second, third].flatMap(words)).toEqual(codes.map((code) => `${code} creada`));
    expect([second.next === null, third.next]).toEqual([false, null]);
    const [newest] = (await dispatch.ok('events.history', { query: { limite: '1' } })).events;
    expect(newest && codes.includes(subjectOf(newest))).toBe(false);
  });

  it('has a default page size, and rejects a larger one and an invalid cursor', async () => {
    await dispatch.createOrders(HISTORY_PAGE.size + 1);
    expect((await dispatch.ok('events.history')).events).toHaveLength(HISTORY_PAGE.size);
    for (const query of [{ limite: '201' }, { limite: '0' }, { antes: '0' }, { antes: '1 or 1=1' }])
      expect((await dispatch.call('events.history', { query })).status).toBe(400);
  });

  it("omits events that the reader's modules do not allow", async () => {
    await dispatch.createOrder();
    const data = { type: 'permissions.changed', at: '2026-11-20T15:00:00.000Z', officeId: 'N1' };
    const event = { office_id: 'N1', position: 2, type: data.type, at: new Date(data.at), data: JSON.stringify(data) };
    await desk.db.insertInto('events').values(event).execute();
    expect((await dispatch.ok('events.history')).events.map(({ type }) => type)).toEqual(['order.changed']);
    const page = { before: undefined, size: 10 };
    expect(await readHistory(desk.services, dispatcherOf('ana'), ['D06'], page)).toEqual({ events: [], next: null });
    expect((await readHistory(desk.services, dispatcherOf('ana'), ['D06', 'U01'], page)).events).toHaveLength(1);
  });
});
