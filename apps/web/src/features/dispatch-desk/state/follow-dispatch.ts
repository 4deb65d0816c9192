import { type Actor, type DispatchEvent } from '@despacho/contracts/dispatch';
import { hashKey, type QueryClient, type QueryKey } from '@tanstack/react-query';
import { coalesce } from '#shared/live/coalesce.ts';
import { type DispatchNews, eventLog } from '#shared/live/event-log.ts';
import { subscribeNews } from '#shared/live/live-state.ts';
import { recordChanges } from '#shared/live/recent-changes.ts';
import { phoneKey } from '#features/couriers/api/courier-phone.ts';
import { courierMapKey, couriersKey } from '#features/couriers/api/couriers-query.ts';
import { settingsKey } from '#features/couriers/api/settings-query.ts';
import { daysKey } from '#features/days/api/days-query.ts';
import { companyOfficesKey, officesQuery } from '#shared/queries/offices-query.ts';
import { zonesKey } from '#shared/zones/zones-query.ts';
import { ordersKeys } from '#shared/queries/orders-keys.ts';
import { SELDOM } from '#features/orders/api/orders-queries.ts';
import { refreshOrders } from '#features/orders/api/refresh-orders.ts';
import { stopsKey } from '#features/orders/api/stops-query.ts';
import { reviewsKey } from '#features/reviews/api/reviews-query.ts';

/**
 * Milliseconds, for a route, the couriers' days, and counts after the user's own changes. A bulk change sends one event
 * per order.
 */
const FIGURES = { settle: 800, gap: 5000 };
/** Changed rows, and an open order. */
const ROWS = { settle: 300, gap: 3000 };
/** Counts and the couriers' loads after changes by others: most requests of a desk that only stays open. */
const COUNTS = { settle: 800, gap: 30_000 };
/**
 * Whole lists, page by page, after more changes than one request may name. A map has up to three. The desks of an office
 * do not fetch at the same moment.
 */
const LISTS = { settle: () => Math.random() * 3000, gap: 20_000 };

const isSeen = (): boolean => document.visibilityState === 'visible';

/** Refetches stale queries in rounds, which wait while the page is hidden. */
function refetchInRounds(pace: Parameters<typeof coalesce>[1], refetch: (queryKey: QueryKey) => Promise<unknown>) {
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
    /** Requests a round if there is something to refetch. */
    ask: (): void => {
      if (stale.size > 0) round.ask();
    },
    stop: round.stop,
  };
}

/** Refetches the queries that an event affects as a whole, if they are shown. */
function rereadAfter(client: QueryClient, event: { type: string }): void {
  const known = event as DispatchEvent;
  // A photo may answer «Pedir foto».
  if (known.type === 'note.changed' || known.type === 'evidence.added' || known.type === 'evidence.removed')
    void client.invalidateQueries({ queryKey: ordersKeys.detail(known.officeId, known.order.id) });
  if (known.type === 'phone.changed')
    void client.invalidateQueries({ queryKey: phoneKey(known.officeId, known.courier.id) });
  if (known.type === 'zone.changed') void client.invalidateQueries({ queryKey: zonesKey(known.officeId) });
  if (known.type === 'settings.changed')
    for (const queryKey of [settingsKey(known.officeId), courierMapKey(known.officeId)])
      void client.invalidateQueries({ queryKey });
  // Its name, zone and whether it is closed are in the list of offices of every screen.
  if (known.type === 'office.changed')
    for (const queryKey of [officesQuery.queryKey, companyOfficesKey, settingsKey(known.officeId)])
      void client.invalidateQueries({ queryKey });
  if (known.type === 'review.added' || known.type === 'review.decided')
    void client.invalidateQueries({ queryKey: reviewsKey(known.officeId) });
}

/**
 * Updates cached orders and couriers after live events: requests changed orders, couriers' loads and figures, each with
 * one request per burst. Hidden pages do not fetch.
 * @param own this user's name; their own changes are not highlighted.
 * @returns a function that stops it.
 */
