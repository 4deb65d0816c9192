import {
  emptyFilter,
  type EvidenceFilter,
  OPEN_STATES,
  ORDER_FLAG_CODES,
  type OrderFilter,
  type OrderSort,
} from '@despacho/contracts/dispatch';
import { type Dispatcher } from '#platform/dispatch/dispatcher.ts';
import {
  readClients,
  readCouriers,
  readMoney,
  readOfficeActivity,
  readPunctuality,
  readToday,
  type View,
} from '#insight/figures/read-figures.ts';
import { MinuteCounts } from '#platform/minute-counts.ts';
import { readStorage } from '#people/companies/read-storage.ts';
import { pageEvidence, pageEvidenceByOrder } from '#field/evidence/list-evidence.ts';
import { sweepEvidence } from '#field/evidence/sweep.ts';
import { prepareExport } from '#orders/exports/prepare-export.ts';
import { countByState, countOrders } from '#orders/order/count-orders.ts';
import { listOrders } from '#orders/order/list-orders.ts';
import { findOrder } from '#orders/order/orders-repository.ts';
import { encodePlace } from '#orders/order/page-cursor.ts';
import { countExpired } from '#upkeep/privacy/remove-expired.ts';
import { RARE, RUC, STORAGE, type World } from './world.ts';

/** A read of an office, as the desk sends it. */
export interface Reading {
  what: string;
  /** @param size rows of a page. @returns the number of rows. @throws Error if it finds nothing to measure. */
  ask: (world: World, size: number) => Promise<number>;
}

/** Page size of the desk. */
export const PAGE = 50;

const filtered = (filter: Partial<OrderFilter>): OrderFilter => ({ ...emptyFilter(), ...filter });

/** @param least minimum number of rows, so that an empty result is not measured. */
const page = (what: string, filter: Partial<OrderFilter>, least: number, sort: OrderSort = '-codigo'): Reading => ({
  what,
  ask: async ({ services, dispatcher }, size) => {
    const { orders } = await listOrders(services, dispatcher, { filter: filtered(filter), sort, size });
    if (orders.length < Math.min(least, size)) throw new Error(`${what}: ${orders.length} rows`);
    return orders.length;
  },
});

/** A cursor to the middle of an office's orders. */
async function middleOf({ services: { db }, dispatcher }: World, sort: OrderSort): Promise<string> {
  const ids = db.selectFrom('orders').select(({ fn }) => [fn.min('id').as('first'), fn.max('id').as('last')]);
  const { first, last } = await ids.executeTakeFirstOrThrow();
  const row = await findOrder(db, dispatcher, Math.floor((first + last) / 2));
  if (!row) throw new Error('There is no order in the middle');
  return encodePlace(sort, row);
}

/** A page from the middle of all orders, as in scrolling and exports. */
function middlePage(what: string, sort: OrderSort): Reading {
  const middles = new WeakMap<World, string>();
  return {
    what,
    ask: async (world, size) => {
      const cursor = middles.get(world) ?? (await middleOf(world, sort));
      middles.set(world, cursor);
      const { orders } = await listOrders(world.services, world.dispatcher, {
        filter: emptyFilter(),
        sort,
        size,
        cursor,
      });
      if (orders.length !== Math.min(PAGE, size)) throw new Error(`${what}: ${orders.length} rows`);
      return orders.length;
    },
  };
}

/** @param count reads a total of the whole office, which is never 0. */
const figure = (what: string, count: (world: World) => Promise<number>): Reading => ({
  what,
  ask: async (world) => {
    if ((await count(world)) === 0) throw new Error(`${what}: nothing to count`);
    return 1;
  },
});

const counters = (what: string, filter: Partial<OrderFilter>): Reading =>
  figure(what, async ({ services, dispatcher }) => (await countOrders(services, dispatcher, filtered(filter))).total);

/** The first screen of Imagenes, or the page after it. */
const photos = (what: string, filter: EvidenceFilter, pages = 1, read = pageEvidence): Reading => ({
  what,
  ask: async ({ services, dispatcher }) => {
    let cursor: string | undefined;
    let seen = 0;
    for (let page = 0; page < pages; page++) {
      const answer = await read(services, dispatcher, filter, cursor);
      seen = answer.photos.length;
      cursor = answer.next ?? undefined;
    }
    if (seen === 0) throw new Error(`${what}: no photos`);
    return seen;
  },
});

