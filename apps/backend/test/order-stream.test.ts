import { type OrderChanged } from '@despacho/contracts/dispatch';
import { type Server } from 'node:http';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { assignOrders } from '../src/assignments/assign-orders.ts';
import { type Database } from '../src/database/open-database.ts';
import { type Services } from '../src/services.ts';
import { assertionOf } from './assertions.ts';
import { DispatchClient, dispatcherOf, type Worker, workerClaims } from './dispatch-world.ts';
import { EventReader, listen } from './event-reader.ts';
import { resetPeople } from './people.ts';
import { createClock, createServices, createTestApp, openTestDatabase } from './test-services.ts';

describe('changes of orders in the event stream', () => {
  let db: Database;
  let close: () => Promise<void>;
  let services: Services;
  let dispatch: DispatchClient;
  let server: Server;
  let url: string;
  let stop: AbortController;
  const readers: EventReader[] = [];

  beforeAll(async () => {
    ({ db, close } = await openTestDatabase());
  });
  afterAll(() => close());
  beforeEach(async () => {
    await resetPeople(db);
    services = createServices(db, createClock());
    stop = new AbortController();
    const app = createTestApp(services, { lifeMs: 55_000, heartbeatMs: 150 }, stop.signal);
    dispatch = new DispatchClient(app);
    ({ server, url } = await listen(app));
  });
  afterEach(() => {
    for (const reader of readers.splice(0)) reader.close();
    stop.abort();
    server.closeAllConnections();
    server.close();
    services.feed.close();
  });

  async function open(who: Worker, lastEventId?: string): Promise<EventReader> {
    const reader = new EventReader();
    readers.push(reader);
    await reader.open(`${url}/operations/events`, await assertionOf(workerClaims(who)), lastEventId);
    await reader.until(() => reader.cursor !== '');
    return reader;
  }
  const told = (reader: EventReader) => (reader.data as Partial<OrderChanged>[]).filter(({ type }) => type === 'order.changed').map(({ what }) => what); // prettier-ignore

  it('reach everyone at work in the office at once, and nobody else', async () => {
    const luis = await open('luis');
    const chief = await open('chief');
    const silent = await Promise.all(
      (['clerk', 'blindchief', 'neighbour', 'stranger'] as const).map((who) => open(who)),
    );
    const courierId = await dispatch.createCourier();
    const order = await dispatch.createOrder();
    await dispatch.ok('assignments.assign', { body: { courierId, orders: [{ id: order.id, version: 1 }] } });
    for (const reader of [luis, chief]) {
      await reader.until(() => told(reader).length === 2);
      expect(told(reader)).toEqual(['creada', 'asignada']);
      expect(reader.data.at(-1)).toMatchObject({
        actor: { username: 'ana' },
        order: { id: order.id, version: 2 },
        before: { courierId: null },
        after: { courierId },
      });
    }
    // Those of the same offices are moved past what they may not know; the others hear nothing at all.
    for (const reader of silent.slice(0, 2)) await reader.until(() => reader.cursor.includes('.3'));
    for (const reader of silent) expect(reader.data).toEqual([]);
  });

  it('are repeated to whoever was away, each once and in order', async () => {
    const before = await open('luis');
    const place = before.cursor;
    before.close();
    const courierId = await dispatch.createCourier();
    const orders = await dispatch.createOrders(3);
    const refs = orders.map(({ id, version }) => ({ id, version }));
    await assignOrders(services, dispatcherOf('ana'), 'llave-0001', { courierId, orders: refs });
    const again = await open('luis', place);
    await again.until(() => told(again).length === 6);
    expect((again.data as OrderChanged[]).slice(1).map(({ what, order }) => [what, order.id])).toEqual([
      ...orders.map(({ id }) => ['creada', id]),
      ...orders.map(({ id }) => ['asignada', id]),
    ]);
  });
});
