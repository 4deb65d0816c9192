import { emptyFilter, ORDER_FLAG_CODES, type OrderFilter } from '@despacho/contracts/dispatch';
import { prepareExport } from '../../src/exports/prepare-export.ts';
import { countByState } from '../../src/orders/count-by-state.ts';
import { countOrders } from '../../src/orders/count-orders.ts';
import { listOrders } from '../../src/orders/list-orders.ts';
import { DISPATCHER, RARE, type World } from './world.ts';

/** What is asked of an office, as the desk asks it. */
export interface Reading {
  what: string;
  /** @param size rows of a page. @returns how many came. @throws Error where nothing would be measured. */
  ask: (world: World, size: number) => Promise<number>;
}

/** Rows of the desk's page. */
export const PAGE = 50;

const filtered = (filter: Partial<OrderFilter>): OrderFilter => ({ ...emptyFilter(), ...filter });

/** @param least rows it must bring, so that nothing is measured by finding nothing. */
const page = (
  what: string,
  filter: Partial<OrderFilter>,
  least: number,
  sort: '-codigo' | 'vence' = '-codigo',
): Reading => ({
  what,
  ask: async ({ services }, size) => {
    const { orders } = await listOrders(services, DISPATCHER, { filter: filtered(filter), sort, size });
    if (orders.length < Math.min(least, size)) throw new Error(`${what}: ${orders.length} rows`);
    return orders.length;
  },
});

/** @param count asks for a figure of the whole office, which is never 0. */
const figure = (what: string, count: (world: World) => Promise<number>): Reading => ({
  what,
  ask: async (world) => {
    if ((await count(world)) === 0) throw new Error(`${what}: nothing to count`);
    return 1;
  },
});

const counters = (what: string, filter: Partial<OrderFilter>): Reading =>
  figure(what, async ({ services }) => (await countOrders(services, DISPATCHER, filtered(filter))).total);

const today = new Date().toISOString().slice(0, 10);

/** Those that an office of 100,000 orders has to answer as fast as one of 1,000. */
export const READINGS: readonly Reading[] = [
  page('first page', {}, PAGE),
  page('first page by due time', {}, PAGE, 'vence'),
  ...ORDER_FLAG_CODES.map((flag) =>
    page(`chip: ${flag}`, { flags: { is: [flag], not: [] } }, flag === 'por_vencer' ? 0 : 1),
  ),
  page('chips: with note and collection', { flags: { is: ['con_nota', 'con_cobro'], not: [] } }, 10),
  page('filter: district', { districts: { is: ['150122'], not: [] } }, 1),
  page('filter: client', { clients: { is: ['5007'], not: [] } }, 1),
  page('filter: state', { states: { is: ['entregada'], not: [] } }, PAGE),
  page('filter: today', { from: today, to: today }, 10),
  page('search: a name many have', { search: 'quispe' }, PAGE),
  page('search: a name few have', { search: 'zosimo' }, RARE),
  page('search: two names many have, few together', { search: 'quispe mamani' }, RARE),
  page('search: three words few have together', { search: 'mamani quispe zosimo' }, RARE),
  page('search: an address', { search: 'alamos 777' }, 1),
  page('search: the end of a telephone', { search: '4321' }, 0),
  page('search: a code', { search: 'D0000777' }, 1),
  page('search: nothing has it', { search: 'xyzzyx' }, 0),
  counters('counters: whole office', {}),
  counters('counters: one state', { states: { is: ['entregada'], not: [] } }),
  figure('by state', async ({ services }) => (await countByState(services, DISPATCHER, filtered({}))).total),
  figure('export: before its file', async ({ services }) => {
    const { orders } = await prepareExport(services, DISPATCHER, { format: 'csv', filter: {} });
    return orders;
  }),
];

/** Those that look at each order they count: told, and no promise. */
export const TOLD: readonly Reading[] = [
  counters('counters: one district', { districts: { is: ['150122'], not: [] } }),
  counters('counters: one client', { clients: { is: ['5007'], not: [] } }),
  counters('counters: a name many have', { search: 'quispe' }),
];
