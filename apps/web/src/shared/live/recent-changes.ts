import { type Actor, type OrderChange } from '@despacho/contracts/dispatch';
import { type DispatchNews } from './event-log.ts';

/** A recent change of an order by another user. */
export interface RecentChange {
  actor: Actor;
  what: OrderChange;
  version: number;
  /** When this page received it, in milliseconds of the computer's clock. */
  receivedAt: number;
}

/** Milliseconds for which a change counts as recent. */
export const RECENT = 12_000;

const NONE: ReadonlyMap<string, RecentChange> = new Map();
let changes: ReadonlyMap<string, RecentChange> = NONE;
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

function set(next: ReadonlyMap<string, RecentChange>): void {
  changes = next;
  for (const listener of listeners) listener();
}

function forgetOld(): void {
  timer = undefined;
  const now = Date.now();
  const left = new Map([...changes].filter(([, { receivedAt }]) => now - receivedAt < RECENT));
  if (left.size !== changes.size) set(left);
  if (left.size > 0) timer = setTimeout(forgetOld, RECENT / 4);
}

/** Records changes of orders by others; `own` is the user name at this page. */
export function recordChanges(news: readonly DispatchNews[], own: string): void {
  const next = new Map(changes);
  for (const event of news) {
    if (event.type !== 'order.changed' || event.actor.username === own) continue;
    const { actor, what, order } = event;
    next.set(order.id, { actor, what, version: order.version, receivedAt: Date.now() });
  }
  if (next.size === changes.size && [...next].every(([id, change]) => changes.get(id) === change)) return;
  set(next);
  timer ??= setTimeout(forgetOld, RECENT / 4);
}

/** Clears all changes after a change of user. */
export function forgetChanges(): void {
  clearTimeout(timer);
  timer = undefined;
  if (changes !== NONE) set(NONE);
}

/** @returns the recent change of this order by another user; the same object until that changes. */
export const recentChange = (id: string): RecentChange | undefined => changes.get(id);

/** Fits `useSyncExternalStore`. */
export function subscribeChanges(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
