import { randomUUID } from 'node:crypto';
import {
  type Order,
  ORDER_CHANGES,
  type OrderEdit,
  type OrderFields,
  type OrderInput,
  type OrderState,
  SYSTEM_ACTOR,
} from '@despacho/contracts/dispatch';
import { countLookup } from '#people/clients/client-lookups.ts';
import { inOffice } from '#platform/database/in-office.ts';
import { type Database } from '#platform/database/open-database.ts';
import { transact } from '#platform/database/transact.ts';
import { type Dispatcher } from '#platform/dispatch/dispatcher.ts';
import { definedFields } from '#platform/dispatch/defined-fields.ts';
import { lockOffice } from '#people/offices/offices-repository.ts';
import { atCentre, type Placed, placeOf, placeOrders } from '../places/place-orders.ts';
import { type PlaceRules, requirePlausible } from '../places/judge-places.ts';
import { rememberPin } from './remember-pin.ts';
import { addWaiting } from '../places/waiting-orders.ts';
import { conflict } from '#platform/refusal.ts';
import { type OrderServices } from '../services.ts';
import { findClientNumbers } from './client-numbers.ts';
import { checkedAgain, checkReference } from './client-reference.ts';
import { isCurrent, fieldsOf, type OrderRow, toOrder } from './order-row.ts';
import { fieldsOfInput } from './order-input.ts';
import { officeDay } from '#platform/dispatch/working-day.ts';
import { onDay } from './on-day.ts';
import { findOrder, requireOrder, stopCounter } from './orders-repository.ts';
import { searchText } from './search-text.ts';
import { settleClient } from './settle-client.ts';
import { differing, writeChanges } from './write-changes.ts';

/** Closed orders cannot be edited. */
const EDITABLE: readonly OrderState[] = ['pendiente', 'asignada', 'en_ruta', 'no_entregada'];

function checkEditable(row: OrderRow, { version, changes }: OrderEdit): void {
  const { code, changed_at: at, changed_username: username, changed_user: user, changed_what: what } = row;
  const changed = { at: at.toISOString(), by: { username, user }, what };
  // A pin as it was seen must not move the one that a person has set since.
  const isPinSet = row.version !== version && username !== SYSTEM_ACTOR.username;
  if (!isCurrent(row, version) || (changes.place?.point && isPinSet)) {
    const did = ORDER_CHANGES[what].toLowerCase();
    throw conflict(`${user} cambió la orden ${code} entretanto (${did})`, changed);
  }
  if (!EDITABLE.includes(row.state)) throw conflict(`La orden ${code} ya está cerrada`, changed);
}

/** @returns the changes with their client resolved, after checking that its reference is unused. */
async function settled(
  trx: Database,
  dispatcher: Dispatcher,
  row: OrderRow,
  changes: Partial<OrderInput>,
): Promise<Partial<OrderInput>> {
  const before = { id: row.client_id, name: row.client_name };
  const client = changes.client && (await settleClient(trx, dispatcher, changes.client, before));
  const reference = changes.clientReference === undefined ? row.client_reference : changes.clientReference;
  const sender = client ?? before;
  const isMoved = sender.id !== before.id || sender.name !== before.name || reference !== row.client_reference;
  if (isMoved && reference !== null) await checkReference(trx, dispatcher, sender, reference, row.id);
  return { ...changes, ...(client && { client }) };
}

/** Sources of places that are derived from the address. */
const BY_ADDRESS: readonly OrderFields['placeSource'][] = ['visitas', 'interpolada', 'geocodificador'];

/**
 * Places an edited order without a pin. At the same address it keeps its place, unless that is approximate and a better
 * one is known. A pin that is sent as it was says nothing.
 */
async function placeEdited(
  rules: PlaceRules,
  dispatcher: Dispatcher,
  before: OrderFields,
  after: OrderFields,
  now: Date,
): Promise<Placed<OrderFields>> {
  const isThere = after.address === before.address && after.ubigeo === before.ubigeo;
  const isSent = !before.approximate && after.lat === before.lat && after.lng === before.lng;
  if (isSent && (isThere || !BY_ADDRESS.includes(before.placeSource)))
    return { fields: { ...after, ...placeOf(before) }, isUnknown: false };
  const keeps = isThere && before.approximate && after.approximate;
  const start = keeps ? { ...after, ...placeOf(before) } : isSent ? atCentre(after) : after;
  const [placed = { fields: start, isUnknown: false }] = await placeOrders(rules, dispatcher, [start], now);
  return keeps ? { ...placed, isUnknown: false } : placed;
}

