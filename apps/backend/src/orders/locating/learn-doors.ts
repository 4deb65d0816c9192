import { exactAs, type Point } from '@despacho/contracts/dispatch';
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { type Database } from '#platform/database/open-database.ts';
import { type OfficeKey } from '#platform/database/in-office.ts';
import { systemIn } from '#platform/dispatch/dispatcher.ts';
import { fieldsOf } from '../order/order-row.ts';
import { openOrdersAt } from '../order/orders-repository.ts';
import { writeChanges } from '../order/write-changes.ts';
import {
  AGREEING_METERS,
  agreementOf,
  contradictionOf,
  TEACHING_ACCURACY,
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

/**
 * @returns the newest visits of a door in the offices of a company: delivered and applied without a review, by a phone
 * that reported an accurate place and the time, and of one order alone that the office has not corrected. Closings of
 * several orders at one door may have been made at another one.
 */
async function readVisits(rules: PlaceRules, office: OfficeKey, key: string, ubigeo: string): Promise<TeachingVisit[]> {
  const { rows } = await sql<TeachingVisit & { at: Date }>`
    select visit.lat, visit.lng, visit.at, visit.courier_id as "courierId", progress.visit_day as day, exists (
        select from evidence as photo
        where photo.office_id = visit.office_id and photo.order_id = visit.order_id and photo.visit = visit.visit
          and photo.lat is not null and ${meters('visit', 'photo')} <= ${sql.lit(AGREEING_METERS)}
      ) as "hasPhoto"
    from (
      select office_id, id from order_details
      where company_id = ${office.companyId} and door_key = ${key} order by created_at desc limit ${sql.lit(MAX_ORDERS)}
    ) as orders
    cross join lateral (
      select * from field_visits
      where office_id = orders.office_id and order_id = orders.id and state = 'aplicada' and to_state = 'entregada'
        and door is null and not doubtful_time and lat is not null and accuracy <= ${sql.lit(TEACHING_ACCURACY)}
      order by id desc limit 1
    ) as visit
    join order_progress as progress on progress.office_id = orders.office_id and progress.order_id = orders.id
    where progress.visit_day is not null and progress.state = 'entregada'
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
 * Learns where the door of an address is from the visits of couriers. A pin is never moved: visits that agree on another
 * place are stored beside it, and the address is «Por ubicar». Reads a bounded number of visits. Learns nothing in another
 * province than the office's. The caller holds the lock on the office's row.
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
      await countVisits(rules, companyId, key, { agreeing: visitsAt(door, visits), other });
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
  const exactness = { ...exactAs('puerta', 'visitas'), now, agreeing: found.visits };
  await rememberDoors(db, office, [{ ...address, lat: found.lat, lng: found.lng }], exactness);
}
