import { type Order, type OrderChanged, type OrderFields } from '@despacho/contracts/dispatch';

/** Fields that determine the due time, which only the service can compute (it depends on the office's time zone). */
const DUE: readonly (keyof OrderFields)[] = ['date', 'windowFrom', 'windowTo'];

/** @returns the new value if the event contains one, else the previous value. */
// oxlint-disable-next-line typescript/prefer-nullish-coalescing -- null is a value here
const changedOr = <T>(changed: T | undefined, before: T): T => (changed === undefined ? before : changed);

function collectOf({ collect }: Order, { collectDue, payments, difference }: OrderChanged['after']): Order['collect'] {
  const due = changedOr(collectDue, collect?.due ?? null);
  if (due === null) return null;
  return {
    due,
    payments: changedOr(payments, collect?.payments ?? []),
    difference: changedOr(difference, collect?.difference ?? null),
  };
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
    state: changedOr(after.state, order.state),
    attempt: changedOr(after.attempt, order.attempt),
    sequence: changedOr(after.sequence, order.sequence),
    reason: changedOr(after.reason, order.reason),
    closedAt: changedOr(after.closedAt, order.closedAt),
    packages: changedOr(after.packages, order.packages),
    weightGrams: changedOr(after.weightGrams, order.weightGrams),
    clientReference: changedOr(after.clientReference, order.clientReference),
    guide: changedOr(after.guide, order.guide),
    note: changedOr(after.note, order.note),
    priority: changedOr(after.priority, order.priority),
    courier,
    collect: collectOf(order, after),
    client: {
      id: changedOr(after.clientId, client.id),
      name: changedOr(after.clientName, client.name),
      phone: changedOr(after.clientPhone, client.phone),
    },
    recipient: { name: changedOr(after.recipient, recipient.name), phone: changedOr(after.phone, recipient.phone) },
    place: {
      address: changedOr(after.address, place.address),
      reference: changedOr(after.reference, place.reference),
      ubigeo: changedOr(after.ubigeo, place.ubigeo),
      lat: changedOr(after.lat, place.lat),
      lng: changedOr(after.lng, place.lng),
      approximate: changedOr(after.approximate, place.approximate),
    },
    changed: { at, by: actor, what },
  };
}
