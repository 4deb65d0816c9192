import { type DispatchEvent } from '@despacho/contracts/dispatch';
import { hashKey, type QueryClient, type QueryKey } from '@tanstack/react-query';
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

const isSeen = (): boolean => document.visibilityState === 'visible';

/** Refetches stale queries in rounds, which wait while the page is hidden. */
function refetchInRounds(pace: typeof ROUNDS, refetch: (queryKey: QueryKey) => Promise<unknown>) {
  const stale = new Map<string, QueryKey>();
  const round = coalesce(() => {
    if (!isSeen()) return undefined;
    const keys = [...stale.values()];
    stale.clear();
    return Promise.all(keys.map(refetch));
  }, pace);
  return {
    add: (...keys: QueryKey[]): void => {
      for (const key of keys) stale.set(hashKey(key), key);
    },
    remove: (key: QueryKey): void => {
      stale.delete(hashKey(key));
    },
    /** Requests a round if there is something to refetch. */
    ask: (): void => {
      if (stale.size > 0) round.ask();
    },
    stop: round.stop,
  };
}

/** Fetches again what an event concerns as a whole, if it is shown. */
function rereadAfter(client: QueryClient, event: { type: string }): void {
  const known = event as DispatchEvent;
  // A photo may answer «Pedir foto».
  if (known.type === 'note.changed' || known.type === 'evidence.added' || known.type === 'evidence.removed')
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
  const reread = (queryKey: QueryKey): Promise<unknown> => client.invalidateQueries({ queryKey });
  /** Not `invalidateQueries`, which would also make components that show only names fetch. */
  const refetchLoads = (queryKey: QueryKey): Promise<unknown> => {
    for (const round of [loads, correction]) round.remove(queryKey);
    return client.refetchQueries({ queryKey, type: 'active' });
  };
  const lists = refetchInRounds(LISTS, reread);
  const figures = refetchInRounds(ROUNDS, reread);
  const details = refetchInRounds(DETAILS, reread);
  const loads = refetchInRounds(LOADS, refetchLoads);
  const correction = refetchInRounds(CORRECTION, refetchLoads);

  const asks: Asks = new Map();
  const readRows = async (): Promise<void> => {
    const ready = [...asks].filter(([, { queryKey }]) => client.getQueryState(queryKey)?.fetchStatus !== 'fetching');
    for (const [key] of ready) asks.delete(key);
    const active = ready.flatMap(([, list]) => {
      if (client.getQueryCache().find({ queryKey: list.queryKey })?.isActive()) return [list];
      // Fetched when it is shown again.
      void client.invalidateQueries({ queryKey: list.queryKey, exact: true, refetchType: 'none' });
      return [];
    });
    // Table and map usually have the same filter.
    const groups = Map.groupBy(active, ({ officeId, query }) => JSON.stringify([officeId, query]));
    await Promise.all(
      [...groups.values()].map(async (group) => {
        const [first] = group;
        if (!first) return;
        const ids = [...new Set(group.flatMap((list) => [...list.ids]))];
        const found =
          ids.length <= MAX_ASKED
            ? await readOrdersById(first.officeId, first.query, ids).catch(() => undefined)
            : undefined;
        for (const list of group) if (!found || !putRows(client, list, found)) lists.add(list.queryKey);
      }),
    );
    lists.ask();
    if (asks.size > 0) rows.ask();
  };
  const rows = coalesce(() => (isSeen() ? readRows() : undefined), ROUNDS);

  const applyEvents = (events: readonly DispatchNews[]): void => {
    for (const [officeId, all] of Map.groupBy(events, (event) => event.officeId)) {
      const changes = all.filter((event) => event.type === 'order.changed');
      if (changes.length > 0) {
        const unexplained = patchCaches(client, officeId, changes, asks);
        for (const id of unexplained.details) details.add(ordersKeys.detail(officeId, id));
        if (unexplained.loads) loads.add(couriersKey(officeId));
        correction.add(couriersKey(officeId));
        figures.add(ordersKeys.counts(officeId), stopsKey(officeId), daysKey(officeId));
      }
      for (const event of all) {
        if (event.type === 'day.changed') figures.add(daysKey(officeId));
        // Their orders have changed without an event of their own: only the day in which the visits count.
        if (event.type === 'day.changed' && event.movedVisits !== undefined) {
          lists.add(ordersKeys.lists(officeId));
          details.add(ordersKeys.details(officeId));
        }
        if (event.type === 'courier.changed') figures.add(couriersKey(officeId));
        if (event.type === 'view.changed') figures.add(ordersKeys.views(officeId));
      }
    }
  };
  const ask = (): void => {
    if (!isSeen()) return;
    if (asks.size > 0) rows.ask();
    for (const round of [lists, figures, loads, correction, details]) round.ask();
  };
  let seen = 0;
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
    eventLog.subscribe(() => takeNews(true)),
    keepListsAlike(client),
    subscribeNews((news) => {
      if (news.type === 'event') rereadAfter(client, news.event);
      if (news.type !== 'event') return;
      if (news.event.type !== 'evidence.added' && news.event.type !== 'evidence.removed') return;
      patchPhotos(client, news.event);
      figures.add(ordersKeys.counts(news.event.officeId), stopsKey(news.event.officeId));
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
