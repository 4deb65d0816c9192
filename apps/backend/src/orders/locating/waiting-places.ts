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
import { inOffice, type OfficeKey } from '#platform/database/in-office.ts';
import { type Database } from '#platform/database/open-database.ts';
import { transact } from '#platform/database/transact.ts';
import { type Dispatcher } from '#platform/dispatch/dispatcher.ts';
import { flagCondition } from '../order/filter-orders.ts';
import { exactnessOfRow, type OrderRow } from '../order/order-row.ts';
import { ordersOf, requireOrder } from '../order/orders-repository.ts';
import { type OrderServices } from '../services.ts';
import { type ExactPoint } from '../places/between-doors.ts';
import { doorsOf } from '../places/door-of.ts';
import { districtsOf, placeByDoors } from '../places/known-doors.ts';
import { claimPlace, releaseClaim, renewClaim } from '../places/place-claims.ts';

/** Orders that are read; those that are due later follow when these are located. */
const MAX_READ = 2000;

/** Places that are nearer to each other are one candidate; in meters. */
const SAME_METERS = 20;

/** @returns what orders of the same address have in common: their door or, if it identifies none, its normal form. */
export const subjectOf = ({ door_key, address, ubigeo }: Pick<OrderRow, 'door_key' | 'address' | 'ubigeo'>): string =>
  door_key ?? hash('sha256', JSON.stringify([addressKey(address), ubigeo]), 'base64url');

/** @returns the open orders of an office that have to be located, the first to be delivered first. */
export const readToLocate = (db: Database, office: OfficeKey, now: Date): Promise<OrderRow[]> =>
  ordersOf(db, office)
    .where(flagCondition('por_ubicar', now))
    .orderBy('orders.due_at')
    .orderBy('orders.id')
    .limit(MAX_READ)
    .execute();

/** @returns the doors of some orders that visits contradict, in the province of the office, with both places, by key. */
async function findContested(
  db: Database,
  office: OfficeKey,
  orders: readonly OrderRow[],
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

const candidateOf = ({ lat, lng, ...exactness }: ExactPoint): PlaceCandidate => ({ lat, lng, exactness });

/** @returns the places that differ, in their order. */
function distinct(places: readonly ExactPoint[]): PlaceCandidate[] {
  const found: ExactPoint[] = [];
  for (const place of places)
    if (place.degree !== 'distrito' && found.every((other) => metersBetween(place, other) > SAME_METERS))
      found.push(place);
  return found.slice(0, MAX_CANDIDATES).map(candidateOf);
}

const placeOf = (row: OrderRow): ExactPoint => ({ lat: row.lat, lng: row.lng, ...exactnessOfRow(row) });

/** @returns the meters by which an address may be off. */
const metersOf = ({ place, candidates: [one, other] }: Pick<WaitingAddress, 'place' | 'candidates'>): number =>
  Math.max(place.exactness.radius, one && other ? metersBetween(one, other) : 0);

/** @returns the addresses that have to be located, without their claims, the worst known one first, with their subjects. */
async function addressesOf(db: Database, office: OfficeKey, rows: readonly OrderRow[]) {
  const first = [...Map.groupBy(rows, subjectOf)].flatMap(([subject, [row, ...others]]) =>
    row ? [{ subject, row, orders: others.length + 1 }] : [],
  );
  const listed = first.map(({ row }) => row);
  const contested = await findContested(db, office, listed);
  const known = await placeByDoors(db, office, listed);
  return first
    .map(({ subject, row, orders }, index) => {
      const place = placeOf(row);
      const best = known[index];
      const candidates = distinct([...(contested.get(row.door_key ?? '') ?? []), ...(best ? [best] : []), place]);
      const { id, address, ubigeo } = row;
      return { subject, order: String(id), address, ubigeo, orders, place: candidateOf(place), candidates };
    })
    .toSorted((one, other) => metersOf(other) - metersOf(one) || other.orders - one.orders);
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
  const addresses = await addressesOf(db, dispatcher, await readToLocate(db, dispatcher, now));
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
  for (const { subject: key, ...address } of addresses.slice(0, MAX_WAITING)) {
    const { ubigeo } = address;
    const { rows, street } = doorsOf(address);
    const streetOfDistrict = `${ubigeo} ${rows[0]?.street ?? ''}`;
    const group = streets.get(streetOfDistrict) ?? { street, ubigeo, addresses: [] };
    group.addresses.push({ ...address, claim: claimOf.get(key) ?? null });
    streets.set(streetOfDistrict, group);
  }
  return { streets: [...streets.values()], total: addresses.length };
}
