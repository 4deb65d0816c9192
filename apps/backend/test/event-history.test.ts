import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type EventHistory, HISTORY_PAGE, type LoggedEvent } from '@despacho/contracts/dispatch';
import { type Database } from '../src/database/open-database.ts';
import { readHistory } from '../src/events/read-history.ts';
import { DispatchClient, dispatcherOf } from './dispatch-world.ts';
import { resetPeople } from './people.ts';
import { createClock, createServices, createTestApp, openTestDatabase } from './test-services.ts';

const subjectOf = (event: LoggedEvent): string => {
  if (event.type === 'order.changed') return event.order.code;
  return event.type === 'courier.changed' ? event.courier.name : event.view.name;
};
const words = ({ events }: EventHistory): string[] => events.map((event) => `${subjectOf(event)} ${event.what}`);

describe('what happened in an office before', () => {
  let db: Database;
  let close: () => Promise<void>;
  let dispatch: DispatchClient;
  beforeAll(async () => {
    ({ db, close } = await openTestDatabase());
    dispatch = new DispatchClient(createTestApp(createServices(db, createClock())));
  });
  afterAll(() => close());
  beforeEach(() => resetPeople(db));

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
    await db.insertInto('events').values(event).execute();
    expect((await dispatch.ok('events.history')).events.map(({ type }) => type)).toEqual(['order.changed']);
    const services = createServices(db, createClock());
    const page = { before: undefined, size: 10 };
    expect(await readHistory(services, dispatcherOf('ana'), ['D06'], page)).toEqual({ events: [], next: null });
    expect((await readHistory(services, dispatcherOf('ana'), ['D06', 'U01'], page)).events).toHaveLength(1);
  });
});
