import { type Place } from './places.ts';

/** Position of a name in pixels of the map. */
export interface Spot {
  x: number;
  y: number;
}

/** In pixels: about half a line's height, and half the width of a letter at 12 px. */
const HALF_LINE = 10;
const HALF_LETTER = 3.6;

/** Above this zoom, a country's name would only take space that the names within it need. */
const COUNTRIES_UNTIL = 7;

function overlaps(one: Place, a: Spot, other: Place, b: Spot): boolean {
  const reach = (one.name.length + other.name.length) * HALF_LETTER + 8;
  return Math.abs(a.x - b.x) < reach && Math.abs(a.y - b.y) < 2 * HALF_LINE;
}

/**
 * @param project position of a place on the screen at this zoom.
 * @returns the places to label without overlaps; earlier places take precedence.
 */
export function visiblePlaces(places: readonly Place[], zoom: number, project: (place: Place) => Spot): Place[] {
  const shown: { place: Place; spot: Spot }[] = [];
  for (const place of places) {
    if (zoom < place.zoom || (place.kind === 'country' && zoom > COUNTRIES_UNTIL)) continue;
    const spot = project(place);
    if (!shown.some((other) => overlaps(place, spot, other.place, other.spot))) shown.push({ place, spot });
  }
  return shown.map(({ place }) => place);
}
