import { type Order, type OrderChanged, type OrderFields } from '@despacho/contracts/dispatch';
import { isWholeOrder, type MapOrder } from '../../orders/rules/map-order.ts';

/** Fields that determine the due time, which only the service can compute (it depends on the office's time zone). */
export const DUE: readonly (keyof OrderFields)[] = ['date', 'windowFrom', 'windowTo'];

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
export function patchedOrder<O extends MapOrder>(
  order: O,
  event: OrderChanged,
  courierName: (id: string) => string | undefined,
): O | undefined {
  const {
    order: { version },
    after,
  } = event;
  if (version <= order.version) return order;
  if (version !== order.version + 1 || DUE.some((field) => after[field] !== undefined)) return undefined;

  let courier: MapOrder['courier'] = order.courier;
  if (after.courierId === null) courier = null;
  else if (after.courierId !== undefined) {
    const name = after.courierId === courier?.id ? courier.name : courierName(after.courierId);
    if (name === undefined) return undefined;
    courier = { id: after.courierId, name };
  }
  const { recipient, place } = order;
  const patched = {
    ...order,
    version,
    state: changedOr(after.state, order.state),
    sequence: changedOr(after.sequence, order.sequence),
    weightGrams: changedOr(after.weightGrams, order.weightGrams),
    courier,
    recipient: { ...recipient, name: changedOr(after.recipient, recipient.name) },
    place: {
      ...place,
      ubigeo: changedOr(after.ubigeo, place.ubigeo),
      lat: changedOr(after.lat, place.lat),
      lng: changedOr(after.lng, place.lng),
      approximate: changedOr(after.approximate, place.approximate),
    },
  };
  return isWholeOrder(patched) ? { ...patched, ...restOf(patched, event) } : patched;
}

/** The fields that a map does not have. */
function restOf(order: Order, { after, at, actor, what }: OrderChanged): Partial<Order> {
  const { client, recipient, place } = order;
  return {
    attempt: changedOr(after.attempt, order.attempt),
    reason: changedOr(after.reason, order.reason),
    wanted: changedOr(after.wanted, order.wanted),
    closedAt: changedOr(after.closedAt, order.closedAt),
    visitDay: changedOr(after.visitDay, order.visitDay),
    packages: changedOr(after.packages, order.packages),
    clientReference: changedOr(after.clientReference, order.clientReference),
    guide: changedOr(after.guide, order.guide),
    note: changedOr(after.note, order.note),
    priority: changedOr(after.priority, order.priority),
    collect: collectOf(order, after),
    client: {
      id: changedOr(after.clientId, client.id),
      name: changedOr(after.clientName, client.name),
      phone: changedOr(after.clientPhone, client.phone),
    },
    recipient: { ...recipient, phone: changedOr(after.phone, recipient.phone) },
    place: {
      ...place,
      address: changedOr(after.address, place.address),
      reference: changedOr(after.reference, place.reference),
    },
    changed: { at, by: actor, what },
  };
}
