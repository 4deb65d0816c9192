import { describe, expect, it } from 'vitest';
import { type EventHistory, HISTORY_PAGE, type LoggedEvent } from '@despacho/contracts/dispatch';
import { readHistory } from '../src/events/read-history.ts';
import { dispatcherOf } from './dispatch-world.ts';
import { useDesk } from './use-desk.ts';

const subjectOf = (event: LoggedEvent): string => {
  if (event.type === 'order.changed') return event.order.code;
  return event.type === 'courier.changed' ? event.courier.name : event.view.name;
};
const words = ({ events }: EventHistory): string[] => events.map((event) => `${subjectOf(event)} ${event.what}`);

describe('what happened in an office before', () => {
  const desk = useDesk();
  const { dispatch } = desk;

  it('is told newest first, orders, couriers and views alike, of this office alone', async () => {
    const order = await dispatch.createOrder();
    const pedro = await dispatch.createCourier();
    await dispatch.createOrder({}, 'neighbour');
    await dispatch.createOrder({}, 'stranger');
    const orders = [{ id: order.id, version: 1 }];
    await dispatch.ok('assignments.assign', { as: 'luis', body: { courierId: pedro, orders } });
    await dispatch.ok('views.create', { body: { name: 'Mías', filter: {}, sort: null } });
    const history = await dispatch.ok('events.history');
    expect(words(history)).toEqual(['Mías creada', `${order.code} asignada`, 'Pedro Rojas creado', `${order.code} creada`]); // prettier-ignore
    expect(history.next).toBeNull();
    // The very events of the order's own timeline: there is one log.
    const { timeline } = await dispatch.ok('orders.read', { id: order.id });
    expect(history.events.filter(({ type }) => type === 'order.changed')).toEqual(timeline);
    expect(words(await dispatch.ok('events.history', { as: 'chief', office: 'N2' }))).toHaveLength(1);
  });

  it('comes page by page, each event once, also while more happens', async () => {
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

  it('holds a page of the usual size, and refuses a larger one and a place that is none', async () => {
    await dispatch.createOrders(HISTORY_PAGE.size + 1);
    expect((await dispatch.ok('events.history')).events).toHaveLength(HISTORY_PAGE.size);
    for (const query of [{ limite: '201' }, { limite: '0' }, { antes: '0' }, { antes: '1 or 1=1' }])
      expect((await dispatch.call('events.history', { query })).status).toBe(400);
  });

  it('leaves out what a person’s modules do not let them know of, and changes of permissions for all', async () => {
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
