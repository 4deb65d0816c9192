import {
  type Courier,
  LOADED_STATES,
  type Order,
  type OrderChanged,
  type OrderDetail,
  type OrderList,
} from '@despacho/contracts/dispatch';
import { type InfiniteData, type QueryClient } from '@tanstack/react-query';
import { coalesce } from '../../../shared/live/coalesce.ts';
import { type DispatchNews, eventLog } from '../../../shared/live/event-log.ts';
import { recordChanges } from '../../../shared/live/recent-changes.ts';
import { couriersKey } from '../../couriers/api/couriers-query.ts';
import { stopsKey } from '../../orders/api/stops-query.ts';
import { mapOrdersKey } from '../../orders/api/map-orders-query.ts';
import { ordersKeys } from '../../orders/api/orders-keys.ts';
import { patchPages } from '../rules/patch-pages.ts';
import { patchedOrder } from '../rules/patch-order.ts';

/** Milliseconds, for lists and figures. A bulk change sends one event per order. */
const ROUNDS = { settle: 800, gap: 5000 };
/** Lists are refetched page by page, so lists with more pages than this are refetched less often. */
const PAGES_PER_GAP = 4;
/** An open order needs only one short request. */
const DETAILS = { settle: 300, gap: 1500 };
/** A map has fifteen pages and its orders are patched; it is refetched only for new orders. */
const MAPS = { settle: 2000, gap: 30_000 };

type Pages = InfiniteData<OrderList>;

const LOADED: ReadonlySet<string> = new Set(LOADED_STATES);

/** Whether a change affects a courier's load. */
const touchesLoad = ({ before, after }: OrderChanged): boolean =>
  after.courierId !== undefined ||
  after.weightGrams !== undefined ||
  (after.state !== undefined && LOADED.has(after.state) !== LOADED.has(before.state ?? ''));

function patchCaches(client: QueryClient, officeId: string, events: readonly OrderChanged[]): { mapIsStale: boolean } {
  const names = new Map(
    client.getQueryData<readonly Courier[]>(couriersKey(officeId))?.map(({ id, name }) => [id, name]),
  );
  const byOrder = Map.groupBy(events, ({ order }) => order.id);
  const patch = (order: Order): Order | undefined => {
    let patched: Order | undefined = order;
    for (const event of byOrder.get(order.id) ?? [])
      patched = patched && patchedOrder(patched, event, (id) => names.get(id));
    return patched;
  };

  for (const [queryKey, data] of client.getQueriesData<Pages>({ queryKey: ordersKeys.lists(officeId) })) {
    const { pages } = data ? patchPages(data, byOrder, patch) : { pages: undefined };
    if (pages && pages !== data) client.setQueryData(queryKey, pages);
  }
  for (const id of byOrder.keys()) {
    const queryKey = ordersKeys.detail(officeId, id);
    const detail = client.getQueryData<OrderDetail>(queryKey);
    const order = detail && patch(detail.order);
    if (order && order !== detail.order) client.setQueryData<OrderDetail>(queryKey, { ...detail, order });
  }
  let mapIsStale = false;
  for (const [queryKey, data] of client.getQueriesData<Pages>({ queryKey: mapOrdersKey(officeId) })) {
    if (!data) continue;
    const { pages, unknown } = patchPages(data, byOrder, patch, queryKey.at(-1));
    if (pages !== data) client.setQueryData(queryKey, pages);
    mapIsStale ||= unknown;
  }
  return { mapIsStale };
}

/** Stale data of one office. */
interface Stale {
  lists: boolean;
  counts: boolean;
  loads: boolean;
  details: Set<string>;
  map: boolean;
  views: boolean;
}

const nothingStale = (): Stale => ({
  lists: false,
  counts: false,
  loads: false,
  details: new Set(),
  map: false,
  views: false,
});

/**
 * Updates cached orders and couriers with live events: patches where an event is sufficient, and refetches the rest
 * with one request per burst. Hidden pages do not refetch.
 * @param own this user's name; their own changes are not highlighted.
 * @returns a function that stops it.
 */
