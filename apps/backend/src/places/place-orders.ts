import { type OrderFields } from '@despacho/contracts/dispatch';
import { type OfficeKey } from '../database/in-office.ts';
import { type Database } from '../database/open-database.ts';
import { DISTRICTS } from '../districts/districts.ts';
import { findGeocodes } from '../geocoder/geocodes-repository.ts';
import { geocoderQuery } from '../geocoder/geocoder-query.ts';
import { bothKeys, type Destination, foundBy, geocodeKeys, placeKeys } from './place-key.ts';
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

/**
 * Places orders that have no coordinates of their own: where the office has delivered to the same client, recipient and
 * address, otherwise where the geocoder has found the address earlier. Others keep their district's centre. Two queries
 * for any number of orders, and no call.
 */
export async function placeOrders<Fields extends PlaceFields>(
  db: Database,
  dispatcher: OfficeKey,
  orders: readonly Fields[],
  now: Date,
): Promise<Placed<Fields>[]> {
  const wanted = orders.map((fields) => {
    if (!fields.approximate) return { fields };
    const query = queryOf(fields);
    const geocode = query === undefined ? undefined : geocodeKeys(dispatcher.companyId, query);
    return { fields, place: placeKeys(fields), geocode };
  });
  const used = await findPlaces(
    db,
    dispatcher,
    wanted.flatMap(({ place }) => bothKeys(place)),
  );
  const unused = wanted.filter(({ place }) => place !== undefined && !foundBy(used, place));
  const found = await findGeocodes(
    db,
    unused.flatMap(({ geocode }) => bothKeys(geocode)),
    now,
  );
  return wanted.map(({ fields, place, geocode }) => {
    const own = foundBy(used, place);
    if (own) return { fields: { ...fields, ...own, approximate: false }, isUnknown: false };
    const byAddress = foundBy(found, geocode);
    return { fields: { ...fields, ...byAddress }, isUnknown: geocode !== undefined && byAddress === undefined };
  });
}
