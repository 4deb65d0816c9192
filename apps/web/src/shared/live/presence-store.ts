import { type Actor, type PresenceActivity, type PresenceReport } from '@despacho/contracts/dispatch';

/** Somebody else at an order. */
export interface Present {
  actor: Actor;
  doing: PresenceActivity;
}

interface Told extends Present {
  orders: ReadonlySet<string>;
  /** Milliseconds of the computer's clock until which it holds. */
  until: number;
}

const NOBODY: readonly Present[] = [];
let people: ReadonlyMap<string, Told> = new Map();
let byOrder: ReadonlyMap<string, readonly Present[]> = new Map();
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

const sameAs = (one: readonly Present[] | undefined, other: readonly Present[]): boolean =>
  one?.length === other.length &&
  one.every(({ actor, doing }, at) => actor.username === other[at]?.actor.username && doing === other[at].doing);

function set(next: ReadonlyMap<string, Told>): void {
  people = next;
  const orders = new Map<string, Present[]>();
  for (const { actor, doing, orders: ids } of people.values())
    for (const id of ids) orders.set(id, [...(orders.get(id) ?? []), { actor, doing }]);
  // The same objects for what stays the same: what shows it is not drawn anew.
  byOrder = new Map(
    [...orders].map(([id, present]) => {
      const before = byOrder.get(id);
      return [id, before && sameAs(before, present) ? before : present];
    }),
  );
  for (const listener of listeners) listener();
  clearTimeout(timer);
  const ends = [...people.values()].map(({ until }) => until);
  if (ends.length > 0) timer = setTimeout(removeExpired, Math.max(50, Math.min(...ends) - Date.now()));
}

function removeExpired(): void {
  const now = Date.now();
  set(new Map([...people].filter(([, { until }]) => until > now)));
}

/** Takes what somebody said of themselves in place of what they said before. `own` is never shown to oneself. */
export function recordPresence({ actor, doing, orders, seconds }: PresenceReport, own: string): void {
  if (actor.username === own) return;
  const next = new Map(people);
  if (orders.length === 0) next.delete(actor.username);
  else next.set(actor.username, { actor, doing, orders: new Set(orders), until: Date.now() + seconds * 1000 });
  set(next);
}

/** Forgets everybody: somebody else is signed in, or nobody can be heard. */
export function forgetPresence(): void {
  if (people.size > 0) set(new Map());
}

/** @returns who else is at an order, the same array until that changes. */
export const presentAt = (orderId: string): readonly Present[] => byOrder.get(orderId) ?? NOBODY;

/** Fits `useSyncExternalStore`. */
export function subscribePresence(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
