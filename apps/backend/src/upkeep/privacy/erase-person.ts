import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { type OrderFields } from '@despacho/contracts/dispatch';
import { sql } from 'kysely';
import { inOffice } from '#platform/database/in-office.ts';
import { type Database } from '#platform/database/open-database.ts';
import { transact } from '#platform/database/transact.ts';
import { DISTRICTS } from '#platform/districts/districts.ts';
import { type Dispatcher, systemIn } from '#platform/dispatch/dispatcher.ts';
import { appendEvent } from '#platform/events/events-repository.ts';
import { endLinksOf } from '#insight/guests/guest-links-repository.ts';
import { findClientNumbers } from '#orders/order/client-numbers.ts';
import { fieldsOf } from '#orders/order/order-row.ts';
import { findOrders } from '#orders/order/orders-repository.ts';
import { searchText } from '#orders/order/search-text.ts';
import { differing, writeChanges } from '#orders/order/write-changes.ts';
import { lockOffice } from '#people/offices/offices-repository.ts';
import { OPERATOR } from '#platform/person.ts';
import { bothKeys, placeKeys } from '#orders/places/place-key.ts';
import { type InsightServices } from '#insight/services.ts';
import { viewEvent } from '#orders/views/views-repository.ts';
import { deletePhotos } from './delete-photos.ts';
import { ERASED, VISIT_ERASED } from '#platform/erased.ts';
import { type PersonalData } from './find-person.ts';
import { removing } from './remove-expired.ts';
import { eraseInEvents, eraseInMoney, eraseInVisits, type Mentions } from './written-texts.ts';

/** Orders per transaction. */
const BATCH = 50;
/** Events per transaction in scans without an index. */
const PAGE = 2000;
const PAUSE_MS = 20;

/**
 * A recipient's fields, as they are after the erasure. What accounting requires stays: sender, dates, amounts,
 * district.
 */
const NOBODY = { recipient: ERASED, phone: null, address: ERASED, reference: null, note: null };

type Needed = Pick<InsightServices, 'db' | 'clock' | 'logger' | 'evidence'>;

const batchesOf = (ids: readonly number[]): number[][] =>
  Array.from({ length: Math.ceil(ids.length / BATCH) }, (_, at) => ids.slice(at * BATCH, (at + 1) * BATCH));

type Office = Pick<Dispatcher, 'companyId' | 'officeId' | 'timeZone'>;

/**
 * Clears a recipient in the log of some orders, and the notes for their couriers, which may name people. Coordinates
 * become those of the district's centre.
 */
async function eraseEvents(
  trx: Database,
  { officeId }: Office,
  orders: readonly { id: number; masks: Partial<OrderFields> }[],
): Promise<void> {
  const masked = (side: 'before' | 'after') => sql`
    (data -> ${sql.lit(side)}) || coalesce((
      select jsonb_object_agg(key, value) from jsonb_each(c.masks) where data -> ${sql.lit(side)} ? key
    ), '{}')`;
  await sql`
    update events set data = data || jsonb_build_object('before', ${masked('before')}, 'after', ${masked('after')})
    from jsonb_to_recordset(${JSON.stringify(orders)}::jsonb) as c (id bigint, masks jsonb)
    where events.order_id = c.id and events.office_id = ${officeId} and events.type = 'order.changed'`.execute(trx);
  await sql`
    update events set data = jsonb_set(data, '{note,text}', to_jsonb(${ERASED}::text))
    where order_id = any(${orders.map(({ id }) => id)}::bigint[]) and office_id = ${officeId}
      and type = 'note.changed'`.execute(trx);
  await sql`
    update events set data = jsonb_set(data, '{why}', to_jsonb(${ERASED}::text))
    where order_id = any(${orders.map(({ id }) => id)}::bigint[]) and office_id = ${officeId}
      and type = 'evidence.removed'`.execute(trx);
}

/** Removes the places of some orders from the office's book, including those of their earlier addresses. */
async function erasePlaces(
  trx: Database,
  { officeId }: Office,
  orders: ReadonlyMap<number, OrderFields>,
): Promise<void> {
  const { rows } = await sql<{ order_id: number; before: Partial<OrderFields> }>`
    select order_id, data -> 'before' as before from events
    where order_id = any(${[...orders.keys()]}::bigint[]) and office_id = ${officeId} and type = 'order.changed'
    order by position desc`.execute(trx);
  const keys = new Set([...orders.values()].flatMap((fields) => bothKeys(placeKeys(fields))));
  const at = new Map(orders);
  for (const { order_id: id, before } of rows) {
    const fields = at.get(id);
    if (!fields) continue;
    const earlier = { ...fields, ...before };
    at.set(id, earlier);
    for (const key of bothKeys(placeKeys(earlier))) keys.add(key);
  }
  await sql`delete from places where office_id = ${officeId} and key = any(${[...keys]}::text[])`.execute(trx);
}

