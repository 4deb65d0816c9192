import { randomUUID } from 'node:crypto';
import {
  type Exactness,
  exactnessOf,
  isToLocate,
  metersBetween,
  PLACE_DEGREE_CODES,
  type Point,
  provinceOf,
} from '@despacho/contracts/dispatch';
import { median } from '@despacho/tooling/load/measure';
import { sql } from 'kysely';
import { replacePhone } from '#fleet/phones/phones-repository.ts';
import { learnDoor } from '#orders/locating/learn-doors.ts';
import { fieldsOfInput } from '#orders/order/order-input.ts';
import { insertOrderRows } from '#orders/order/insert-order-rows.ts';
import { BEGINNING, codeOf, type NewOrder } from '#orders/order/insert-orders.ts';
import { type Placed, placeOrders } from '#orders/places/place-orders.ts';
import { doorKeyOf } from '#orders/places/door-of.ts';
import { type Config, readConfig } from '#platform/config.ts';
import { type Database, type OpenDatabase } from '#platform/database/open-database.ts';
import { DISTRICTS } from '#platform/districts/districts.ts';
import { type Dispatcher } from '#platform/dispatch/dispatcher.ts';
import { officeDay } from '#platform/dispatch/working-day.ts';
import { type DatabasePlace } from './databases.ts';
import { addCouriers, DISPATCHER, KEY, openEmpty } from './world.ts';

/** An address, and where it is: of a delivery, the phone's place. */
export interface AddressLine {
  address: string;
  ubigeo: string;
  point: Point;
  /** Date and time of the visit, or when it is asked; ISO 8601. */
  when: string;
  /** What an asked address has to do with the visited ones. */
  kind?: string;
}

/** Accuracy of the visits' places, in meters. */
const ACCURACY = 10;
/** Above these meters a place that is called a door is wrong. */
const WRONG_METERS = 100;
const FOUND_METERS = 50;
/** Addresses that one statement places. */
const PLACED_AT_ONCE = 500;

/** A company without orders, with an office for each province that is asked about. */
export interface VisitedCompany extends OpenDatabase {
  rules: { db: Database; config: Config };
  officeOf: (ubigeo: string) => Dispatcher;
}

/** @returns a new order without coordinates. @throws Refusal for an unknown district. */
export const orderOf = ({ address, ubigeo, when }: AddressLine, nth: number): NewOrder =>
  ({
    ...fieldsOfInput({
      client: { id: null, name: 'Cliente', phone: null },
      recipient: { name: `Persona ${nth}`, phone: null },
      place: { address, ubigeo, reference: null, point: null },
      window: null,
    }),
    ...{ date: when.slice(0, 10), packages: 1, weightGrams: 1000, priority: 'normal', collectDue: null },
    ...{ clientReference: null, guide: null, note: null },
  }) as NewOrder;

/** Opens a company whose offices have one courier each. @param lines those of which the provinces have offices. */
export async function openVisited(place: DatabasePlace, lines: readonly AddressLine[]): Promise<VisitedCompany> {
  const opened = await openEmpty(place);
  const { db } = opened;
  const officeOf = (ubigeo: string): Dispatcher => ({ ...DISPATCHER, officeId: `P${provinceOf(ubigeo)}` });
  for (const province of new Set(lines.map(({ ubigeo }) => provinceOf(ubigeo)))) {
    const id = officeOf(province).officeId;
    await db
      .insertInto('offices')
      .values({ id, company_id: DISPATCHER.companyId, name: id, time_zone: DISPATCHER.timeZone, province })
      .execute();
    await addCouriers(db, 1, 5, 0, id);
    const courier = await db.selectFrom('couriers').select('id').where('office_id', '=', id).executeTakeFirstOrThrow();
    const phone = { companyId: DISPATCHER.companyId, officeId: id, courierId: courier.id };
    await replacePhone(db, phone, { sessionHash: id, name: id }, new Date(0));
  }
  return { ...opened, officeOf, rules: { db, config: readConfig({ OPERATIONS_KEY: KEY }) } };
}

/** Inserts delivered orders without coordinates, and the phone's visits of them. */
async function insertVisits({ db }: VisitedCompany, office: Dispatcher, lines: readonly AddressLine[], first: number) {
  const visits = lines.map(({ point, when, ...line }, index) => ({
    ...{ code: codeOf(first + index), point, when, visit: randomUUID() },
    fields: { ...orderOf({ ...line, point, when }, first + index), visitDay: officeDay(new Date(when), office) },
  }));
  const courier = await db
    .selectFrom('couriers')
    .select('id')
    .where('office_id', '=', office.officeId)
    .executeTakeFirstOrThrow();
  const rows = visits.map(({ code, fields, when }) => ({
    ...{ code, createdAt: new Date(when), changedAt: new Date(when), version: 3, what: 'entregada' as const },
    fields: {
      ...{ ...BEGINNING, ...fields, state: 'entregada' as const, courierId: String(courier.id), sequence: 1 },
      closedAt: when,
    },
  }));
  const idOf = await insertOrderRows(db, office, rows);
  const given = visits.map(({ code, ...visit }) => ({ ...visit.point, ...visit, id: idOf.get(code) }));
  await sql`
    insert into field_visits (visit, company_id, office_id, courier_id, device_id, order_id, attempt, seen_version,
      request_hash, root, to_state, device_at, at, doubtful_time, arrived_at, lat, lng, accuracy, photos, found, state,
      result, order_state, order_version)
    select visit, ${office.companyId}, ${office.officeId}, device.courier_id, device.id, given.id, 1, 2, '', visit,
      'entregada', "when", "when", false, "when", lat, lng, ${ACCURACY}::integer, '[]', '{}', 'aplicada', 'applied',
      'entregada', 3
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb)
        as given (visit uuid, id bigint, "when" timestamptz, lat float8, lng float8)
      join courier_devices as device on device.session_hash = ${office.officeId}`.execute(db);
}

