import { hash } from 'node:crypto';
import { addressKey } from '@despacho/contracts';
import {
  type ClaimMode,
  MAX_CANDIDATES,
  MAX_WAITING,
  metersBetween,
  type PlaceCandidate,
  type WaitingAddress,
  type WaitingPlaces,
  exactAs,
} from '@despacho/contracts/dispatch';
import { sql } from 'kysely';
import { inOffice, isOffice, type OfficeKey } from '#platform/database/in-office.ts';
import { type Database } from '#platform/database/open-database.ts';
import { transact } from '#platform/database/transact.ts';
import { type Dispatcher } from '#platform/dispatch/dispatcher.ts';
import { flagCondition } from '../order/filter-orders.ts';
import { exactnessOfRow, type OrderRow, PLACE_COLUMNS, type PlaceRow } from '../order/order-row.ts';
import { requireOrder } from '../order/orders-repository.ts';
import { type OrderServices } from '../services.ts';
import { type ExactPoint } from '../places/between-doors.ts';
import { doorsOf } from '../places/door-of.ts';
import { districtsOf, placeByDoors } from '../places/known-doors.ts';
import { claimPlace, releaseClaim, renewClaim } from '../places/place-claims.ts';

/** Orders that are read; those that are due later follow when these are located. */
const MAX_READ = 2000;

/** Places that are nearer to each other are one candidate; in meters. */
const SAME_METERS = 20;

/** How long a list is used while the office has not changed. Doors of other offices are not part of its state. */
const LIFE_MS = 60_000;

/** An open order that has to be located. */
type WaitingRow = PlaceRow & Pick<OrderRow, 'id' | 'address' | 'door_key' | 'place_contested'>;

/** @returns what orders of the same address have in common: their door or, if it identifies none, its normal form. */
export const subjectOf = ({ door_key, address, ubigeo }: Pick<OrderRow, 'door_key' | 'address' | 'ubigeo'>): string =>
  door_key ?? hash('sha256', JSON.stringify([addressKey(address), ubigeo]), 'base64url');

const toLocateIn = (db: Database, office: OfficeKey, now: Date) =>
  db.selectFrom('orders').where(inOffice(office, 'orders')).where(flagCondition('por_ubicar', now));

/** @returns the open orders of an office that have to be located, the first to be delivered first. */
export const readToLocate = (db: Database, office: OfficeKey, now: Date): Promise<WaitingRow[]> =>
  toLocateIn(db, office, now)
    .select(['id', 'address', 'door_key', 'place_contested', ...PLACE_COLUMNS])
    .orderBy('due_at')
    .orderBy('id')
    .limit(MAX_READ)
    .execute();

/** @returns how many addresses have to be located, of which those without a door are compared as written. */
export async function countToLocate(db: Database, office: OfficeKey, now: Date): Promise<number> {
  const { total } = await toLocateIn(db, office, now)
    .select(sql<number>`count(distinct coalesce(door_key, ubigeo || lower(address)))`.as('total'))
    .executeTakeFirstOrThrow();
  return total;
}

/** @returns the doors of some orders that visits contradict, in the province of the office, with both places, by key. */
async function findContested(
  db: Database,
  office: OfficeKey,
  orders: readonly WaitingRow[],
): Promise<Map<string, ExactPoint[]>> {
  const isOwn = await districtsOf(db, office);
  const keys = orders.flatMap(({ ubigeo, door_key }) => (isOwn(ubigeo) ? (door_key ?? []) : []));
  const rows = await db
    .selectFrom('doors')
    .select(['key', 'lat', 'lng', 'radius', 'degree', 'source', 'other_lat', 'other_lng'])
    .where('company_id', '=', office.companyId)
    .where('contradicting', '>', 0)
    .where(sql<boolean>`key = any(${keys}::text[])`)
    .execute();
  return new Map(
    rows.map(({ key, other_lat, other_lng, ...door }) => [
      key,
      [door, { ...exactAs('puerta', 'visitas'), lat: other_lat ?? door.lat, lng: other_lng ?? door.lng }],
    ]),
  );
}

/** @returns where files put some orders whose door is known elsewhere, by order. */
async function findOthers(
  db: Database,
  office: OfficeKey,
  rows: readonly WaitingRow[],
): Promise<Map<number, ExactPoint>> {
  const ids = rows.flatMap(({ id, place_contested }) => (place_contested ? [id] : []));
  const found = await db
    .selectFrom('order_details')
    .select(['id', 'other_lat', 'other_lng'])
    .where(inOffice(office))
    .where(sql<boolean>`id = any(${ids}::bigint[])`)
    .execute();
  return new Map(
    found.flatMap(({ id, other_lat: lat, other_lng: lng }) =>
      lat === null || lng === null ? [] : [[id, { lat, lng, ...exactAs('cuadra', 'archivo') }]],
    ),
  );
}