/** @returns the fields of an order without its recipient: at the centre of its district. */
function withoutRecipient(fields: OrderFields): OrderFields {
  const { lat, lng } = DISTRICTS.of(fields.ubigeo) ?? { lat: 0, lng: 0 };
  return { ...fields, ...NOBODY, lat, lng, approximate: true };
}

const masksOf = ({ recipient, phone, address, reference, note, lat, lng }: OrderFields): Partial<OrderFields> => ({
  recipient,
  phone,
  address,
  reference,
  note,
  lat,
  lng,
});

/** Photos and signatures of some orders. */
async function photosOf(trx: Database, office: Office, orders: readonly number[]): Promise<number[]> {
  const rows = await trx
    .selectFrom('evidence')
    .select('id')
    .where(inOffice(office))
    .where(sql<boolean>`order_id = any(${orders}::bigint[])`)
    .execute();
  return rows.map(({ id }) => id);
}

/** Replaces the searched texts of orders. @param orders with their fields after the erasure. */
async function renewSearch(
  trx: Database,
  { companyId, officeId }: Dispatcher,
  orders: readonly { row: { id: number; code: string }; after: OrderFields }[],
): Promise<void> {
  const numbers = await findClientNumbers(
    trx,
    companyId,
    orders.map(({ after }) => after.clientId),
  );
  for (const { row, after } of orders)
    await trx
      .updateTable('order_search')
      .set({ text: searchText(row.code, after, numbers.get(after.clientId)) })
      .where('office_id', '=', officeId)
      .where('order_id', '=', row.id)
      .execute();
}

async function eraseOrders(trx: Database, author: Dispatcher, ids: readonly number[], now: Date): Promise<string[]> {
  await endLinksOf(trx, author, 'order_details', ids);
  const rows = await findOrders(trx, author, ids);
  const orders = rows.map((row) => {
    const fields = fieldsOf(row);
    return { row, fields, after: withoutRecipient(fields) };
  });
  await erasePlaces(trx, author, new Map(orders.map(({ row, fields }) => [row.id, fields])));
  // Open screens update as after any edit; the «before» of this event is cleared with the others.
  const changes = orders
    .map(({ row, fields, after }) => ({ row, fields, patch: differing(fields, after), what: 'editada' as const }))
    .filter(({ patch }) => Object.keys(patch).length > 0);
  await writeChanges(trx, author, { id: randomUUID(), now }, changes);
  await eraseEvents(
    trx,
    author,
    orders.map(({ row: { id }, after }) => ({ id, masks: masksOf(after) })),
  );
  await renewSearch(trx, author, orders);
  await eraseVisits(trx, author, 'order_id', ids, now);
  await sql`
    delete from courier_notes
    where ${inOffice(author)} and order_id = any(${ids}::bigint[])`.execute(trx);
  await sql`
    delete from photo_requests
    where ${inOffice(author)} and order_id = any(${ids}::bigint[])`.execute(trx);
  return deletePhotos(trx, author, await photosOf(trx, author, ids));
}

/**
 * Clears who received an order at some visits, and where that was. Photos that phones still send of them are refused.
 * @param column that has one of `ids`.
 */
async function eraseVisits(
  trx: Database,
  office: Office,
  column: 'id' | 'order_id',
  ids: readonly number[],
  now: Date,
): Promise<void> {
  await sql`
    with erased as (
      update field_visits set receiver = null, lat = null, lng = null, accuracy = null, faults = '{}', erased_at = ${now}
      where ${inOffice(office)} and ${sql.ref(column)} = any(${ids}::bigint[])
      returning visit
    ), unasked as (
      delete from photo_requests where office_id = ${office.officeId} and visit in (select visit from erased)
    ), ended as (
      update photo_uploads
      set state = 'refused', problem = ${VISIT_ERASED}, lat = null, lng = null, accuracy = null
      where office_id = ${office.officeId} and state = 'open' and visit in (select visit from erased)
      returning office_id, courier_id, id
    )
    delete from photo_parts using ended
    where photo_parts.office_id = ended.office_id and photo_parts.courier_id = ended.courier_id
      and photo_parts.upload = ended.id`.execute(trx);
}

/** Clears an earlier recipient in the log of orders that now name another one. */
async function eraseFormer(trx: Database, author: Dispatcher, ids: readonly number[]): Promise<void> {
  const rows = await findOrders(trx, author, ids);
  await eraseEvents(
    trx,
    author,
    rows.map((row) => ({ id: row.id, masks: masksOf(withoutRecipient(fieldsOf(row))) })),
  );
}

