import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { type OrderFields } from '@despacho/contracts/dispatch';
import { type RawBuilder, sql } from 'kysely';
import { inOffice } from '#platform/database/in-office.ts';
import { type Database } from '#platform/database/open-database.ts';
import { DISTRICTS } from '#platform/districts/districts.ts';
import { type Dispatcher, systemIn } from '#platform/dispatch/dispatcher.ts';
import { appendEvent } from '#platform/events/events-repository.ts';
import { endLinksOf } from '#insight/guests/guest-links-repository.ts';
import { findClientNumbers } from '#orders/order/client-numbers.ts';
import { fieldsOf } from '#orders/order/order-row.ts';
import { findOrders } from '#orders/order/orders-repository.ts';
import { searchText } from '#orders/order/search-text.ts';
import { differing, writeChanges } from '#orders/order/write-changes.ts';
import { OPERATOR } from '#platform/person.ts';
import { doorKeysOf } from '#orders/places/door-of.ts';
import { lockDoors } from '#orders/places/known-doors.ts';
import { bothKeys, geocodedDoor, geocodeKeys, placeKeys } from '#orders/places/place-key.ts';
import { queryOf } from '#orders/places/place-orders.ts';
import { type InsightServices } from '#insight/services.ts';
import { viewEvent } from '#orders/views/views-repository.ts';
import { deletePhotos } from './delete-photos.ts';
import { ERASED, VISIT_ERASED } from '#platform/erased.ts';
import { type PersonalData } from './find-person.ts';
import { columnsOf, type Treated } from './personal-data.ts';
import { removing } from './remove-expired.ts';
import { PAUSE_MS, updateLog } from './update-log.ts';
import { eraseInEvents, eraseInRows, type Mentions } from './written-texts.ts';

/** Orders per transaction. */
const BATCH = 50;

type Needed = Pick<InsightServices, 'db' | 'clock' | 'logger' | 'evidence'>;
type Office = Pick<Dispatcher, 'companyId' | 'officeId' | 'timeZone'>;
type Ids = readonly number[];

/** One transaction of an erasure. */
interface Step {
  trx: Database;
  author: Dispatcher;
  now: Date;
  /** Files of photos, to remove after the commit. */
  files: string[];
}

/**
 * @returns a recipient's fields after the erasure: at the centre of the district. What accounting requires stays: sender,
 * dates, amounts, district. The key of the door follows the address.
 */
function nobodyIn(ubigeo: string): Pick<OrderFields, Treated<'order_details', 'person'> & keyof OrderFields> {
  const { lat, lng } = DISTRICTS.of(ubigeo) ?? { lat: 0, lng: 0 };
  const place = {
    lat,
    lng,
    approximate: true,
    placeDegree: null,
    placeSource: null,
    placeRadius: null,
    placeContested: false,
  };
  return { recipient: ERASED, phone: null, address: ERASED, reference: null, note: null, ...place };
}

type Cleared<Columns extends string> = Record<Columns, string | null>;
const NO_PLACE = { lat: null, lng: null, accuracy: null };
/** A visit, and its uploads that have not ended, after the erasure. */
const NO_VISIT: Cleared<Treated<'field_visits', 'person'>> = { ...NO_PLACE, receiver: null, faults: '{}' };
const NO_UPLOAD: Cleared<Treated<'photo_uploads', 'person'>> = { ...NO_PLACE, problem: VISIT_ERASED };

const setting = (values: Cleared<string>) =>
  sql.join(Object.entries(values).map(([column, value]) => sql`${sql.ref(column)} = ${sql.lit(value)}`));

/** Masks a text in some events of an office. @param path of the text, as `{note,text}`. */
const maskEvents = ({ trx, author }: Step, path: string, condition: RawBuilder<unknown>) =>
  sql`
    update events set data = jsonb_set(data, ${path}::text[], to_jsonb(${ERASED}::text))
    where office_id = ${author.officeId} and ${condition}`.execute(trx);