/**
 * Records visits as deliveries and learns from them as the phones' visits do. The rows are inserted by day; then each
 * door of the day learns once.
 */
export async function recordVisits(company: VisitedCompany, lines: readonly AddressLine[]): Promise<void> {
  const { officeOf, rules } = company;
  const days = Map.groupBy(
    lines.toSorted((one, other) => (one.when < other.when ? -1 : 1)),
    ({ ubigeo, when }) => `${officeDay(new Date(when), DISPATCHER)} ${officeOf(ubigeo).officeId}`,
  );
  let count = 0;
  for (const [, visits] of [...days].sort(([one], [other]) => (one < other ? -1 : 1))) {
    const office = officeOf(visits[0]?.ubigeo ?? '');
    await insertVisits(company, office, visits, count + 1);
    count += visits.length;
    const doors = new Map(visits.map((visit) => [doorKeyOf(visit), visit]));
    for (const visit of doors.values()) await learnDoor(rules, office, visit, new Date(visit.when));
  }
  await sql`vacuum (analyze)`.execute(company.db);
}

/** What the company says about an asked address. */
export interface Answered {
  line: AddressLine;
  exactness: Exactness;
  /** From the line's point. */
  meters: number;
  isToLocate: boolean;
}

/** Places new orders of some addresses, which are not stored. @returns an answer for each, in the given order. */
export async function askDoors(
  { rules, officeOf }: VisitedCompany,
  lines: readonly AddressLine[],
): Promise<Answered[]> {
  const answers: Answered[] = [];
  for (const ofOffice of Map.groupBy(lines, ({ ubigeo }) => officeOf(ubigeo).officeId).values())
    for (let from = 0; from < ofOffice.length; from += PLACED_AT_ONCE) {
      const asked = ofOffice.slice(from, from + PLACED_AT_ONCE);
      const [{ ubigeo, when } = { ubigeo: '', when: '' }] = asked;
      const placed: Placed<NewOrder>[] = await placeOrders(rules, officeOf(ubigeo), asked.map(orderOf), new Date(when));
      for (const [index, line] of asked.entries()) {
        const { fields } = placed[index]!; // oxlint-disable-line typescript/no-non-null-assertion
        const exactness = exactnessOf(fields, DISTRICTS.of(line.ubigeo));
        const meters = metersBetween(line.point, fields);
        answers.push({ line, exactness, meters, isToLocate: isToLocate(exactness, fields.placeContested) });
      }
    }
  const places = new Map(lines.map((line, index) => [line, index]));
  return answers.toSorted((one, other) => (places.get(one.line) ?? 0) - (places.get(other.line) ?? 0));
}

/** @returns the figures of some answers, a line each; and how many of them are called a door, but are elsewhere. */
export function figuresOf(answers: readonly Answered[]): { lines: string[]; wrongDoors: number } {
  const degrees = Map.groupBy(answers, ({ exactness }) => exactness.degree);
  const doors = degrees.get('puerta') ?? [];
  const percent = (part: number): string => `${part} (${((100 * part) / Math.max(1, answers.length)).toFixed(1)} %)`;
  const wrongDoors = doors.filter(({ meters }) => meters > WRONG_METERS).length;
  const lines = PLACE_DEGREE_CODES.flatMap((degree) => {
    const meters = (degrees.get(degree) ?? []).map((each) => each.meters);
    return meters.length > 0 ? [`${degree}: ${percent(meters.length)}, median ${median(meters).toFixed(0)} m`] : [];
  });
  const beyond = answers.filter(
    ({ exactness, meters }) => exactness.degree !== 'distrito' && meters > exactness.radius,
  );
  lines.push(
    `outside of the radius, districts aside: ${percent(beyond.length)}`,
    `puerta within ${FOUND_METERS} m: ${percent(doors.filter(({ meters }) => meters <= FOUND_METERS).length)}`,
    `puerta beyond ${WRONG_METERS} m: ${wrongDoors}`,
    `«Por ubicar»: ${percent(answers.filter((each) => each.isToLocate).length)}`,
  );
  return { lines, wrongDoors };
}