/**
 * Clears the notes and explanations of some orders that mention the person. This writes the usual event, whose earlier
 * texts are cleared too.
 */
async function eraseNotes(
  trx: Database,
  author: Dispatcher,
  ids: readonly number[],
  mentions: Mentions,
  now: Date,
): Promise<void> {
  const found = (text: string | null): boolean => text !== null && mentions(text);
  const changes = (await findOrders(trx, author, ids)).flatMap((row) => {
    const fields = fieldsOf(row);
    const patch = {
      ...(found(fields.note) && { note: null }),
      ...(found(fields.difference) && { difference: ERASED }),
    };
    return Object.keys(patch).length > 0 ? [{ row, fields, patch, what: 'editada' as const }] : [];
  });
  const batch = randomUUID();
  await writeChanges(trx, author, { id: batch, now }, changes);
  const events = await trx
    .selectFrom('events')
    .select('position')
    .where('office_id', '=', author.officeId)
    .where('batch', '=', batch)
    .execute();
  await eraseInEvents(
    trx,
    author,
    events.map(({ position }) => position),
    mentions,
  );
  await renewSearch(
    trx,
    author,
    changes.map(({ row, fields, patch }) => ({ row, after: { ...fields, ...patch } })),
  );
  const notes = await trx
    .selectFrom('courier_notes')
    .select(['order_id', 'text'])
    .where(inOffice(author))
    .where(sql<boolean>`order_id = any(${ids}::bigint[])`)
    .execute();
  const named = notes.filter(({ text }) => mentions(text)).map(({ order_id }) => order_id);
  await sql`delete from courier_notes where ${inOffice(author)} and order_id = any(${named}::bigint[])`.execute(trx);
}

/** Deletes saved views, and clears their names in the log. */
async function eraseViews(trx: Database, author: Dispatcher, ids: readonly number[], now: Date): Promise<void> {
  const removed = await trx
    .deleteFrom('views')
    .where(inOffice(author))
    .where(sql<boolean>`id = any(${ids}::bigint[])`)
    .returning(['id', 'version'])
    .execute();
  await sql`
    update events set data = jsonb_set(data, '{view,name}', to_jsonb(${ERASED}::text))
    where office_id = ${author.officeId} and type = 'view.changed'
      and data -> 'view' ->> 'id' = any(${ids.map(String)}::text[])`.execute(trx);
  for (const view of removed)
    await appendEvent(trx, author.companyId, viewEvent({ ...view, name: ERASED }, 'quitada', author, now), {
      evenIfClosed: true,
    });
}

/** Tables whose rows about a courier are deleted. */
const OF_COURIERS = [
  'courier_links',
  'courier_trackers',
  'courier_positions',
  'courier_documents',
  'courier_absences',
  'positions',
  'arrivals',
] as const;

const courierName = (id: number): string => `Repartidor ${id}`;

/** Clears a retired courier, except the id that orders refer to. */
async function eraseCourier(trx: Database, office: Office, id: number): Promise<void> {
  const { officeId } = office;
  const name = courierName(id);
  await trx
    .updateTable('couriers')
    .set(({ eb }) => ({ name, phone: null, plate: null, version: eb('version', '+', 1) }))
    .where(inOffice(office))
    .where('id', '=', id)
    .execute();
  for (const table of OF_COURIERS)
    await trx.deleteFrom(table).where('office_id', '=', officeId).where('courier_id', '=', id).execute();
  // Visits refer to the phone.
  await trx
    .updateTable('courier_devices')
    .set({ name: ERASED })
    .where('office_id', '=', officeId)
    .where('courier_id', '=', id)
    .execute();
  await sql`
    update field_visits set found = jsonb_set(found, '{courier,name}', to_jsonb(${name}::text))
    where office_id = ${officeId} and found -> 'courier' ->> 'id' = ${String(id)}`.execute(trx);
  const username = `repartidor-${id}`;
  await sql`
    update field_visits set found = jsonb_set(found, '{changed,by,user}', to_jsonb(${name}::text))
    where office_id = ${officeId} and found -> 'changed' -> 'by' ->> 'username' = ${username}`.execute(trx);
  // The reason of a decision begins with the courier whose visit it was.
  await sql`
    update events set data = jsonb_set(data, '{why}', to_jsonb(regexp_replace(data ->> 'why', '^.*?(?=: )', ${name})))
    from field_visits as decided
    where decided.office_id = ${officeId} and decided.courier_id = ${id} and decided.decided_at = events.at
      and events.office_id = ${officeId} and events.order_id = decided.order_id and events.type = 'order.changed'
      and data ->> 'what' in ('visita_aceptada', 'visita_rechazada')`.execute(trx);
  await trx
    .updateTable('evidence')
    .set({ by_user: name })
    .where('office_id', '=', officeId)
    .where('courier_id', '=', id)
    .where('by_username', '=', username)
    .execute();
  // Collected by this courier's phone.
  await sql`
    update money_entries set by_user = ${name}
    where office_id = ${officeId} and courier_id = ${id} and by_username = ${username}`.execute(trx);
  await trx
    .updateTable('order_progress')
    .set({ changed_user: name })
    .where('office_id', '=', officeId)
    .where('courier_id', '=', id)
    .where('changed_username', '=', username)
    .execute();
}