/** @returns the number of an order that moves to another day with its courier: after the other stops of that day. */
async function numberOnDay(
  trx: Database,
  dispatcher: Dispatcher,
  row: OrderRow,
  { date, today }: { date: string; today: string },
): Promise<Partial<OrderFields>> {
  if (row.courier_id === null || row.date === date || row.state === 'no_entregada') return {};
  return (await stopCounter(trx, dispatcher, row.courier_id, today))(date);
}

async function updateSearch(
  trx: Database,
  dispatcher: Dispatcher,
  { id, code }: OrderRow,
  fields: OrderFields,
): Promise<void> {
  const numbers = await findClientNumbers(trx, dispatcher.companyId, [fields.clientId]);
  await trx
    .updateTable('order_search')
    .set({ text: searchText(code, fields, numbers.get(fields.clientId)) })
    .where(inOffice(dispatcher))
    .where('order_id', '=', id)
    .execute();
}

/**
 * Refuses an edit, before it is written, under the office's lock.
 * @throws Refusal
 */
export type CheckEdit = (
  trx: Database,
  dispatcher: Dispatcher,
  change: { row: OrderRow; fields: OrderFields; patch: Partial<OrderFields>; what: 'editada' },
  now: Date,
) => Promise<void>;

/**
 * Edits the content of an order.
 * @throws Refusal conflict if someone changed it since, or it is closed; invalid for an implausible place; as `check`.
 */
export async function editOrder(
  services: OrderServices,
  dispatcher: Dispatcher,
  id: number,
  { version, changes }: OrderEdit,
  check: CheckEdit,
): Promise<Order> {
  const { db, clock, feed, config } = services;
  // The sender is looked up by its text unless another client is chosen by id.
  const { client } = changes;
  if (client && (client.id === null || (await findOrder(db, dispatcher, id))?.client_id === client.id))
    await countLookup(services, dispatcher, client.name);
  const edit = async (trx: Database): Promise<{ order: Order; changed: boolean }> => {
    await lockOffice(trx, dispatcher);
    const row = await requireOrder(trx, dispatcher, id);
    checkEditable(row, { version, changes });
    const fields = fieldsOf(row);
    const now = clock();
    const input = fieldsOfInput(await settled(trx, dispatcher, row, definedFields(changes)));
    const rules = { db: trx, config };
    const given = changes.place;
    if (given?.point) await requirePlausible(rules, dispatcher, { ...given.point, ubigeo: given.ubigeo });
    const { fields: placed, isUnknown } = await placeEdited(rules, dispatcher, fields, { ...fields, ...input }, now);
    const today = officeDay(now, dispatcher);
    const patch = differing(fields, {
      ...placed,
      ...onDay(fields, placed.date, today),
      ...(await numberOnDay(trx, dispatcher, row, { date: placed.date, today })),
    });
    if (Object.keys(patch).length === 0) return { order: toOrder(row), changed: false };
    const change = { row, fields, patch, what: 'editada' } as const;
    await check(trx, dispatcher, change, now);
    await writeChanges(trx, dispatcher, { id: randomUUID(), now }, [change]);
    const isPinMoved =
      given?.point && placed.placeSource === 'persona' && ('lat' in patch || 'lng' in patch || 'approximate' in patch);
    if (isPinMoved) await rememberPin(trx, dispatcher, placed, now);
    if (isUnknown && config.geocoder) await addWaiting(trx, dispatcher, [row.id], now);
    await updateSearch(trx, dispatcher, row, { ...fields, ...patch });
    const after = await requireOrder(trx, dispatcher, id);
    return { order: toOrder(after), changed: true };
  };
  const { order, changed } = await checkedAgain(() => transact(db, edit));
  if (changed) feed.nudge(dispatcher.officeId);
  return order;
}
