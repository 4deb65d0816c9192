import { type Actor, type PresenceActivity, type PresenceReport } from '@despacho/contracts/dispatch';
import { createStore, type ReadonlyStore, useStore } from '../state/store.ts';

/** Another user working on an order. */
export interface PresentPerson {
  actor: Actor;
  doing: PresenceActivity;
}

interface TimedPresence extends PresentPerson {
  orders: ReadonlySet<string>;
  /** Expiry in milliseconds of the computer's clock. */
  until: number;
}

const NOBODY: readonly PresentPerson[] = [];
let people: ReadonlyMap<string, TimedPresence> = new Map();
const byOrder = createStore<ReadonlyMap<string, readonly PresentPerson[]>>(new Map());
let timer: ReturnType<typeof setTimeout> | undefined;

const sameAs = (one: readonly PresentPerson[] | undefined, other: readonly PresentPerson[]): boolean =>
  one?.length === other.length &&
  one.every(({ actor, doing }, at) => actor.username === other[at]?.actor.username && doing === other[at].doing);

function set(next: ReadonlyMap<string, TimedPresence>): void {
  people = next;
  const orders = new Map<string, PresentPerson[]>();
  for (const { actor, doing, orders: ids } of people.values())
    for (const id of ids) orders.set(id, [...(orders.get(id) ?? []), { actor, doing }]);
  // Keeps the objects of unchanged orders, so that they do not rerender.
  const before = byOrder.get();
  byOrder.set(
    new Map(
      [...orders].map(([id, present]) => {
        const known = before.get(id);
        return [id, known && sameAs(known, present) ? known : present];
      }),
    ),
  );
  clearTimeout(timer);
  const ends = [...people.values()].map(({ until }) => until);
  if (ends.length > 0) timer = setTimeout(removeExpired, Math.max(50, Math.min(...ends) - Date.now()));
}

function removeExpired(): void {
  const now = Date.now();
  set(new Map([...people].filter(([, { until }]) => until > now)));
}

/** Replaces a user's presence by the newest report. `own` is ignored. */
export function recordPresence({ actor, doing, orders, seconds }: PresenceReport, own: string): void {
  if (actor.username === own) return;
  const next = new Map(people);
  if (orders.length === 0) next.delete(actor.username);
  else next.set(actor.username, { actor, doing, orders: new Set(orders), until: Date.now() + seconds * 1000 });
  set(next);
}

/** Clears all presence, after a change of user or a lost stream. */
export function forgetPresence(): void {
  if (people.size > 0) set(new Map());
}

/** Who else is working on orders, by order id. Arrays keep their identity until they change. */
export const presence: ReadonlyStore<ReadonlyMap<string, readonly PresentPerson[]>> = byOrder;

/** @returns who else is working on this order now. */
export const usePresence = (orderId: string): readonly PresentPerson[] =>
  useStore(byOrder, (orders) => orders.get(orderId) ?? NOBODY);
