import { expect, it } from 'vitest';
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
  const burst = Array.from({ length: BURST }, () => read('ana'));
  const other = read('luis');
  expect(await Promise.all([...burst, other])).toEqual(Array.from({ length: BURST + 1 }, () => 200));
  // It was sent last, after the whole burst.
  expect(finished.indexOf('luis')).toBeLessThan(BURST / 2);
});