/** The first screen of Imagenes for one day in the middle of the office's photos. */
const photosOfDay: Reading = {
  what: 'photos: one day',
  ask: async (world) => {
    const ids = world.services.db
      .selectFrom('evidence')
      .select(({ fn }) => [fn.min('id').as('first'), fn.max('id').as('last')]);
    const { first, last } = await ids.executeTakeFirstOrThrow();
    const middle = world.services.db
      .selectFrom('evidence')
      .select('at')
      .where('id', '>=', (first + last) >> 1);
    const { at } = await middle.orderBy('id').limit(1).executeTakeFirstOrThrow();
    const day = at.toISOString().slice(0, 10);
    return photos('photos: one day', { desde: day, hasta: day }).ask(world, PAGE);
  },
};

const today = new Date().toISOString().slice(0, 10);

const HOUR = 3_600_000;

/** The dates of the orders are UTC's. */
const inUtc = ({ dispatcher }: World): Dispatcher => ({ ...dispatcher, timeZone: 'UTC', dayTurnsAt: '00:00' });

type Widget = (services: World['services'], dispatcher: Dispatcher, view: View) => Promise<unknown>;

const PUNCTUALITY: Widget = readPunctuality;

/** All widgets but the punctuality, which reads 14 more days in the past. */
const WIDGETS: readonly Widget[] = [
  readToday,
  (services, dispatcher, view) => readCouriers(services, dispatcher, ['D03', 'D05', 'M01'], view),
  (services, dispatcher, view) => readMoney(services, dispatcher, ['D04', 'D05'], view),
  readClients,
  (services, dispatcher, { moment }) => readOfficeActivity(services, dispatcher, ['D06', 'M01'], moment),
];

/** Widgets of the Dashboard, as the first person who opens them reads them. */
const hoy = (what: string, widgets: readonly Widget[], hoursAgo = 0): Reading => ({
  what,
  ask: async (world) => {
    const { services } = world;
    services.figures.clear();
    services.pastFigures.clear();
    services.pastReads = new MinuteCounts(Infinity);
    const then = new Date(services.clock().getTime() - hoursAgo * HOUR).toISOString().slice(0, 16);
    const view = hoursAgo === 0 ? {} : { moment: then };
    for (const widget of widgets) await widget(services, inUtc(world), view);
    return PAGE;
  },
});

/** A page of the list that a figure of a past minute opens. */
const pastPage: Reading = {
  what: 'Hoy: list as of three hours ago',
  ask: async (world, size) => {
    const { services } = world;
    services.pastReads = new MinuteCounts(Infinity);
    const moment = new Date(services.clock().getTime() - 3 * HOUR).toISOString().slice(0, 16);
    const filter = filtered({ from: moment.slice(0, 10), to: moment.slice(0, 10) });
    const { orders } = await listOrders(services, inUtc(world), { filter, sort: 'vence', size, moment });
    if (orders.length === 0) throw new Error('No order existed three hours ago');
    return orders.length;
  },
};

/** Searches, which must also be as fast beside a large office. */
export const SEARCHES: readonly Reading[] = [
  page('search: a name many have', { search: 'quispe' }, PAGE),
  page('search: a name few have', { search: 'zosimo' }, RARE),
  page('search: two names many have, few together', { search: 'quispe mamani' }, RARE),
  page('search: three words few have together', { search: 'mamani quispe zosimo' }, RARE),
  page('search: an address', { search: 'alamos 777' }, 1),
  page('search: the end of a telephone', { search: '4321' }, 0),
  page('search: a code', { search: 'D0000777' }, 0),
  page('search: nothing has it', { search: 'xyzzyx' }, 0),
  page('search: two letters nothing has', { search: 'xq' }, 0),
];

