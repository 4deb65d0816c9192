import { type Actor, type OrderChange } from '@despacho/contracts/dispatch';
import { createStore, type ReadonlyStore, useStore } from '../state/store.ts';
import { type DispatchNews } from './event-log.ts';

/** A recent change of an order by another user. */
interface RecentChange {
  actor: Actor;
  what: OrderChange;
  version: number;
  /** When this page received it, in milliseconds of the computer's clock. */
  receivedAt: number;
}

/** Milliseconds for which a change counts as recent. */
export const RECENT = 12_000;

const NONE: ReadonlyMap<string, RecentChange> = new Map();
const changes = createStore(NONE);
let timer: ReturnType<typeof setTimeout> | undefined;

function dropOld(): void {
  timer = undefined;
  const now = Date.now();
  const left = new Map([...changes.get()].filter(([, { receivedAt }]) => now - receivedAt < RECENT));
  if (left.size !== changes.get().size) changes.set(left);
  if (left.size > 0) timer = setTimeout(dropOld, RECENT / 4);
}

/** Records changes of orders by others; `own` is the user name at this page. */
export function recordChanges(news: readonly DispatchNews[], own: string): void {
  const before = changes.get();
  const next = new Map(before);
  for (const event of news) {
    if (event.type !== 'order.changed' || event.actor.username === own) continue;
    const { actor, what, order } = event;
    next.set(order.id, { actor, what, version: order.version, receivedAt: Date.now() });
  }
  if (next.size === before.size && [...next].every(([id, change]) => before.get(id) === change)) return;
  changes.set(next);
  timer ??= setTimeout(dropOld, RECENT / 4);
}

/** Clears all changes after a change of user. */
export function forgetChanges(): void {
  clearTimeout(timer);
  timer = undefined;
  changes.set(NONE);
}

/** Changes by others in the last seconds, by order id. */
export const recentChanges: ReadonlyStore<ReadonlyMap<string, RecentChange>> = changes;

/** @returns the recent change of this order by another user. */
export const useRecentChange = (orderId: string): RecentChange | undefined =>
  useStore(changes, (all) => all.get(orderId));
