import { latLngBounds, type Map } from 'leaflet';

/** Nearest zoom that the map is fitted to: it shows one street. */
export const NEAREST_FIT = 16;

const PADDING: [number, number] = [36, 36];

/**
 * Fits the map to all of these places, as close as they allow; does nothing without places. Choose them with
 * `mainPlaces` unless they are near each other.
 * @param covered pixels at the right edge that a panel hides.
 */
export function fitTo(map: Map, places: readonly { lat: number; lng: number }[], covered = 0): void {
  if (places.length === 0) return;
  const bounds = latLngBounds(places.map(({ lat, lng }) => [lat, lng] as [number, number]));
  const [right, bottom] = PADDING;
  map.fitBounds(bounds, {
    paddingTopLeft: PADDING,
    paddingBottomRight: [right + covered, bottom],
    maxZoom: NEAREST_FIT,
    animate: false,
  });
}
