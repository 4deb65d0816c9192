import { plain } from '@despacho/contracts';
import {
  doorNumberKey,
  isRepeatedStreet,
  parseAddress,
  type ParsedAddress,
  type ParsedStreet,
  streetKey,
  streetNameKey,
  urbanisationNameKey,
} from '@despacho/contracts/addresses';
import { type District, judgePlace, metersBetween, nearKm, type Point } from '@despacho/contracts/dispatch';
import { districtAreas } from '#platform/districts/district-areas.ts';
import { type GeocoderResult } from './read-answer.ts';

/** The degrees of exactness that a geocoder's answer can have, the best first. */
export const ANSWER_DEGREES = ['cuadra', 'calle', 'urbanizacion'] as const;

/** A place that a geocoder has found. */
export interface GeocodedPlace extends Point {
  degree: (typeof ANSWER_DEGREES)[number];
  /** Meters around it in which the address is. */
  radius: number;
}

const BLOCK_RADIUS = 100;
/** OpenStreetMap has streets in pieces, so that a short box says little about the length. */
const STREET_RADIUS = { least: 500, most: 1000 };
const NEIGHBOURHOOD_RADIUS = { least: 250, most: 2000 };
/** A house is not larger, nor at the centre of its district to the meter. */
const MAX_HOUSE_METERS = 300;
const CENTRE_METERS = 25;

const between = (value: number, { least, most }: { least: number; most: number }): number =>
  Math.round(Math.min(most, Math.max(least, value)));

/** @returns whether the smallest area that is a district of the city is the one asked for. */
function isInDistrict(areas: readonly string[], ubigeo: string): boolean {
  const city = districtAreas(ubigeo)?.city;
  const found = areas.map((area) => city?.get(plain(area))).find((code) => code !== undefined);
  return found === ubigeo;
}

/** @returns a street as a geocoder states it. The number makes a name without a type one. */
const streetOf = (text: string): ParsedStreet | undefined => parseAddress(`${text} 1`).street;

/** @returns whether two streets are one: certainly, possibly («Av. Larco», «Avenida José Larco»; «Puno», «Jr. Puno»), or not. */
function agreement(asked: ParsedStreet, found: ParsedStreet): 'same' | 'similar' | 'none' {
  const [one, other] = [streetKey(asked), streetKey(found)];
  if (one !== undefined && one === other) return 'same';
  if (asked.type !== '' && found.type !== '' && asked.type !== found.type) return 'none';
  const [short, long] = [streetNameKey(asked), streetNameKey(found)].toSorted((a, b) => a.length - b.length);
  if (short === undefined || long === undefined) return 'none';
  return short === long || (short.length > 3 && long.endsWith(` ${short}`)) ? 'similar' : 'none';
}

/** @returns the place of one result; undefined if nothing agrees that is smaller than the district. */
function judgeResult(result: GeocoderResult, asked: ParsedAddress, district: District): GeocodedPlace | undefined {
  const { lat, lng, across, areas, street, neighbourhood } = result;
  const scope = { district, home: [], maxKm: nearKm(district) };
  if (judgePlace(result, scope).kind !== 'plausible' || !isInDistrict(areas, district.ubigeo)) return undefined;
  const place = (degree: GeocodedPlace['degree'], radius: number): GeocodedPlace => ({ lat, lng, degree, radius });
  const area = asked.urbanisation && urbanisationNameKey(asked.urbanisation);
  const isArea = (text: string): boolean => {
    const name = parseAddress(text).urbanisation?.name ?? plain(text);
    return area !== undefined && area !== '' && urbanisationNameKey({ name }) === area;
  };
  const found = street === undefined ? undefined : streetOf(street);
  const agreed = found && asked.street ? agreement(asked.street, found) : 'none';
  if (asked.street && agreed !== 'none' && (!isRepeatedStreet(asked.street) || areas.some(isArea))) {
    const isHouse = across <= MAX_HOUSE_METERS && metersBetween(result, district) > CENTRE_METERS;
    const number = doorNumberKey(asked);
    const isDoor = number !== undefined && doorNumberKey(parseAddress(`Calle X ${result.number ?? ''}`)) === number;
    if (agreed === 'same' && isDoor && isHouse) return place('cuadra', BLOCK_RADIUS);
    return place('calle', between(result.number === undefined ? across / 2 : 0, STREET_RADIUS));
  }
  if (neighbourhood !== undefined && isArea(neighbourhood))
    return place('urbanizacion', between(across / 2, NEIGHBOURHOOD_RADIUS));
  return undefined;
}

/**
 * Compares the results of a geocoder with the query, because a geocoder answers with the most similar place it has.
 * @param query as `geocoderQuery` writes it.
 * @returns the most exact place: a block if type and name of the street, number and district agree; the street if it and
 * the district agree; the urbanización if that and the district do. Undefined if only the district is found.
 */
export function judgeAnswer(
  results: readonly GeocoderResult[],
  query: string,
  district: District,
): GeocodedPlace | undefined {
  const asked = parseAddress(query, districtAreas(district.ubigeo));
  const places = results.flatMap((result) => judgeResult(result, asked, district) ?? []);
  return places.toSorted((one, other) => ANSWER_DEGREES.indexOf(one.degree) - ANSWER_DEGREES.indexOf(other.degree))[0];
}
