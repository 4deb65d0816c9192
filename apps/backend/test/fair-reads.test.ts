import { expect, it } from 'vitest';
import { createTestApp } from './test-services.ts';
import { useDesk } from './use-desk.ts';

const BURST = 32;

const desk = useDesk();

it('G40: does not delay a read behind a burst of another person’s reads', async () => {
  const { dispatch } = desk;
  await dispatch.createOrders(40);
  const finished: string[] = [];
  const read = async (as: 'ana' | 'luis'): Promise<number> => {
    const { status } = await dispatch.call('orders.list', { as, query: { limite: '200' } });
    finished.push(as);
    return status;
  };
  // None is read before all have arrived: the only connection of the database is held until then.
  const arrived = Promise.withResolvers<undefined>();
  const app = createTestApp(desk.services);
  let requests = 0;
  desk.app = (request, response) => {
    requests += 1;
    if (requests === BURST + 1) arrived.resolve(undefined);
    app(request, response);
  };
  const held = desk.db.connection().execute(() => arrived.promise);
  const burst = Array.from({ length: BURST }, () => read('ana'));
  const other = read('luis');
  expect(await Promise.all([...burst, other])).toEqual(Array.from({ length: BURST + 1 }, () => 200));
  await held;
  // It was sent last, after the whole burst.
  expect(finished.indexOf('luis')).toBeLessThan(BURST / 2);
});
