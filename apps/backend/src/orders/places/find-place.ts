import { setTimeout as pause } from 'node:timers/promises';
import {
  districtExactness,
  exactnessOf,
  placeFields,
  type PlaceFound,
  type PlaceQuestion,
  type Point,
} from '@despacho/contracts/dispatch';
import { type Dispatcher, personKey } from '#platform/dispatch/dispatcher.ts';
import { DISTRICTS } from '#platform/districts/districts.ts';
import { keepGeocode } from '../geocoder/geocodes-repository.ts';
import { callGeocoder } from '../geocoder/geocoder.ts';
import { reserveCall } from '../geocoder/pace.ts';
import { Refusal } from '#platform/refusal.ts';
import { type OrderServices } from '../services.ts';
import { geocodeKeys } from './place-key.ts';
import { geocodedAt, placedAt, type PlaceFields, placeOrders, queryOf } from './place-orders.ts';

const MINUTE_MS = 60_000;

/** After this long, the person has continued without the place. */
const MAX_WAIT_MS = 2000;

/** The result of a query: the answer (null if nothing was found), or why there is none. */
type Located = { at: Point | null } | 'busy' | 'failed';

/**
 * Calls the geocoder for an address, at the configured pace, and caches its answer.
 * @param signal stops waiting for the pace; a running call is finished, because its answer is kept.
 */
export async function locate(
  { db, clock, logger, config: { geocoder } }: Pick<OrderServices, 'db' | 'clock' | 'logger' | 'config'>,
  companyId: string,
  { query, ubigeo }: { query: string; ubigeo: string },
  signal: AbortSignal,
): Promise<Located> {
  const district = DISTRICTS.of(ubigeo);
  if (!geocoder || !district) return 'busy';
  const wait = await reserveCall(db, clock(), MINUTE_MS / geocoder.callsPerMinute, MAX_WAIT_MS);
  if (wait === undefined) return 'busy';
  try {
    await pause(wait, undefined, { signal });
  } catch {
    return 'busy';
  }
  try {
    const found = await callGeocoder(geocoder, query, district);
    await keepGeocode(db, geocodeKeys(companyId, query).key, found, clock());
    return { at: found ?? null };
  } catch (error) {
    logger.warn({ err: error }, 'the geocoder could not be used');
    return 'failed';
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
  const located = await locate(services, dispatcher.companyId, { query, ubigeo }, signal);
  return answer(typeof located === 'object' && located.at ? placedAt(fields, geocodedAt(located.at)) : fields);
}
