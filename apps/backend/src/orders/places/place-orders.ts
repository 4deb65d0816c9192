import { type OrderFields, type Point } from '@despacho/contracts/dispatch';
import { type OfficeKey } from '#platform/database/in-office.ts';
import { DISTRICTS } from '#platform/districts/districts.ts';
import { findGeocodes } from '../geocoder/geocodes-repository.ts';
import { geocoderQuery } from '../geocoder/geocoder-query.ts';
import { judgePlaces, type PlaceRules } from './judge-places.ts';
import { bothKeys, type Destination, foundBy, geocodeKeys, type Keys, placeKeys } from './place-key.ts';
import { findPlaces } from './places-repository.ts';

/** The fields that decide where an order is shown. */
export type PlaceFields = Destination & Pick<OrderFields, 'lat' | 'lng' | 'approximate'>;

export interface Placed<Fields> {
  fields: Fields;
  /** Only the district is known so far, and the geocoder has not been called for the address. */
  isUnknown: boolean;
}

/** @returns the geocoder's query for an order; undefined if its address says nothing. */
export function queryOf({ address, ubigeo, recipient, clientName }: Destination): string | undefined {
  const district = DISTRICTS.of(ubigeo);
  return district && geocoderQuery(address, district, [recipient, clientName]);
}

/** @returns an order at its district's centre. */
export function atCentre<Fields extends PlaceFields>(fields: Fields): Fields {
  const { lat, lng } = DISTRICTS.of(fields.ubigeo) ?? fields;
  return { ...fields, lat, lng, approximate: true };
}

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
  wanted: readonly { fields: PlaceFields; place?: Keys | undefined }[],
): Promise<Map<string, Point>> {
  const found = await findPlaces(
    rules.db,
    office,
    wanted.flatMap(({ place }) => bothKeys(place)),
  );
  const known = wanted.flatMap(({ fields: { ubigeo }, place }) => {
    const point = foundBy(found, place);
    return place && point ? [{ key: place.key, point, ubigeo }] : [];
  });
  const verdicts = await judgePlaces(
    rules,
    office,
    known.map(({ point, ubigeo }) => ({ ...point, ubigeo })),
  );
  return new Map(
    known.flatMap(({ key, point }, index) => (verdicts[index]?.kind === 'implausible' ? [] : [[key, point]])),
  );
}

/**
 * Places orders that have no coordinates of their own, or implausible ones: where the office has delivered to the same
 * client, recipient and address, otherwise where the geocoder has found the address earlier. Others stay at their
 * district's centre. At most five queries for any number of orders, and no call of the geocoder.
 */
export async function placeOrders<Fields extends PlaceFields>(
  rules: PlaceRules,
  dispatcher: OfficeKey,
  orders: readonly Fields[],
  now: Date,
): Promise<Placed<Fields>[]> {
  const { db } = rules;
  const wanted = (await withoutImplausible(rules, dispatcher, orders)).map((fields) => {
    if (!fields.approximate) return { fields };
    const query = queryOf(fields);
    const geocode = query === undefined ? undefined : geocodeKeys(dispatcher.companyId, query);
    return { fields, place: placeKeys(fields), geocode };
  });
  const used = await findPlausible(rules, dispatcher, wanted);
  const unused = wanted.filter(({ place }) => place !== undefined && !used.has(place.key));
  const found = await findGeocodes(
    db,
    unused.flatMap(({ geocode }) => bothKeys(geocode)),
    now,
  );
  return wanted.map(({ fields, place, geocode }) => {
    const own = foundBy(used, place);
    if (own) return { fields: { ...fields, ...own, approximate: false }, isUnknown: false };
    const byAddress = foundBy(found, geocode);
    const at = byAddress && { lat: byAddress.lat, lng: byAddress.lng };
    return { fields: { ...fields, ...at }, isUnknown: geocode !== undefined && byAddress === undefined };
  });
}
