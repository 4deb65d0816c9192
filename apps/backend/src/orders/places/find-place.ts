import { setTimeout as pause } from 'node:timers/promises';
import {
  type District,
  districtExactness,
  exactnessOf,
  placeFields,
  type PlaceFound,
  type PlaceQuestion,
} from '@despacho/contracts/dispatch';
import { type Dispatcher, personKey } from '#platform/dispatch/dispatcher.ts';
import { type OfficeKey } from '#platform/database/in-office.ts';
import { DISTRICTS } from '#platform/districts/districts.ts';
import { keepGeocode } from '../geocoder/geocodes-repository.ts';
import { callGeocoder } from '../geocoder/geocoder.ts';
import { type GeocodedPlace } from '../geocoder/judge-answer.ts';
import { hasCall, reserveCall, takeCall } from '../geocoder/pace.ts';
import { Refusal } from '#platform/refusal.ts';
import { type OrderServices } from '../services.ts';
import { geocodedDoor, geocodeKeys } from './place-key.ts';
import { addGeocodedAt } from './waiting-orders.ts';
import { geocodedAt, placedAt, type PlaceFields, placeOrders, queryOf } from './place-orders.ts';

const MINUTE_MS = 60_000;

/** After this long, the person has continued without the place. */
const MAX_WAIT_MS = 2000;

/** The result of a query: the answer (null if nothing was found), or why there is none. */
type Located = { at: GeocodedPlace | null } | 'busy' | 'spent' | 'failed';

/** The same of one geocoder, which is not called while it is down. */
type Asked = Located | 'down';

type LocateServices = Pick<OrderServices, 'db' | 'clock' | 'logger' | 'config' | 'callBreaker'>;

/** Calls one of the two geocoders, within its pace and the budget of the day. */
async function ask(
  { db, clock, logger, config: { geocoder }, callBreaker: breaker }: LocateServices,
  which: 0 | 1,
  { officeId, query, district }: { officeId: string; query: string; district: District },
  signal: AbortSignal,
): Promise<Asked> {
  const host = which === 0 ? geocoder : geocoder?.second;
  if (!geocoder || !host) return 'busy';
  if (breaker.isOpen(host.url, clock())) return 'down';
  // Before the pace, which a call that is not made must not use up.
  if (!(await hasCall(db, officeId, clock(), geocoder.callsPerDay))) return 'spent';
  const wait = await reserveCall(db, clock(), MINUTE_MS / host.callsPerMinute, MAX_WAIT_MS, which);
  if (wait === undefined) return 'busy';
  try {
    await pause(wait, undefined, { signal });
  } catch {
    return 'busy';
  }
  if (!(await takeCall(db, officeId, clock(), geocoder.callsPerDay))) return 'spent';
  try {
    const found = await callGeocoder(host, query, district);
    breaker.record(host.url, true, clock());
    return { at: found ?? null };
  } catch (error) {
    breaker.record(host.url, false, clock());
    logger.warn({ err: error, geocoder: which + 1 }, 'the geocoder could not be used');
    return 'failed';
  }
}

const isStreet = (place: GeocodedPlace | null): boolean => place !== null && place.degree !== 'urbanizacion';

/**
 * Calls the geocoder for an address, the second one if the first did not find the street, and caches the answer.
 * @param signal stops waiting for the pace; a call under way is finished, because its answer is kept.
 */
export async function locate(
  services: LocateServices,
  { companyId, officeId }: OfficeKey,
  { query, ubigeo }: { query: string; ubigeo: string },
  signal: AbortSignal,
): Promise<Located> {
  const { db, clock, config } = services;
  const district = DISTRICTS.of(ubigeo);
  if (!district) return 'busy';
  const asked = { officeId, query, district };
  const first = await ask(services, 0, asked, signal);
  if (first === 'busy' || first === 'spent' || (typeof first === 'object' && isStreet(first.at))) return kept(first);
  // Forms and the queue treat a server that is not called as one that is busy.
  if (!config.geocoder?.second) return first === 'down' ? 'busy' : kept(first);
  const second = await ask(services, 1, asked, signal);
  const [one, other] = [first, second].map((answer) => (typeof answer === 'object' ? answer.at : null));
  const best = other && (isStreet(other) || !one) ? other : one;
  if (best) return kept({ at: best });
  // What only one of them could answer is not kept as found nowhere. It is asked again after a pause.
  if (second === 'spent') return second;
  return typeof first === 'object' && typeof second === 'object' ? kept(second) : 'failed';

  async function kept(answer: Exclude<Asked, 'down'>): Promise<Located> {
    if (typeof answer === 'string') return answer;
    const found = answer.at ?? undefined;
    const door = geocodedDoor(query, ubigeo);
    const cached = await keepGeocode(db, geocodeKeys(companyId, query).key, found, clock(), door);
    // Earlier orders may still be known to the block there.
    if (found && found.degree !== cached?.degree) await addGeocodedAt(db, found, clock());
    return { at: cached ?? null };
  }
}

/**
 * @returns where an address is: a place the office has used, otherwise what the geocoder finds, otherwise the
 * district's centre. A failing or busy geocoder is not an error.
 * @throws Refusal invalid for an unknown district.
 */
export async function findPlace(
  services: OrderServices,
  dispatcher: Dispatcher,
  { client, recipient, address, ubigeo }: PlaceQuestion,
  signal: AbortSignal,
): Promise<PlaceFound> {
  const district = DISTRICTS.of(ubigeo);
  if (!district) throw new Refusal('invalid', 'No hay un distrito con ese UBIGEO', undefined, 'ubigeo');
  const { clock, allowance } = services;
  const { lat, lng } = district;
  const destination = { clientName: client ?? '', recipient: recipient ?? '', address, ubigeo };
  const asked = { ...destination, lat, lng, ...placeFields(districtExactness(district)) };
  const [placed] = await placeOrders(services, dispatcher, [asked], clock());
  const { fields = asked, isUnknown = false } = placed ?? {};
  const answer = (place: PlaceFields): PlaceFound => {
    const exactness = exactnessOf(place, district);
    const source = !place.approximate ? 'used' : exactness.degree === 'distrito' ? 'district' : 'address';
    return { lat: place.lat, lng: place.lng, source, exactness };
  };
  const query = isUnknown ? queryOf(asked) : undefined;
  if (query === undefined || !services.config.geocoder || !allowance.take(personKey(dispatcher), clock()))
    return answer(fields);
  const located = await locate(services, dispatcher, { query, ubigeo }, signal);
  return answer(typeof located === 'object' && located.at ? placedAt(fields, geocodedAt(located.at)) : fields);
}