/** Clears a recipient in the log of some orders, and the notes for their couriers, which may name people. */
async function eraseEvents(step: Step, orders: readonly { id: number; ubigeo: string }[]): Promise<void> {
  const masked = (side: 'before' | 'after') => sql`
    (data -> ${sql.lit(side)}) || coalesce((
      select jsonb_object_agg(key, value) from jsonb_each(c.masks) where data -> ${sql.lit(side)} ? key
    ), '{}')`;
  const masks = orders.map(({ id, ubigeo }) => ({ id, masks: { ...nobodyIn(ubigeo), approximate: undefined } }));
  await sql`
    update events set data = data || jsonb_build_object('before', ${masked('before')}, 'after', ${masked('after')})
    from jsonb_to_recordset(${JSON.stringify(masks)}::jsonb) as c (id bigint, masks jsonb)
    where events.order_id = c.id and events.office_id = ${step.author.officeId} and events.type = 'order.changed'`.execute(
    step.trx,
  );
  const ofOrders = sql`order_id = any(${orders.map(({ id }) => id)}::bigint[])`;
  await maskEvents(step, '{note,text}', sql`${ofOrders} and type = 'note.changed'`);
  await maskEvents(step, '{why}', sql`${ofOrders} and type = 'evidence.removed'`);
}

/**
 * Removes the places and doors of some orders, and what a geocoder answered about them, including those of their earlier
 * addresses. A door is removed even if others live there: visits teach it again.
 * @param known keys of doors by the normal form of an earlier release.
 */
async function erasePlaces(
  { trx, author: { companyId, officeId } }: Step,
  orders: ReadonlyMap<number, OrderFields>,
  known: readonly string[],
): Promise<void> {
  const { rows } = await sql<{ order_id: number; before: Partial<OrderFields> }>`
    select order_id, data -> 'before' as before from events
    where order_id = any(${[...orders.keys()]}::bigint[]) and office_id = ${officeId} and type = 'order.changed'
    order by position desc`.execute(trx);
  const keys = new Set<string>();
  const doors = new Set(known);
  const asked = { keys: new Set<string>(), doors: new Set<string>() };
  const add = (fields: OrderFields): void => {
    for (const key of bothKeys(placeKeys(fields))) keys.add(key);
    for (const key of doorKeysOf(fields)) doors.add(key);
    const query = queryOf(fields);
    if (query === undefined) return;
    for (const key of bothKeys(geocodeKeys(companyId, query))) asked.keys.add(key);
    const door = geocodedDoor(query, fields.ubigeo);
    if (door !== null) asked.doors.add(door);
  };
  for (const fields of orders.values()) add(fields);
  const at = new Map(orders);
  for (const { order_id: id, before } of rows) {
    const fields = at.get(id);
    if (!fields) continue;
    const earlier = { ...fields, ...before };
    at.set(id, earlier);
    add(earlier);
  }
  await sql`delete from places where office_id = ${officeId} and key = any(${[...keys]}::text[])`.execute(trx);
  await lockDoors(trx, companyId);
  await sql`delete from doors where company_id = ${companyId} and key = any(${[...doors]}::text[])`.execute(trx);
  // Their doors are digests without the company, so that answers of others about the same door are removed too.
  await sql`
    delete from geocodes where key = any(${[...asked.keys]}::text[]) or door = any(${[...asked.doors]}::text[])`.execute(
    trx,
  );
}

/** Edits some orders, so that open screens update, and renews their searched texts. @returns them as they were. */
async function editOrders(
  { trx, author, now }: Step,
  batch: string,
  ids: Ids,
  edit: (fields: ReturnType<typeof fieldsOf>) => Partial<ReturnType<typeof fieldsOf>>,
) {
  const orders = (await findOrders(trx, author, ids)).map((row) => {
    const fields = fieldsOf(row);
    return { row, fields, patch: differing(fields, edit(fields)), what: 'editada' as const };
  });
  const changes = orders.filter(({ patch }) => Object.keys(patch).length > 0);
  await writeChanges(trx, author, { id: batch, now }, changes);
  const clients = orders.map(({ fields }) => fields.clientId);
  const numbers = await findClientNumbers(trx, author.companyId, clients);
  for (const { row, fields, patch } of orders) {
    const text = searchText(row.code, { ...fields, ...patch }, numbers.get(fields.clientId));
    await sql`
      update order_search set text = ${text}
      where office_id = ${author.officeId} and order_id = ${row.id}`.execute(trx);
  }
  return orders;
}