/** Clears couriers in the office's log: what they did, and what was done to their entries. */
async function eraseCourierEvents(services: Needed, office: Office, ids: readonly number[]): Promise<void> {
  const { officeId } = office;
  const names = ids.map((id) => ({ id, username: `repartidor-${id}`, name: courierName(id) }));
  const { event_position: newest } = await services.db
    .selectFrom('offices')
    .select('event_position')
    .where('id', '=', officeId)
    .executeTakeFirstOrThrow();
  for (let from = 0; from < newest; from += PAGE) {
    await transact(services.db, async (trx) => {
      await lockOffice(trx, office);
      await sql`
        update events set data = data
          || case when data -> 'actor' ->> 'username' = c.username
            then jsonb_build_object('actor', (data -> 'actor') || jsonb_build_object('user', c.name)) else '{}' end
          || case when data -> 'courier' ->> 'id' = c.id::text
            then jsonb_build_object('courier', (data -> 'courier') || jsonb_build_object('name', c.name)) else '{}' end
        from jsonb_to_recordset(${JSON.stringify(names)}::jsonb) as c (id bigint, username text, name text)
        where office_id = ${officeId} and position > ${from} and position <= ${from + PAGE}
          and (data -> 'actor' ->> 'username' = c.username or data -> 'courier' ->> 'id' = c.id::text)`.execute(trx);
    });
    await pause(PAUSE_MS);
  }
}

/**
 * Erases a person from one office: in orders and their history, searched texts, photos, places, saved views, couriers,
 * and in what staff and couriers wrote. What accounting requires stays: orders with their sender, dates, states,
 * district and amounts. Repeatable after a failure.
 * @param found by findPerson.
 * @throws Refusal conflict while a backup is running.
 */
export async function erasePerson(services: Needed, office: Office, found: PersonalData): Promise<void> {
  const author: Dispatcher = { ...systemIn(office), ...OPERATOR };
  const remove = async (ids: readonly number[], work: (trx: Database, ids: readonly number[]) => Promise<string[]>) => {
    for (const some of batchesOf(ids)) {
      await removing(services, author, (trx) => work(trx, some));
      await pause(PAUSE_MS);
    }
  };
  await remove(found.orders, (trx, ids) => eraseOrders(trx, author, ids, services.clock()));
  await remove(found.photos, async (trx, ids) => {
    await endLinksOf(trx, author, 'evidence', ids);
    return deletePhotos(trx, author, ids);
  });
  await remove(found.visits, async (trx, ids) => {
    await endLinksOf(trx, author, 'field_visits', ids);
    await eraseVisits(trx, author, 'id', ids, services.clock());
    return [];
  });
  await remove(found.formerOrders, async (trx, ids) => {
    await eraseFormer(trx, author, ids);
    return [];
  });
  const views = found.views.map(({ id }) => id);
  await remove(views, async (trx, ids) => {
    await eraseViews(trx, author, ids, services.clock());
    return [];
  });
  await remove(found.couriers, async (trx, ids) => {
    for (const id of ids) await eraseCourier(trx, author, id);
    return [];
  });
  if (found.couriers.length > 0) await eraseCourierEvents(services, author, found.couriers);
  // Last, because the steps above replace only the courier's name in a reason and keep the rest of it.
  const { written, mentions } = found;
  await remove(written.notes, async (trx, ids) => {
    await eraseNotes(trx, author, ids, mentions, services.clock());
    return [];
  });
  await remove(written.events, async (trx, positions) => {
    await eraseInEvents(trx, author, positions, mentions);
    return [];
  });
  await remove(written.visits, async (trx, ids) => {
    await eraseInVisits(trx, author, ids, mentions);
    return [];
  });
  await remove(written.money, async (trx, ids) => {
    await eraseInMoney(trx, author, ids, mentions);
    return [];
  });
  await remove(written.shifts, async (trx, ids) => {
    await trx
      .updateTable('shift_notes')
      .set({ text: ERASED })
      .where(inOffice(author))
      .where(sql<boolean>`id = any(${ids}::bigint[])`)
      .execute();
    return [];
  });
}
