import { type DispatchEvent } from '@despacho/contracts/dispatch';
import { type QueryClient, type QueryKey } from '@tanstack/react-query';
import { coalesce } from '../../../shared/live/coalesce.ts';
import { type DispatchNews, eventLog } from '../../../shared/live/event-log.ts';
import { subscribeNews } from '../../../shared/live/live-state.ts';
import { recordChanges } from '../../../shared/live/recent-changes.ts';
import { phoneKey } from '../../couriers/api/courier-phone.ts';
import { couriersKey } from '../../couriers/api/couriers-query.ts';
import { settingsKey } from '../../couriers/api/settings-query.ts';
import { daysKey } from '../../days/api/days-query.ts';
import { MAX_ASKED, readOrdersById } from '../../orders/api/orders-queries.ts';
import { ordersKeys } from '../../orders/api/orders-keys.ts';
import { stopsKey } from '../../orders/api/stops-query.ts';
import { reviewsKey } from '../../reviews/api/reviews-query.ts';
import { type Asks, keepListsAlike, patchCaches, patchPhotos, putRows } from './patch-caches.ts';

/** Milliseconds, for rows and figures. A bulk change sends one event per order. */
const ROUNDS = { settle: 800, gap: 5000 };
/** An open order needs only one short request. */
const DETAILS = { settle: 300, gap: 1500 };
/** The couriers' loads, where an order is not cached: the list is the largest response. */
const LOADS = { settle: 800, gap: 10_000 };
/** Loads are patched; this corrects a change that was applied to a response that already included it. */
const CORRECTION = { settle: 30_000, gap: 30_000 };
/** Whole lists, page by page, after more changes than one request may name. A map has up to three. */
const LISTS = { settle: 2000, gap: 20_000 };

/** Stale data of one office. */
interface Stale {
  asks: Asks;
  lists: QueryKey[];
  counts: boolean;
  couriers: boolean;
  loads: boolean;
  correction: boolean;
  details: Set<string>;
  views: boolean;
  /** The couriers' days changed. */
  days: boolean;
}

const nothingStale = (): Stale => ({
  asks: new Map(),
  lists: [],
  counts: false,
  couriers: false,
  loads: false,
  correction: false,
  details: new Set(),
  views: false,
  days: false,
});

/** Fetches again what an event concerns as a whole, if it is shown. */
function rereadAfter(client: QueryClient, event: { type: string }): void {
  const known = event as DispatchEvent;
  if (known.type === 'note.changed')
    void client.invalidateQueries({ queryKey: ordersKeys.detail(known.officeId, known.order.id) });
  if (known.type === 'phone.changed')
    void client.invalidateQueries({ queryKey: phoneKey(known.officeId, known.courier.id) });
  if (known.type === 'settings.changed') void client.invalidateQueries({ queryKey: settingsKey(known.officeId) });
  if (known.type === 'review.added' || known.type === 'review.decided')
    void client.invalidateQueries({ queryKey: reviewsKey(known.officeId) });
}

/**
 * Updates cached orders and couriers with live events: patches where an event is sufficient, requests single orders
 * where it is not, and refetches figures with one request per burst. Hidden pages do not fetch.
 * @param own this user's name; their own changes are not highlighted.
 * @returns a function that stops it.
 */