async function eraseOrders(step: Step, ids: Ids): Promise<void> {
  const { trx, author } = step;
  await endLinksOf(trx, author, 'order_details', ids);
  const orders = await editOrders(step, randomUUID(), ids, ({ ubigeo }) => nobodyIn(ubigeo));
  const doors = orders.flatMap(({ row }) => row.door_key ?? []);
  await erasePlaces(step, new Map(orders.map(({ row, fields }) => [row.id, fields])), doors);
  const rows = orders.map(({ row }) => row);
  await eraseEvents(step, rows);
  await eraseVisits(step, 'order_id', ids);
  const ofOrders = sql<boolean>`${inOffice(author)} and order_id = any(${ids}::bigint[])`;
  for (const table of ['courier_notes', 'photo_requests', 'door_marks'] as const)
    await trx.deleteFrom(table).where(ofOrders).execute();
  const photos = await trx.selectFrom('evidence').select('id').where(ofOrders).execute();
  const photoIds = photos.map(({ id }) => id);
  step.files.push(...(await deletePhotos(trx, author, photoIds)));
}

/**
 * Clears who received an order at some visits, and where that was. Photos that phones still send of them are refused.
 * @param column that has one of `ids`.
 */
async function eraseVisits({ trx, author, now }: Step, column: 'id' | 'order_id', ids: Ids): Promise<void> {
  await sql`
    with erased as (
      update field_visits set ${setting(NO_VISIT)}, erased_at = ${now}
      where ${inOffice(author)} and ${sql.ref(column)} = any(${ids}::bigint[])
      returning visit
    ), unasked as (
      delete from photo_requests where office_id = ${author.officeId} and visit in (select visit from erased)
    ), ended as (
      update photo_uploads set state = 'refused', ${setting(NO_UPLOAD)}
      where office_id = ${author.officeId} and state = 'open' and visit in (select visit from erased)
      returning office_id, courier_id, id
    )
    delete from photo_parts using ended
    where photo_parts.office_id = ended.office_id and photo_parts.courier_id = ended.courier_id
      and photo_parts.upload = ended.id`.execute(trx);
}

/**
 * Clears the notes and explanations of some orders that mention the person. This writes the usual event, whose earlier
 * texts are cleared too.
 */
async function eraseNotes(step: Step, ids: Ids, mentions: Mentions): Promise<void> {
  const { trx, author } = step;
  const found = (text: string | null): boolean => text !== null && mentions(text);
  const batch = randomUUID();
  await editOrders(step, batch, ids, ({ note, difference }) => ({
    ...(found(note) && { note: null }),
    ...(found(difference) && { difference: ERASED }),
  }));
  await eraseInEvents(trx, author, sql`batch = ${batch}`, mentions);
  const ofOrders = sql<boolean>`${inOffice(author)} and order_id = any(${ids}::bigint[])`;
  const notes = await trx.selectFrom('courier_notes').select(['id', 'text']).where(ofOrders).execute();
  const named = notes.filter(({ text }) => mentions(text)).map(({ id }) => id);
  await sql`delete from courier_notes where ${ofOrders} and id = any(${named}::bigint[])`.execute(trx);
}

/** Deletes saved views, and clears their names in the log. */
async function eraseViews(step: Step, ids: Ids): Promise<void> {
  const { trx, author, now } = step;
  const ofViews = sql<boolean>`${inOffice(author)} and id = any(${ids}::bigint[])`;
  const removed = await trx.deleteFrom('views').where(ofViews).returning(['id', 'version']).execute();
  const changed = sql`type = 'view.changed' and data -> 'view' ->> 'id' = any(${ids.map(String)}::text[])`;
  await maskEvents(step, '{view,name}', changed);
  for (const view of removed) {
    const event = viewEvent({ ...view, name: ERASED }, 'quitada', author, now);
    await appendEvent(trx, author.companyId, event, { evenIfClosed: true });
  }
}

const courierName = (id: number): string => `Repartidor ${id}`;

