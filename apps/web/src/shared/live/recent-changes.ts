import { type Actor, type OrderChange } from '@despacho/contracts/dispatch';
import { type DispatchNews } from './event-log.ts';

/** What somebody else has just done to an order. */
export interface RecentChange {
  actor: Actor;
  what: OrderChange;
  version: number;
  /** Milliseconds of the computer's clock, when this page was told. */
  receivedAt: number;
}

/** Milliseconds for which a change is news. */
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

/** Notes what others did to orders; `own` is the user name of the person at this page. */
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

/** Forgets everything: somebody else is signed in. */
export function forgetChanges(): void {
  clearTimeout(timer);
  timer = undefined;
  if (changes !== NONE) set(NONE);
}

/** @returns what somebody else has just done to this order, the same object until that changes. */
export const recentChange = (id: string): RecentChange | undefined => changes.get(id);

/** Fits `useSyncExternalStore`. */
export function subscribeChanges(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