export function followDispatch(client: QueryClient, own: string): () => void {
  const stale = new Map<string, Stale>();
  const applyEvents = (events: readonly DispatchNews[]): void => {
    for (const [officeId, all] of Map.groupBy(events, (event) => event.officeId)) {
      const office = stale.get(officeId) ?? nothingStale();
      stale.set(officeId, office);
      const changes = all.filter((event) => event.type === 'order.changed');
      if (changes.length > 0) {
        const { details, loads } = patchCaches(client, officeId, changes, office.asks);
        for (const id of details) office.details.add(id);
        office.counts = true;
        office.loads ||= loads;
        office.correction = true;
        office.days = true;
      }
      office.days ||= all.some(({ type }) => type === 'day.changed');
      office.couriers ||= all.some(({ type }) => type === 'courier.changed');
      office.views ||= all.some(({ type }) => type === 'view.changed');
    }
  };
  let seen = 0;
  const isSeen = (): boolean => document.visibilityState === 'visible';
  const reread = (queryKeys: readonly QueryKey[]): Promise<unknown> =>
    Promise.all(queryKeys.map((queryKey) => client.invalidateQueries({ queryKey })));
  /** Not `invalidateQueries`, which would also make components that show only names fetch. */
  const refetchLoads = (officeIds: readonly string[]): Promise<unknown> =>
    Promise.all(
      officeIds.map((officeId) => client.refetchQueries({ queryKey: couriersKey(officeId), type: 'active' })),
    );
  /** A round that waits while the page is hidden. */
  const whileSeen = (work: () => Promise<unknown>) => () => (isSeen() ? work() : undefined);
  const take = (flag: 'loads' | 'correction'): string[] => {
    const offices = [...stale].filter(([, office]) => office[flag]);
    for (const [, office] of offices) Object.assign(office, { loads: false, correction: false });
    return offices.map(([officeId]) => officeId);
  };

  const askOf = async (officeId: string, office: Stale): Promise<void> => {
    const isFetching = (queryKey: QueryKey): boolean => client.getQueryState(queryKey)?.fetchStatus === 'fetching';
    const ready = [...office.asks].filter(([, { queryKey }]) => !isFetching(queryKey));
    for (const [key] of ready) office.asks.delete(key);
    const active = ready.filter(([, { queryKey }]) => {
      if (!client.getQueryCache().find({ queryKey })?.isActive())
        // Fetched when it is shown again.
        void client.invalidateQueries({ queryKey, exact: true, refetchType: 'none' });
      else return true;
      return false;
    });
    // Table and map usually have the same filter.
    const groups = Map.groupBy(active, ([, { query }]) => JSON.stringify(query));
    await Promise.all(
      [...groups.values()].map(async (group) => {
        const [first] = group;
        if (!first) return;
        const ids = [...new Set(group.flatMap(([, each]) => [...each.ids]))];
        const found =
          ids.length <= MAX_ASKED
            ? await readOrdersById(officeId, first[1].query, ids).catch(() => undefined)
            : undefined;
        for (const [, list] of group) if (!found || !putRows(client, list, found)) office.lists.push(list.queryKey);
      }),
    );
    if (office.lists.length > 0) lists.ask();
    if (office.asks.size > 0) rows.ask();
  };
  const rows = coalesce(
    whileSeen(() => Promise.all([...stale].map(([officeId, office]) => askOf(officeId, office)))),
    ROUNDS,
  );
  const lists = coalesce(
    whileSeen(() => reread([...stale.values()].flatMap((office) => office.lists.splice(0)))),
    LISTS,
  );
  const figures = coalesce(
    whileSeen(() => {
      const keys = [...stale].flatMap(([officeId, office]) => {
        const these = [
          ...(office.counts ? [ordersKeys.counts(officeId), stopsKey(officeId)] : []),
          ...(office.couriers ? [couriersKey(officeId)] : []),
          ...(office.views ? [ordersKeys.views(officeId)] : []),
          ...(office.days ? [daysKey(officeId)] : []),
        ];
        Object.assign(office, { counts: false, couriers: false, views: false, days: false });
        return these;
      });
      return reread(keys);
    }),
    ROUNDS,
  );
  const loads = coalesce(
    whileSeen(() => refetchLoads(take('loads'))),
    LOADS,
  );
  const correction = coalesce(
    whileSeen(() => refetchLoads(take('correction'))),
    CORRECTION,
  );
  const details = coalesce(
    whileSeen(() => {
      const keys = [...stale].flatMap(([officeId, office]) => {
        const these = [...office.details].map((id) => ordersKeys.detail(officeId, id));
        office.details.clear();
        return these;
      });
      return reread(keys);
    }),
    DETAILS,
  );

  const ask = (): void => {
    if (!isSeen()) return;
    const all = [...stale.values()];
    if (all.some((office) => office.asks.size > 0)) rows.ask();
    if (all.some((office) => office.lists.length > 0)) lists.ask();
    if (all.some((office) => office.counts || office.couriers || office.views || office.days)) figures.ask();
    if (all.some((office) => office.loads)) loads.ask();
    if (all.some((office) => office.correction)) correction.ask();
    if (all.some((office) => office.details.size > 0)) details.ask();
  };
  const takeNews = (isNews: boolean): void => {
    const { events, before } = eventLog.get();
    const total = before + events.length;
    // The log was restarted, or has dropped events that were not processed.
    if (seen > total) seen = 0;
    if (before > seen) void client.invalidateQueries();
    const news = events.slice(Math.max(0, seen - before));
    seen = total;
    if (news.length === 0) return;
    applyEvents(news);
    if (isNews) recordChanges(news, own);
    ask();
  };
  const stops = [
    eventLog.subscribe(() => {
      takeNews(true);
    }),
    keepListsAlike(client),
    subscribeNews((news) => {
      if (news.type === 'event') rereadAfter(client, news.event);
      if (news.type !== 'event' || news.event.type !== 'evidence.added') return;
      patchPhotos(client, news.event);
      const office = stale.get(news.event.officeId) ?? nothingStale();
      stale.set(news.event.officeId, office);
      office.counts = true;
      ask();
    }),
  ];
  // Events that arrived while this chunk was loading.
  takeNews(false);
  document.addEventListener('visibilitychange', ask);
  return () => {
    for (const stop of stops) stop();
    document.removeEventListener('visibilitychange', ask);
    for (const each of [rows, lists, figures, loads, correction, details]) each.stop();
  };
}