/** Reads that must be as fast in an office of a hundred times as many orders. */
export const READINGS: readonly Reading[] = [
  page('first page', {}, PAGE),
  page('first page by due time', {}, PAGE, 'vence'),
  middlePage('a page from the middle', '-codigo'),
  middlePage('a page from the middle, by due time', 'vence'),
  middlePage('a page from the middle, by client', 'cliente'),
  ...ORDER_FLAG_CODES.map((flag) =>
    page(`chip: ${flag}`, { flags: { is: [flag], not: [] } }, flag === 'por_vencer' ? 0 : 1),
  ),
  page('chips: with note and collection', { flags: { is: ['con_nota', 'con_cobro'], not: [] } }, 10),
  page('filter: district', { districts: { is: ['150122'], not: [] } }, 1),
  page('filter: client', { clients: { is: ['5007'], not: [] } }, 1),
  page('filter: state', { states: { is: ['entregada'], not: [] } }, PAGE),
  page('filter: still to be done, by due time', { states: { is: [...OPEN_STATES], not: [] } }, PAGE, 'vence'),
  page('filter: pending, by due time', { states: { is: ['pendiente'], not: [] } }, PAGE, 'vence'),
  page('filter: not delivered, by due time', { states: { is: ['no_entregada'], not: [] } }, PAGE, 'vence'),
  page('chip: vencidas, by due time', { flags: { is: ['vencidas'], not: [] } }, 1, 'vence'),
  page('filter: still to be done, by client', { states: { is: [...OPEN_STATES], not: [] } }, PAGE, 'cliente'),
  page('chip: vencidas, by client', { flags: { is: ['vencidas'], not: [] } }, 1, 'cliente'),
  page('filter: today', { from: today, to: today }, 10),
  hoy('Hoy: now', [...WIDGETS, PUNCTUALITY]),
  hoy('Hoy: three hours ago', WIDGETS, 3),
  pastPage,
  ...SEARCHES,
  counters('counters: whole office', {}),
  counters('counters: one state', { states: { is: ['entregada'], not: [] } }),
  counters('counters: one district', { districts: { is: ['150122'], not: [] } }),
  counters('counters: all but one district', { districts: { is: [], not: ['150122'] } }),
  counters('counters: one client', { clients: { is: ['5007'], not: [] } }),
  counters('counters: one courier', { couriers: { is: ['1'], not: [] } }),
  figure(
    'by state',
    async ({ services, dispatcher }) => (await countByState(services, dispatcher, filtered({}))).total,
  ),
  photos('photos: first screen', {}),
  photos('photos: two pages', {}, 2),
  photos('photos: first screen by order', {}, 1, pageEvidenceByOrder),
  photos('photos: signatures by order', { tipo: 'firma' }, 1, pageEvidenceByOrder),
  photos('photos: signatures', { tipo: 'firma' }),
  photos('photos: a courier', { repartidor: '1' }),
  photos('photos: one client', { cliente: '5007' }),
  photos('photos: one district', { distrito: '150122' }),
  photos('photos: signatures of one district', { distrito: '150122', tipo: 'firma' }),
  photosOfDay,
  figure('photos: storage of the company', async ({ services }) => {
    const { almacenamientoMaximo } = await readStorage(services, { ruc: RUC, ...STORAGE });
    return almacenamientoMaximo;
  }),
  figure('export: before its file', async ({ services, dispatcher }) => {
    const { orders } = await prepareExport(services, dispatcher, { format: 'csv', filter: {} });
    return orders;
  }),
];

/** Counts of searches: limited if the larger office has more matches than are counted. */
export const COUNTED: readonly Reading[] = [
  counters('counters: a name many have', { search: 'quispe' }),
  counters('counters: a word all have', { search: 'alamos' }),
  counters('counters: open orders of a name many have', {
    search: 'quispe',
    states: { is: [...OPEN_STATES], not: [] },
  }),
];

/**
 * Counts of more matches in the larger office, up to `MAX_COUNTED`, and the punctuality of past days, of which each has
 * more orders there: printed without a limit.
 */
export const GROWING: readonly Reading[] = [
  hoy('Hoy: punctuality three hours ago', [PUNCTUALITY], 3),
  counters('counters: three digits', { search: '777' }),
  counters('counters: a name many have, of one district', { search: 'quispe', districts: { is: ['150122'], not: [] } }),
];

/** Work that reads every photo, measured for each thousand of them. */
export const STEPS: readonly Reading[] = [
  {
    what: 'photos: purge, dry run, a thousand photos',
    ask: async ({ services: { db, clock }, dispatcher }) => {
      const { photos: old, signatures } = await countExpired(db, dispatcher, clock());
      return old + signatures;
    },
  },
  {
    what: 'photos: sweep, a thousand photos',
    ask: async ({ services: { db, evidence, clock } }) => {
      const { photos: seen, orphans, missing } = await sweepEvidence(db, evidence, { now: clock(), remove: false });
      if (orphans.length + missing.length > 0) throw new Error('The sweep found differences');
      return seen;
    },
  },
];
