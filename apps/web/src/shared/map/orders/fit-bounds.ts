import { latLngBounds, type Map } from 'leaflet';

/** Close enough for one street: nearer shows nothing more. */
const NEAREST = 16;

const PADDING: [number, number] = [36, 36];

/** Shows all of these places at once, as near as they allow; nothing changes where there are none. */
export function fitTo(map: Map, places: readonly { lat: number; lng: number }[]): void {
  if (places.length === 0) return;
  const bounds = latLngBounds(places.map(({ lat, lng }) => [lat, lng] as [number, number]));
  map.fitBounds(bounds, { padding: PADDING, maxZoom: NEAREST, animate: false });
}
