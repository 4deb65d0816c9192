import {
  type Exactness,
  exactnessOf,
  districtExactness,
  isExactDegree,
  metersBetween,
  type OrderFields,
  PLACE_ORIGIN_CODES,
  placeFields,
  type Point,
} from '@despacho/contracts/dispatch';
import { type OfficeKey } from '#platform/database/in-office.ts';
import { DISTRICTS } from '#platform/districts/districts.ts';
import { findGeocodes } from '../geocoder/geocodes-repository.ts';
import { type GeocodedPlace } from '../geocoder/judge-answer.ts';
import { geocoderQuery } from '../geocoder/geocoder-query.ts';
import { bestOf, type ExactPoint } from './between-doors.ts';
import { judgePlaces, type PlaceRules } from './judge-places.ts';
import { placeByDoors } from './known-doors.ts';
import { bothKeys, type Destination, foundBy, geocodeKeys, type Keys, placeKeys } from './place-key.ts';
import { findPlaces } from './places-repository.ts';

/** The fields that decide where an order is shown. */
export type PlaceFields = Destination &
  Pick<OrderFields, 'lat' | 'lng' | 'approximate' | 'placeDegree' | 'placeSource' | 'placeRadius' | 'placeContested'>;

export interface Placed<Fields> {
  fields: Fields;
  /** Not known to the block so far, and the geocoder has not been called for the address. */
  isUnknown: boolean;
  /** The coordinates that came with the order, if its door is known elsewhere. */
  other?: Point;
}

/** @returns the geocoder's query for an order; undefined if its address says nothing. */
export function queryOf({ address, ubigeo, recipient, clientName }: Destination): string | undefined {
  const district = DISTRICTS.of(ubigeo);
  return district && geocoderQuery(address, district, [recipient, clientName]);
}

/** @returns an order at a place. */
export const placedAt = <Fields extends PlaceFields>(
  fields: Fields,
  { lat, lng, isContested = false, ...exactness }: ExactPoint,
): Fields => ({
  ...fields,
  lat,
  lng,
  ...placeFields(exactness, isContested),
});

/** @returns the fields of an order that say where it is. */
export const placeOf = ({
  lat,
  lng,
  approximate,
  placeDegree,
  placeSource,
  placeRadius,
  placeContested,
}: Omit<PlaceFields, keyof Destination>) => ({
  lat,
  lng,
  approximate,
  placeDegree,
  placeSource,
  placeRadius,
  placeContested,
});

/** @returns an order at its district's centre. */
export function atCentre<Fields extends PlaceFields>(fields: Fields): Fields {
  const district = DISTRICTS.of(fields.ubigeo);
  const { lat, lng } = district ?? fields;
  return placedAt(fields, { lat, lng, ...districtExactness(district ?? {}) });
}

/** @returns how exactly a place is known that a geocoder has found. */
export const geocodedAt = (place: GeocodedPlace): ExactPoint => ({ ...place, source: 'geocodificador' });

/** @returns the orders, with those whose own coordinates are implausible moved to their district's centre. */
async function withoutImplausible<Fields extends PlaceFields>(
  rules: PlaceRules,
  office: OfficeKey,
  orders: readonly Fields[],
): Promise<readonly Fields[]> {
  const verdicts = await judgePlaces(rules, office, orders);
  return orders.map((fields, index) =>
    !fields.approximate && verdicts[index]?.kind === 'implausible' ? atCentre(fields) : fields,
  );
}

/** @returns the places that the office has used for these orders, by key, without implausible ones. */
async function findPlausible(
  rules: PlaceRules,
  office: OfficeKey,
  wanted: readonly { fields: PlaceFields; place: Keys }[],
): Promise<Map<string, ExactPoint>> {
  const found = await findPlaces(
    rules.db,
    office,
    wanted.flatMap(({ place }) => bothKeys(place)),
  );
  const known = wanted.flatMap(({ fields: { ubigeo }, place }) => {
    const point = foundBy(found, place);
    return point ? [{ key: place.key, point, ubigeo }] : [];
  });
  const verdicts = await judgePlaces(
    rules,
    office,
    known.map(({ point: { lat, lng }, ubigeo }) => ({ lat, lng, ubigeo })),
  );
  return new Map(
    known.flatMap(({ key, point }, index) => (verdicts[index]?.kind === 'implausible' ? [] : [[key, point]])),
  );
}