const candidateOf = ({ lat, lng, ...exactness }: ExactPoint): PlaceCandidate => ({ lat, lng, exactness });

/** @returns the places that differ, in their order. */
function distinct(places: readonly ExactPoint[]): PlaceCandidate[] {
  const found: ExactPoint[] = [];
  for (const place of places)
    if (place.degree !== 'distrito' && found.every((other) => metersBetween(place, other) > SAME_METERS))
      found.push(place);
  return found.slice(0, MAX_CANDIDATES).map(candidateOf);
}

const placeOf = (row: WaitingRow): ExactPoint => ({ lat: row.lat, lng: row.lng, ...exactnessOfRow(row) });

/** @returns the meters by which an address may be off. */
const metersOf = ({ place, candidates: [one, other] }: Pick<WaitingAddress, 'place' | 'candidates'>): number =>
  Math.max(place.exactness.radius, one && other ? metersBetween(one, other) : 0);

/** @returns the addresses that have to be located, without their claims, the worst known one first, with their subjects. */
async function addressesOf(db: Database, office: OfficeKey, rows: readonly WaitingRow[]) {
  const first = [...Map.groupBy(rows, subjectOf)].flatMap(([subject, [row, ...others]]) =>
    row ? [{ subject, row, all: [row, ...others] }] : [],
  );
  const listed = first.map(({ row }) => row);
  const contested = await findContested(db, office, listed);
  const known = await placeByDoors(db, office, listed);
  const brought = await findOthers(db, office, rows);
  return first
    .map(({ subject, row, all }, index) => {
      const place = placeOf(row);
      const best = known[index];
      const candidates = distinct([
        ...(contested.get(row.door_key ?? '') ?? []),
        ...(best ? [best] : []),
        place,
        ...all.flatMap((each) => brought.get(each.id) ?? []),
      ]);
      const { id, address, ubigeo } = row;
      return { subject, order: String(id), address, ubigeo, orders: all.length, place: candidateOf(place), candidates };
    })
    .toSorted((one, other) => metersOf(other) - metersOf(one) || other.orders - one.orders);
}

/** Lists the addresses that are shown, and counts all; the same list for all people of the office until it changes. */
async function listAddresses({ db, waiting }: OrderServices, office: OfficeKey, now: Date) {
  // Before the orders, so that the list is never older than this state says.
  const { state_id: stamp } = await db
    .selectFrom('offices')
    .select('state_id')
    .where(isOffice(office))
    .executeTakeFirstOrThrow();
  return waiting.get(office.officeId, { stamp, lifeMs: LIFE_MS }, async () => {
    const rows = await readToLocate(db, office, now);
    const addresses = await addressesOf(db, office, rows);
    const total = rows.length < MAX_READ ? addresses.length : await countToLocate(db, office, now);
    return { addresses: addresses.slice(0, MAX_WAITING), total };
  });
}

/**
 * Lists the addresses of open orders that a person has to locate, and claims one for a minute, so that no two people
 * locate the same; or renews or releases that claim.
 * @throws Refusal not-found for an order of another office.
 */
export async function listWaiting(
  services: OrderServices,
  dispatcher: Dispatcher,
  { claim, mode }: { claim: string | null; mode?: ClaimMode | undefined },
): Promise<WaitingPlaces> {
  const { db, clock } = services;
  const now = clock();
  if (claim !== null) {
    const subject = subjectOf(await requireOrder(db, dispatcher, Number(claim)));
    if (mode === 'renew') await renewClaim(db, dispatcher, subject, now);
    else if (mode === 'release') await releaseClaim(db, dispatcher, subject);
    else await transact(db, (trx) => claimPlace(trx, dispatcher, subject, now));
  }
  const { addresses, total } = await listAddresses(services, dispatcher, now);
  const claims = await db
    .selectFrom('place_claims')
    .select(['subject', 'person', 'user_name'])
    .where(inOffice(dispatcher))
    .where('claimed_until', '>', now)
    .execute();
  const claimOf = new Map(
    claims.map((each) => [each.subject, { user: each.user_name, isOwn: each.person === dispatcher.sub }]),
  );
  const streets = new Map<string, WaitingPlaces['streets'][number]>();
  for (const { subject: key, ...address } of addresses) {
    const { ubigeo } = address;
    const { rows, street } = doorsOf(address);
    const streetOfDistrict = `${ubigeo} ${rows[0]?.street ?? ''}`;
    const group = streets.get(streetOfDistrict) ?? { street, ubigeo, addresses: [] };
    group.addresses.push({ ...address, claim: claimOf.get(key) ?? null });
    streets.set(streetOfDistrict, group);
  }
  return { streets: [...streets.values()], total };
}
