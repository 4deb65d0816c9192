import { type Order, type OrderChanged, type OrderFields } from '@despacho/contracts/dispatch';

/** Fields that determine the due time, which only the service can compute (it depends on the office's time zone). */
const DUE: readonly (keyof OrderFields)[] = ['date', 'windowFrom', 'windowTo'];

/** @returns the new value if the event contains one, else the previous value. */
// oxlint-disable-next-line typescript/prefer-nullish-coalescing -- null is a value here
const or = <T>(told: T | undefined, before: T): T => (told === undefined ? before : told);

function collectOf({ collect }: Order, { collectDue, collected, means }: OrderChanged['after']): Order['collect'] {
  const due = or(collectDue, collect?.due ?? null);
  if (due === null) return null;
  return { due, collected: or(collected, collect?.collected ?? null), means: or(means, collect?.means ?? null) };
}

/**
 * @param courierName returns the name for a courier's id, if known.
 * @returns the order after the change; the same object if it already includes the change; undefined if the event is
 * not sufficient, so that the order must be refetched.
 */
export function patchedOrder(
  order: Order,
  { order: { version }, after, at, actor, what }: OrderChanged,
  courierName: (id: string) => string | undefined,
): Order | undefined {
  if (version <= order.version) return order;
  if (version !== order.version + 1 || DUE.some((field) => after[field] !== undefined)) return undefined;

  let { courier } = order;
  if (after.courierId === null) courier = null;
  else if (after.courierId !== undefined) {
    const name = after.courierId === courier?.id ? courier.name : courierName(after.courierId);
    if (name === undefined) return undefined;
    courier = { id: after.courierId, name };
  }
  const { client, recipient, place } = order;
  return {
    ...order,
    version,
    state: or(after.state, order.state),
    attempt: or(after.attempt, order.attempt),
    sequence: or(after.sequence, order.sequence),
    reason: or(after.reason, order.reason),
    packages: or(after.packages, order.packages),
    weightGrams: or(after.weightGrams, order.weightGrams),
    clientReference: or(after.clientReference, order.clientReference),
    guide: or(after.guide, order.guide),
    note: or(after.note, order.note),
    priority: or(after.priority, order.priority),
    courier,
    collect: collectOf(order, after),
    client: {
      id: or(after.clientId, client.id),
      name: or(after.clientName, client.name),
      phone: or(after.clientPhone, client.phone),
    },
    recipient: { name: or(after.recipient, recipient.name), phone: or(after.phone, recipient.phone) },
    place: {
      address: or(after.address, place.address),
      reference: or(after.reference, place.reference),
      ubigeo: or(after.ubigeo, place.ubigeo),
      lat: or(after.lat, place.lat),
      lng: or(after.lng, place.lng),
      approximate: or(after.approximate, place.approximate),
    },
    changed: { at, by: actor, what },
  };
}
