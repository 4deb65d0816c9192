import { MAX_DAYS_READ } from '@despacho/contracts/dispatch';
import { expect, it } from 'vitest';
import { useDesk } from './use-desk.ts';

const desk = useDesk();
const { dispatch } = desk;

/** Of both dates: an order in the reach of a motive or window, and one before it. */
const [RECENT, OLD] = ['2026-11-20', '2026-10-01'];

/** Failed orders of both dates, whose first window was missed. */
async function failedOrders(): Promise<string[]> {
  const courierId = await dispatch.createCourier();
  const ids: string[] = [];
  for (const date of [RECENT, OLD])
    ids.push((await dispatch.createOrder({ date, window: { from: '08:00', to: '09:00' } })).id);
  await dispatch.ok('assignments.assign', { body: { courierId, orders: await dispatch.refs(ids) } });
  await dispatch.close(ids, { to: 'no_entregada', reason: 'ausente' });
  return ids;
}

it.each<Record<string, string>>([
  { motivo: 'ausente' },
  { horario: 'incumplido' },
  { hora: '08' },
  { no_motivo: 'rechazado' },
])(
  `G40: list, map, counts and export read at most ${MAX_DAYS_READ} days for %o`,
  async (query: Record<string, string>) => {
    const [recent, old] = await failedOrders();
    const found = async (more: Record<string, string> = {}) => {
      const filter = { ...query, ...more };
      const { orders } = await dispatch.ok('orders.list', { query: filter });
      const ids = orders.map(({ id }) => id).sort();
      const { total } = await dispatch.ok('orders.counts', { query: filter });
      const states = await dispatch.ok('orders.states', { query: filter });
      const map = await dispatch.ok('orders.map', { query: filter });
      const ticket = await dispatch.ok('exports.prepare', { as: 'chief', body: { format: 'csv', filter } });
      expect([total, states.total, map.id.length, ticket.orders]).toEqual(Array(4).fill(ids.length));
      return ids;
    };
    expect(await found()).toEqual([recent]);
    // A longer period is cut at its beginning; one of the past is read as asked for.
    expect(await found({ desde: '2026-01-01' })).toEqual([recent]);
    expect(await found({ desde: '2026-09-15', hasta: '2026-10-05' })).toEqual([old]);
    expect(await found({ desde: '2025-01-01', hasta: '2026-10-05' })).toEqual([old]);
    // A search limits what is read by itself.
    expect(await found({ buscar: 'larco' })).toEqual([recent, old].sort());
  },
);

it('finds orders of any day by other filters', async () => {
  const ids = await failedOrders();
  const { orders } = await dispatch.ok('orders.list', { query: { estado: 'no_entregada' } });
  expect(orders.map(({ id }) => id).sort()).toEqual(ids.sort());
});