/** Clears a retired courier, except the id that orders refer to. */
async function eraseCourier({ trx, author }: Step, id: number): Promise<void> {
  const { officeId } = author;
  const name = courierName(id);
  const username = `repartidor-${id}`;
  const cleared: Cleared<Treated<'couriers', 'courier'>> = { name, phone: null, plate: null };
  await sql`
    update couriers set ${setting(cleared)}, version = version + 1
    where ${inOffice(author)} and id = ${id}`.execute(trx);
  const ofCourier = sql`office_id = ${officeId} and courier_id = ${id}`;
  for (const [table] of columnsOf('withCourier'))
    await sql`delete from ${sql.table(table)} where ${ofCourier}`.execute(trx);
  // Visits refer to the phone.
  await sql`update courier_devices set name = ${ERASED} where ${ofCourier}`.execute(trx);
  await sql`
    update field_visits set found = jsonb_set(found, '{courier,name}', to_jsonb(${name}::text))
    where office_id = ${officeId} and found -> 'courier' ->> 'id' = ${String(id)}`.execute(trx);
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
  // What this courier's phone recorded.
  for (const [table, by = '', user = ''] of columnsOf('byCourier'))
    await sql`
      update ${sql.table(table)} set ${sql.ref(user)} = ${name}
      where ${ofCourier} and ${sql.ref(by)} = ${username}`.execute(trx);
}

/** Clears couriers in the office's log: what they did, and what was done to their entries. */
async function eraseCourierEvents(db: Database, office: Office, ids: Ids): Promise<void> {
  const names = ids.map((id) => ({ id, username: `repartidor-${id}`, name: courierName(id) }));
  await updateLog(
    db,
    office,
    (page) => sql`
      update events set data = data
        || case when data -> 'actor' ->> 'username' = c.username
          then jsonb_build_object('actor', (data -> 'actor') || jsonb_build_object('user', c.name)) else '{}' end
        || case when data -> 'courier' ->> 'id' = c.id::text
          then jsonb_build_object('courier', (data -> 'courier') || jsonb_build_object('name', c.name)) else '{}' end
      from jsonb_to_recordset(${JSON.stringify(names)}::jsonb) as c (id bigint, username text, name text)
      where ${page} and (data -> 'actor' ->> 'username' = c.username or data -> 'courier' ->> 'id' = c.id::text)`,
  );
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
  const { written, mentions } = found;
  const inBatches = async (ids: Ids, work: (step: Step, ids: Ids) => Promise<void>): Promise<void> => {
    for (let from = 0; from < ids.length; from += BATCH) {
      const batch = ids.slice(from, from + BATCH);
      const now = services.clock();
      await removing(services, author, async (trx) => {
        const files: string[] = [];
        await work({ trx, author, now, files }, batch);
        return files;
      });
      await pause(PAUSE_MS);
    }
  };
  await inBatches(found.orders, eraseOrders);
  await inBatches(found.photos, async ({ trx, files }, ids) => {
    await endLinksOf(trx, author, 'evidence', ids);
    files.push(...(await deletePhotos(trx, author, ids)));
  });
  await inBatches(found.visits, async (step, ids) => {
    await endLinksOf(step.trx, author, 'field_visits', ids);
    await eraseVisits(step, 'id', ids);
  });
  // They name another recipient now: only their log is cleared.
  await inBatches(found.formerOrders, async (step, ids) => eraseEvents(step, await findOrders(step.trx, author, ids)));
  const views = found.views.map(({ id }) => id);
  await inBatches(views, eraseViews);
  await inBatches(found.couriers, async (step, ids) => {
    for (const id of ids) await eraseCourier(step, id);
  });
  if (found.couriers.length > 0) await eraseCourierEvents(services.db, author, found.couriers);
  // Last, because the steps above replace only the courier's name in a reason and keep the rest of it.
  await inBatches(written.notes, (step, ids) => eraseNotes(step, ids, mentions));
  await inBatches(written.events, ({ trx }, ids) =>
    eraseInEvents(trx, author, sql`position = any(${ids}::bigint[])`, mentions),
  );
  for (const list of ['visits', 'money', 'shifts'] as const)
    await inBatches(written[list], ({ trx }, ids) => eraseInRows(trx, author, list, ids, mentions));
}
