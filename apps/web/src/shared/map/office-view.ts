import { PLACES, type Place } from './base/places.ts';
import { fold } from '../fields/fold.ts';

export interface OfficeView {
  center: [number, number];
  zoom: number;
}

/** Close enough for a city's districts. */
const CITY_ZOOM = 12;

/**
 * @param name of an office, or its id: «Lima», «AREQUIPA», «Oficina Cusco».
 * @returns where its map starts: at the city its name holds. Undefined when it names none we know.
 */
export function officeView(name: string, places: readonly Place[] = PLACES): OfficeView | undefined {
  const words = ` ${fold(name).replace(/[^\p{L}\p{N}]+/gu, ' ')} `;
  const city = places.find((place) => place.kind === 'city' && words.includes(` ${fold(place.name)} `));
  return city && { center: [city.lat, city.lng], zoom: CITY_ZOOM };
}
