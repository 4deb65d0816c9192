import { PLACES, type Place } from './base/places.ts';
import { districtOf } from '../districts/districts.ts';
import { fold } from '../fields/fold.ts';

interface OfficeView {
  center: [number, number];
  zoom: number;
}

/** Shows the districts of a city. */
const CITY_ZOOM = 12;

/** @returns the initial view of a map if its office's name is no place: the capital of the province. */
export function provinceView(province: string | null): OfficeView | undefined {
  const seat = province === null ? undefined : districtOf(`${province}01`);
  return seat && { center: [seat.lat, seat.lng], zoom: CITY_ZOOM };
}

/**
 * @param name name or id of an office: «Lima», «AREQUIPA», «Oficina Cusco».
 * @returns the initial view of its map: the city in its name. Undefined if it contains no known city.
 */
export function officeView(name: string, places: readonly Place[] = PLACES): OfficeView | undefined {
  const words = ` ${fold(name).replace(/[^\p{L}\p{N}]+/gu, ' ')} `;
  const city = places.find((place) => place.kind === 'city' && words.includes(` ${fold(place.name)} `));
  return city && { center: [city.lat, city.lng], zoom: CITY_ZOOM };
}