export function followDispatch(client: QueryClient, own: string): () => void {
  const stale = new Map<string, Stale>();
  const hear = (events: readonly DispatchNews[]): void => {
    for (const [officeId, all] of Map.groupBy(events, (event) => event.officeId)) {
      const office = stale.get(officeId) ?? nothingStale();
      stale.set(officeId, office);
      const changes = all.filter((event) => event.type === 'order.changed');
      if (changes.length > 0) {
        const { mapIsStale } = patchCaches(client, officeId, changes);
        office.lists = true;
        office.counts = true;
        office.loads ||= changes.some(touchesLoad);
        office.map ||= mapIsStale;
        for (const { order } of changes) office.details.add(order.id);
      }
      office.loads ||= all.some(({ type }) => type === 'courier.changed');
      office.views ||= all.some(({ type }) => type === 'view.changed');
    }
  };
  let seen = 0;
  const isSeen = (): boolean => document.visibilityState === 'visible';
  const reread = (queryKeys: readonly (readonly unknown[])[]): Promise<unknown> =>
    Promise.all(queryKeys.map((queryKey) => client.invalidateQueries({ queryKey })));

  const pagesShown = (): number =>
    [...stale.keys()]
      .flatMap((officeId) => client.getQueriesData<Pages>({ queryKey: ordersKeys.lists(officeId), type: 'active' }))
      .reduce((sum, [, data]) => sum + (data?.pages.length ?? 0), 0);
  const listsGap = (): number => ROUNDS.gap * Math.max(1, pagesShown() / PAGES_PER_GAP);

  const lists = coalesce(
    async () => {
      const keys = [...stale].flatMap(([officeId, office]) => (office.lists ? [ordersKeys.lists(officeId)] : []));
      for (const office of stale.values()) office.lists = false;
      await reread(keys);
    },
    { ...ROUNDS, gap: listsGap },
  );
  // One short request each, independent of the list's length.
  const figures = coalesce(async () => {
    const keys = [...stale].flatMap(([officeId, office]) => {
      const these = [
        ...(office.counts ? [ordersKeys.counts(officeId)] : []),
        ...(office.loads ? [couriersKey(officeId), stopsKey(officeId)] : []),
        ...(office.views ? [ordersKeys.views(officeId)] : []),
      ];
      Object.assign(office, { counts: false, loads: false, views: false });
      return these;
    });
    await reread(keys);
  }, ROUNDS);
  const details = coalesce(async () => {
    const keys = [...stale].flatMap(([officeId, office]) => {
      const these = [...office.details].map((id) => ordersKeys.detail(officeId, id));
      office.details.clear();
      return these;
    });
    await reread(keys);
  }, DETAILS);
  const maps = coalesce(async () => {
    const keys = [...stale].flatMap(([officeId, office]) => (office.map ? [mapOrdersKey(officeId)] : []));
    for (const office of stale.values()) office.map = false;
    await reread(keys);
  }, MAPS);

  const ask = (): void => {
    if (!isSeen()) return;
    const all = [...stale.values()];
    if (all.some((office) => office.lists)) lists.ask();
    if (all.some((office) => office.counts || office.loads || office.views)) figures.ask();
    if (all.some((office) => office.details.size > 0)) details.ask();
    if (all.some((office) => office.map)) maps.ask();
  };
  const take = (isNews: boolean): void => {
    const { events, before } = eventLog.get();
    const told = before + events.length;
    // The log was restarted, or has dropped events that were not processed.
    if (seen > told) seen = 0;
    if (before > seen) void client.invalidateQueries();
    const news = events.slice(Math.max(0, seen - before));
    seen = told;
    if (news.length === 0) return;
    hear(news);
    if (isNews) recordChanges(news, own);
    ask();
  };
  const stop = eventLog.subscribe(() => {
    take(true);
  });
  // Events that arrived while this chunk was loading.
  take(false);
  document.addEventListener('visibilitychange', ask);
  return () => {
    stop();
    document.removeEventListener('visibilitychange', ask);
    for (const each of [lists, figures, details, maps]) each.stop();
  };
}