export function followDispatch(client: QueryClient, own: string): () => void {
  const reread = (queryKey: QueryKey): Promise<unknown> => client.invalidateQueries({ queryKey });
  const lists = refetchInRounds(LISTS, async (queryKey) => {
    await reread(queryKey);
    // Changed rows of a shown list would otherwise stay outdated until its next event.
    const failed = client.getQueryCache().findAll({ queryKey, type: 'active' });
    if (!failed.some(({ state }) => state.status === 'error')) return;
    lists.add(queryKey);
    lists.ask();
  });
  const figures = refetchInRounds(FIGURES, reread);
  const details = refetchInRounds(ROWS, reread);
  // Not `invalidateQueries`, which would also make components that show only names of couriers fetch.
  const recount = (queryKey: QueryKey): Promise<unknown> =>
    client.refetchQueries({ queryKey, type: 'active', predicate: ({ meta }) => meta !== SELDOM });
  const counts = refetchInRounds(COUNTS, recount);
  const ownCounts = refetchInRounds(FIGURES, recount);
  const countsAfter = (events: readonly { actor: Actor }[]): typeof counts =>
    events.some(({ actor }) => actor.username === own) ? ownCounts : counts;

  /** Ids of changed orders by office, which the lists do not show yet. */
  const changed = new Map<string, Set<string>>();
  const addChanged = (officeId: string, id: string): void => {
    changed.set(officeId, (changed.get(officeId) ?? new Set()).add(id));
  };
  /** Changes that are marked once their rows are refreshed. */
  let unmarked: DispatchNews[] = [];
  const refresh = async (): Promise<void> => {
    const offices = [...changed];
    const news = unmarked;
    changed.clear();
    unmarked = [];
    await Promise.all(
      offices.map(async ([officeId, ids]) => {
        const { whole, pending } = await refreshOrders(client, officeId, [...ids]);
        lists.add(...whole);
        if (pending.length > 0) for (const id of ids) addChanged(officeId, id);
      }),
    );
    recordChanges(news, own);
    lists.ask();
    if (changed.size > 0) rows.ask();
  };
  const rows = coalesce(() => (isSeen() ? refresh() : undefined), ROWS);

  const applyEvents = (events: readonly DispatchNews[]): void => {
    for (const [officeId, all] of Map.groupBy(events, (event) => event.officeId)) {
      const changes = all.filter((event) => event.type === 'order.changed');
      for (const { order } of changes) {
        addChanged(officeId, order.id);
        const detail = ordersKeys.detail(officeId, order.id);
        if (client.getQueryState(detail)) details.add(detail);
      }
      if (changes.length > 0) {
        countsAfter(changes).add(ordersKeys.counts(officeId), couriersKey(officeId));
        figures.add(stopsKey(officeId), daysKey(officeId));
      }
      for (const event of all) {
        if (event.type === 'day.changed') figures.add(daysKey(officeId));
        if (event.type === 'courier.changed') figures.add(couriersKey(officeId), courierMapKey(officeId));
        if (event.type === 'view.changed') figures.add(ordersKeys.views(officeId));
      }
    }
  };
  const ask = (): void => {
    if (!isSeen()) return;
    if (changed.size > 0) rows.ask();
    for (const round of [lists, figures, counts, ownCounts, details]) round.ask();
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
    // Nobody sees the marks of a hidden page.
    if (isNews && isSeen()) unmarked.push(...news);
    ask();
  };
  const stops = [
    eventLog.subscribe(() => takeNews(true)),
    subscribeNews((news) => {
      if (news.type === 'event') rereadAfter(client, news.event);
      if (news.type !== 'event') return;
      if (news.event.type === 'zone.changed') {
        // Filters by the zone find other orders.
        lists.add(ordersKeys.lists(news.event.officeId));
        counts.add(ordersKeys.counts(news.event.officeId));
        ask();
      }
      if (news.event.type !== 'evidence.added' && news.event.type !== 'evidence.removed') return;
      addChanged(news.event.officeId, news.event.order.id);
      countsAfter([news.event]).add(ordersKeys.counts(news.event.officeId));
      figures.add(stopsKey(news.event.officeId));
      ask();
    }),
  ];
  // Events that arrived while this chunk was loading.
  takeNews(false);
  document.addEventListener('visibilitychange', ask);
  return () => {
    for (const stop of stops) stop();
    document.removeEventListener('visibilitychange', ask);
    for (const each of [rows, lists, figures, counts, ownCounts, details]) each.stop();
  };
}
