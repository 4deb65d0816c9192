import { DOOR_ACCURACY, exactAs, type Order, type PhotoFault, type Point } from '@despacho/contracts/dispatch';
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { type Database } from '#platform/database/open-database.ts';
import { inOffice, type OfficeKey } from '#platform/database/in-office.ts';
import { systemIn } from '#platform/dispatch/dispatcher.ts';
import { fieldsOf } from '../order/order-row.ts';
import { moveOrders } from '../order/move-orders.ts';
import { openOrdersAt } from '../order/orders-repository.ts';
import { writeChanges } from '../order/write-changes.ts';
import {
  AGREEING_METERS,
  agreementOf,
  contradictionOf,
  type TeachingVisit,
  visitsAt,
} from '../places/agreeing-visits.ts';
import { type Address, doorKeyOf } from '../places/door-of.ts';
import { judgePlaces, type PlaceRules } from '../places/judge-places.ts';
import { districtsOf, lockDoors, rememberDoors } from '../places/known-doors.ts';
import { addDisputed } from '../places/waiting-orders.ts';

/** The office whose orders teach. */
type Learner = OfficeKey & { timeZone: string };

/** Orders and visits of a door that are read; older ones teach nothing any more. */
const MAX_ORDERS = 60;
const MAX_VISITS = 40;

/** A degree of latitude in meters, for comparing a photo with its closing; a degree of longitude is shorter. */
const meters = (one: string, other: string) => {
  const [lat, lng] = ['lat', 'lng'].map((axis) => sql`(${sql.ref(`${one}.${axis}`)} - ${sql.ref(`${other}.${axis}`)})`);
  return sql`111195 * sqrt(power(${lat}, 2) + power(${lng} * cos(radians(${sql.ref(`${one}.lat`)})), 2))`;
};

/** Faults of a photo that say nothing about where it was taken: the place of the address may be the wrong one. */
const HARMLESS: readonly PhotoFault[] = ['lejos', 'muy_lejos'];

/**
 * @returns the newest visits of a door in the offices of a company: applied without a review, at a known time, and not
 * corrected by the office. Where the courier marked the door, it is there; other visits delivered one order alone, and their
 * phone reported an accurate place. Closings of several orders at one door may have been made at another one.
 */
async function readVisits(rules: PlaceRules, office: OfficeKey, key: string, ubigeo: string): Promise<TeachingVisit[]> {
  const { rows } = await sql<TeachingVisit & { at: Date }>`
    select coalesce(visit.mark_lat, visit.lat) as lat, coalesce(visit.mark_lng, visit.lng) as lng, visit.at,
      visit.courier_id as "courierId", coalesce(visit.mark_day, progress.visit_day) as day,
      visit.mark_day is not null or exists (
        select from evidence as photo
        where photo.office_id = visit.office_id and photo.order_id = visit.order_id and photo.visit = visit.visit
          and photo.kind <> 'firma' and photo.faults <@ ${HARMLESS}::text[]
          and photo.lat is not null and ${meters('visit', 'photo')} <= ${sql.lit(AGREEING_METERS)}
      ) as "hasPhoto"
    from (
      select office_id, id from order_details
      where company_id = ${office.companyId} and door_key = ${key} order by created_at desc limit ${sql.lit(MAX_ORDERS)}
    ) as orders
    cross join lateral (
      select done.*, mark.lat as mark_lat, mark.lng as mark_lng, mark.day as mark_day
      from field_visits as done
      left join door_marks as mark on mark.office_id = done.office_id and mark.order_id = done.order_id
        and mark.attempt = done.attempt and mark.courier_id = done.courier_id
      where done.office_id = orders.office_id and done.order_id = orders.id and done.state = 'aplicada'
        and not done.doubtful_time and (mark.day is not null or (done.to_state = 'entregada' and done.door is null
          and done.lat is not null and done.accuracy <= ${sql.lit(DOOR_ACCURACY)}))
      order by done.id desc limit 1
    ) as visit
    join order_progress as progress on progress.office_id = orders.office_id and progress.order_id = orders.id
    where visit.to_state = 'no_entregada' or (progress.visit_day is not null and progress.state = 'entregada')
    order by visit.at desc limit ${sql.lit(MAX_VISITS)}`.execute(rules.db);
  const verdicts = await judgePlaces(
    rules,
    office,
    rows.map(({ lat, lng }) => ({ lat, lng, ubigeo })),
  );
  return rows.flatMap((row, index) =>
    verdicts[index]?.kind === 'plausible' ? [{ ...row, at: row.at.getTime() }] : [],
  );
}

