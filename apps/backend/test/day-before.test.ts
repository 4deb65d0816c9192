import { afterAll, beforeAll, expect, it } from 'vitest';
import { DispatchClient } from './dispatch-world.ts';
import { resetPeople } from './people.ts';
import { createClock, createServices, createTestApp, openTestDatabase } from './test-services.ts';

const HOUR = 3_600_000;

let db: Awaited<ReturnType<typeof openTestDatabase>>['db'];
let close: () => Promise<void>;
let dispatch: DispatchClient;
const clock = createClock();
beforeAll(async () => {
  ({ db, close } = await openTestDatabase());
  await resetPeople(db);
  dispatch = new DispatchClient(createTestApp(createServices(db, clock)), clock);
});
afterAll(() => close());

const states = async () => {
  const { before } = await dispatch.ok('dashboard.today', { as: 'clerk' });
  const counts: Record<string, number> = before ?? {};
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  return [total, Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0))];
};

it("counts yesterday's orders by their state at the same time yesterday", async () => {
  // 2026-11-20, 10:00 in Lima.
  const pedro = await dispatch.createCourier();
  const sara = await dispatch.createCourier({ name: 'Sara' });
  const create = async (date = '2026-11-20') => (await dispatch.createOrder({ date })).id;
  const [delivered, given, pending] = [await create(), await create(), await create()];
  await create('2026-11-21');
  const give = async (ids: string[], courierId: string) =>
    dispatch.ok('assignments.assign', { body: { courierId, orders: await dispatch.refs(ids) } });
  await give([delivered, given], pedro);
  clock.move(HOUR);
  await dispatch.state([delivered], { to: 'en_ruta' });
  clock.move(HOUR);
  await create();
  await dispatch.close([delivered], { to: 'entregada' });
  await give([given], sara);
  await give([pending], sara);

  expect(await states()).toEqual([0, {}]);
  clock.move(23.5 * HOUR);
  expect(await states()).toEqual([3, { en_ruta: 1, asignada: 1, pendiente: 1 }]);
  clock.move(HOUR);
  expect(await states()).toEqual([4, { entregada: 1, asignada: 2, pendiente: 1 }]);
});

it('counts orders on their day at that time, although they were moved later', async () => {
  await resetPeople(db);
  clock.move(-clock().getTime() + Date.parse('2026-11-25T15:00:00Z'));
  const create = async (date: string) => (await dispatch.createOrder({ date })).id;
  const [twice, away, early] = [await create('2026-11-25'), await create('2026-11-25'), await create('2026-11-26')];
  const move = async (id: string, date: string) =>
    dispatch.ok('assignments.reschedule', { body: { date, orders: await dispatch.refs([id]) } });
  await move(twice, '2026-11-26');
  clock.move(HOUR);
  await move(twice, '2026-11-25');
  clock.move(HOUR);
  // After the hour in question: moved away, on to another day, and from another day.
  await move(twice, '2026-11-26');
  await move(twice, '2026-11-27');
  await move(away, '2026-11-28');
  await move(early, '2026-11-25');
  clock.move(23.5 * HOUR);
  expect(await states()).toEqual([2, { pendiente: 2 }]);
  clock.move(HOUR);
  expect(await states()).toEqual([1, { pendiente: 1 }]);
});