/** @returns a smaller number for a more trusted source. */
const rankOf = ({ source }: Exactness): number => PLACE_ORIGIN_CODES.indexOf(source);

/** @returns the most trusted of the exact places, otherwise the one with the smallest radius. Equals keep their order. */
const mostTrusted = (places: readonly ExactPoint[]): ExactPoint | undefined =>
  bestOf(places.toSorted((one, other) => rankOf(one) - rankOf(other)));

/**
 * @returns whether an order came with coordinates that its door contradicts. A person's answer is not doubted again by the
 * next file.
 */
const isDisputed = (own: ExactPoint, door: ExactPoint): boolean =>
  own.source === 'archivo' &&
  (door.source === 'visitas' || door.source === 'antes') &&
  metersBetween(own, door) > own.radius + door.radius;

/** @returns whether nothing is trusted more than the place of an order. */
const isCertain = ({ approximate, placeSource }: PlaceFields): boolean => !approximate && placeSource === 'persona';

/**
 * Places orders where their coordinates are less certain than what is known of their address: where the office has
 * delivered to the same client, recipient and address, at or between doors that the company knows, or where the geocoder
 * has found the address earlier. Others stay where they are. A constant number of queries for any number of orders, and no
 * call of the geocoder.
 */
export async function placeOrders<Fields extends PlaceFields>(
  rules: PlaceRules,
  dispatcher: OfficeKey,
  orders: readonly Fields[],
  now: Date,
): Promise<Placed<Fields>[]> {
  const { db } = rules;
  const plausible = await withoutImplausible(rules, dispatcher, orders);
  const wanted = plausible.flatMap((fields, index) => {
    if (isCertain(fields)) return [];
    const query = fields.approximate ? queryOf(fields) : undefined;
    const geocode = query === undefined ? undefined : geocodeKeys(dispatcher.companyId, query);
    return [{ index, fields, place: placeKeys(fields), geocode }];
  });
  const used = await findPlausible(rules, dispatcher, wanted);
  const doors = await placeByDoors(
    db,
    dispatcher,
    wanted.map(({ fields }) => fields),
  );
  const known = wanted.map(({ fields, place }, nth) => {
    const { lat, lng, ubigeo } = fields;
    const own = { lat, lng, ...exactnessOf(fields, DISTRICTS.of(ubigeo)) };
    // Of two pins that of the door, which is the newer one, and states whether visits contradict it.
    const best = mostTrusted([own, ...[doors[nth], used.get(place.key)].flatMap((each) => each ?? [])]) ?? own;
    return { best, own, isOwn: best === own };
  });
  const vague = wanted.filter((_, nth) => !isExactDegree(known[nth]?.best.degree ?? 'distrito'));
  const found = await findGeocodes(
    db,
    vague.flatMap(({ geocode }) => bothKeys(geocode)),
    now,
  );
  const placed: Placed<Fields>[] = plausible.map((fields) => ({ fields, isUnknown: false }));
  for (const [nth, { index, fields, geocode }] of wanted.entries()) {
    const { best, own, isOwn } = known[nth] ?? {};
    if (!best || !own) continue;
    const isVague = !isExactDegree(best.degree);
    const answer = isVague ? foundBy(found, geocode) : undefined;
    const place = answer ? (mostTrusted([best, geocodedAt(answer)]) ?? best) : best;
    const isOther = isDisputed(own, place);
    placed[index] = {
      fields: isOwn && place === best ? fields : placedAt(fields, isOther ? { ...place, isContested: true } : place),
      isUnknown: isVague && geocode !== undefined && answer === undefined,
      ...(isOther && { other: own }),
    };
  }
  return placed;
}