/** @returns the names of the office's couriers whose visits agree with the place of an order that visits have located. */
export async function placedBy(rules: PlaceRules, office: OfficeKey, place: Order['place']): Promise<string[]> {
  const key = place.exactness?.source === 'visitas' ? doorKeyOf(place) : null;
  if (key === null) return [];
  const visits = await readVisits(rules, office, key, place.ubigeo);
  const couriers = visitsAt(place, visits).map(({ courierId }) => courierId);
  const rows = await rules.db
    .selectFrom('couriers')
    .select('name')
    .where(inOffice(office))
    .where(sql<boolean>`id = any(${couriers}::bigint[])`)
    .orderBy('name')
    .execute();
  return rows.map(({ name }) => name);
}

/** Makes the open orders of a door «Por ubicar», as changes of the system; those of other offices a little later. */
async function contest(trx: Database, office: Learner, key: string, now: Date): Promise<void> {
  const orders = await openOrdersAt(trx, office, key);
  const changes = orders.flatMap((row) =>
    row.place_contested
      ? []
      : [{ row, fields: fieldsOf(row), patch: { placeContested: true }, what: 'ubicada' as const }],
  );
  await writeChanges(trx, systemIn(office), { id: randomUUID(), now }, changes);
  await addDisputed(trx, office, [key], now);
}

/** Stores where visits were that contradict a door, or how many agree with it. */
async function countVisits(
  { db }: PlaceRules,
  companyId: string,
  key: string,
  { agreeing, other }: { agreeing: number; other: (Point & { visits: number }) | undefined },
): Promise<void> {
  // A contradiction stays until a person has answered it.
  const contradicted = other
    ? sql`, contradicting = ${other.visits}::integer, other_lat = ${other.lat}::float8, other_lng = ${other.lng}::float8`
    : sql``;
  await sql`
    update doors set agreeing = ${agreeing}::integer ${contradicted}
    where company_id = ${companyId} and key = ${key}`.execute(db);
}

/**
 * Learns where the door of an address is from the visits of couriers, and moves the office's open orders without an exact
 * place there. A pin is never moved: visits that agree on another place are stored beside it, and the address is «Por
 * ubicar». Reads a bounded number of visits. Learns nothing in another province than the office's. The caller holds the
 * lock on the office's row.
 */
export async function learnDoor(rules: PlaceRules, office: Learner, address: Address, now: Date): Promise<void> {
  const key = doorKeyOf(address);
  if (key === null) return;
  const { db } = rules;
  const { companyId } = office;
  const visits = await readVisits(rules, office, key, address.ubigeo);
  if (visits.length < 2 || !(await districtsOf(db, office))(address.ubigeo)) return;
  await lockDoors(db, companyId);
  const door = await db
    .selectFrom('doors')
    .select(['lat', 'lng', 'source', 'placed_at'])
    .where('company_id', '=', companyId)
    .where('key', '=', key)
    .executeTakeFirst();
  const isPinned = door?.source === 'persona' || door?.source === 'antes';
  if (door && (isPinned || door.source === 'visitas')) {
    // What a person has answered is only contradicted by later visits.
    const later = isPinned ? visits.filter(({ at }) => at > door.placed_at.getTime()) : visits;
    const other = contradictionOf(door, later);
    if (isPinned || other) {
      await countVisits(rules, companyId, key, { agreeing: visitsAt(door, visits).length, other });
      if (other) await contest(db, office, key, now);
      return;
    }
  }
  const found = agreementOf(visits);
  if (!found) return;
  if (door?.source === 'visitas') {
    // Never a pin.
    await sql`
      update doors set lat = ${found.lat}::float8, lng = ${found.lng}::float8, agreeing = ${found.visits}::integer
      where company_id = ${companyId} and key = ${key} and source = 'visitas'`.execute(db);
    return;
  }
  const known = exactAs('puerta', 'visitas');
  await rememberDoors(db, office, [{ ...address, lat: found.lat, lng: found.lng }], {
    ...known,
    now,
    agreeing: found.visits,
  });
  const vague = (await openOrdersAt(db, office, key)).filter(({ approximate }) => approximate);
  await moveOrders(db, systemIn(office), vague, { point: found, now, known });
}
