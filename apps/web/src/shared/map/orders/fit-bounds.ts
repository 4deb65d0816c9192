import { latLngBounds, type Map } from 'leaflet';

/** Nearest zoom that the map is fitted to: it shows one street. */
export const NEAREST_FIT = 16;

const PADDING: [number, number] = [36, 36];

/**
 * Fits the map to all of these places, as close as they allow; does nothing without places. Choose them with
 * `mainPlaces` unless they are near each other.
 */
export function fitTo(map: Map, places: readonly { lat: number; lng: number }[]): void {
  if (places.length === 0) return;
  const bounds = latLngBounds(places.map(({ lat, lng }) => [lat, lng] as [number, number]));
  map.fitBounds(bounds, { padding: PADDING, maxZoom: NEAREST_FIT, animate: false });
}
