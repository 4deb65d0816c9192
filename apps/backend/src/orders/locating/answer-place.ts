import { randomUUID } from 'node:crypto';
import { exactAs, type OrderChanged, type OrderFields, type Point, UNDO_SECONDS } from '@despacho/contracts/dispatch';
import { sql } from 'kysely';
import { lockOffice } from '#people/offices/offices-repository.ts';
import { type Database } from '#platform/database/open-database.ts';
import { definedFields } from '#platform/dispatch/defined-fields.ts';
import { type Dispatcher } from '#platform/dispatch/dispatcher.ts';
import { transactOnce } from '#platform/dispatch/idempotency.ts';
import { Refusal } from '#platform/refusal.ts';
import { fieldsOf, type OrderRow } from '../order/order-row.ts';
import { findOrders, openOrdersAt, requireOrder } from '../order/orders-repository.ts';
import { differing, writeChanges } from '../order/write-changes.ts';
import { type OrderServices } from '../services.ts';
import { doorKeysOf } from '../places/door-of.ts';
import { type PlaceRules, requirePlausible } from '../places/judge-places.ts';
import { rememberDoors, restoreDoors } from '../places/known-doors.ts';
import { moveOrders } from '../order/move-orders.ts';
import { bothKeys, placeKeys } from '../places/place-key.ts';
import { rememberPlaces, restorePlaces } from '../places/places-repository.ts';
import { addDisputed } from '../places/waiting-orders.ts';
import { findClaim, releaseClaim } from '../places/place-claims.ts';
import { readToLocate, subjectOf } from './waiting-places.ts';

interface Answer {
  /** How many orders moved. */
  orders: number;
  undoUntil: string | null;
}

/** @returns the open orders of the address of an order: all of its door, otherwise those that have to be located. */
async function openOrdersOf(trx: Database, office: Dispatcher, row: OrderRow, now: Date): Promise<OrderRow[]> {
  if (row.door_key !== null) return openOrdersAt(trx, office, row.door_key);
  const subject = subjectOf(row);
  const same = (await readToLocate(trx, office, now)).filter((each) => subjectOf(each) === subject);
  return findOrders(
    trx,
    office,
    same.map(({ id }) => id),
  );
}

async function answer(
  rules: PlaceRules,
  dispatcher: Dispatcher,
  { row, point, now }: { row: OrderRow; point: Point; now: Date },
): Promise<Answer> {
  const { db: trx } = rules;
  await requirePlausible(rules, dispatcher, { ...point, ubigeo: row.ubigeo });
  // The person saw it as it was before.
  if (row.place_source === 'persona' && !row.place_contested)
    throw new Refusal('conflict', 'Esta dirección ya fue ubicada');
  const { lat, lng } = point;
  const orders = await openOrdersOf(trx, dispatcher, row, now);
  const moved = await moveOrders(trx, dispatcher, orders, { point, now });
  // For recipients whose address identifies no door, or one of another province.
  const places = orders.map((each) => ({ ...fieldsOf(each), lat, lng }));
  await rememberPlaces(trx, dispatcher, places, { by: 'pin', now });
  await rememberDoors(trx, dispatcher, [{ ...row, lat, lng }], { ...exactAs('puerta', 'persona'), now });
  await addDisputed(trx, dispatcher, doorKeysOf(row), now);
  return { orders: moved, undoUntil: new Date(now.getTime() + UNDO_SECONDS * 1000).toISOString() };
}

/** @returns the events of the person's last answer about an order. @throws Refusal conflict without one, or after the time limit. */
async function lastAnswer(trx: Database, { officeId, username }: Dispatcher, id: number, now: Date) {
  const { rows } = await sql<{ batch: string; at: Date }>`
    select batch, at from events
    where office_id = ${officeId} and order_id = ${id} and type = 'order.changed' and data ->> 'what' = 'ubicada'
      and data -> 'actor' ->> 'username' = ${username}
    order by position desc limit 1`.execute(trx);
  const [last] = rows;
  if (!last) throw new Refusal('conflict', 'No hay una ubicación suya que deshacer');
  if (now.getTime() - last.at.getTime() > UNDO_SECONDS * 1000)
    throw new Refusal('conflict', `Ya pasaron los ${UNDO_SECONDS} segundos para deshacerlo`);
  const { rows: events } = await sql<{ order_id: number; data: OrderChanged }>`
    select order_id, data from events where office_id = ${officeId} and batch = ${last.batch}`.execute(trx);
  return { ...last, events };
}

async function undo(trx: Database, dispatcher: Dispatcher, row: OrderRow, now: Date): Promise<Answer> {
  const { companyId } = dispatcher;
  const { batch, at, events } = await lastAnswer(trx, dispatcher, row.id, now);
  const answered = new Map(events.map(({ order_id, data }) => [order_id, data]));
  const orders = await findOrders(trx, dispatcher, [...answered.keys()]);
  const changes = orders.flatMap((each) => {
    const fields = fieldsOf(each);
    const { before = {}, after = {} } = answered.get(each.id) ?? {};
    // Somebody has moved it since.
    const isThere = Object.keys(differing(fields, definedFields(after) as Partial<OrderFields>)).length === 0;
    const patch = differing(fields, definedFields(before) as Partial<OrderFields>);
    return isThere && Object.keys(patch).length > 0 ? [{ row: each, fields, patch, what: 'deshecha' as const }] : [];
  });
  await writeChanges(trx, dispatcher, { id: randomUUID(), now, undoes: batch }, changes);
  await restoreDoors(trx, companyId, doorKeysOf(row), at);
  await addDisputed(trx, dispatcher, doorKeysOf(row), now);
  const keys = orders.flatMap((each) => bothKeys(placeKeys(fieldsOf(each))));
  await restorePlaces(trx, dispatcher, keys, at);
  return { orders: changes.length, undoUntil: null };
}

/**
 * Stores where the address of an order is, as a person has said, and moves its open orders there. Without a point takes
 * the person's last answer back, within `UNDO_SECONDS`.
 * @throws Refusal conflict while somebody else locates the address, and after a person has located it; not-found for an
 * order of another office; invalid for an implausible place.
 */
export function answerPlace(
  services: OrderServices,
  dispatcher: Dispatcher,
  key: string,
  body: { order: string; point: Point | null },
): Promise<Answer> {
  const request = { key, operation: 'places.answer', content: body };
  return transactOnce(services, dispatcher, request, async (trx, now) => {
    await lockOffice(trx, dispatcher);
    const row = await requireOrder(trx, dispatcher, Number(body.order));
    const claim = await findClaim(trx, dispatcher, subjectOf(row), now);
    if (claim) throw new Refusal('conflict', `${claim.user_name} está ubicando esta dirección`);
    const { point } = body;
    const given = { config: services.config, db: trx };
    const result =
      point === null ? await undo(trx, dispatcher, row, now) : await answer(given, dispatcher, { row, point, now });
    await releaseClaim(trx, dispatcher, subjectOf(row));
    return result;
  });
}
