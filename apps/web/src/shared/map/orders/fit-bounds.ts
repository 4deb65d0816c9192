import { latLngBounds, type Map } from 'leaflet';

/** Nearest zoom that the map is fitted to: it shows one street. */
export const NEAREST_FIT = 16;

const PADDING: [number, number] = [36, 36];

/** Pixels at the lower edge that the legend of a map may hide, in three lines, and from which size a map has one. */
const LEGEND = { height: 112, minimum: { x: 420, y: 460 } } as const;

/**
 * Fits the map to all of these places, as close as they allow; does nothing without places. Choose them with
 * `mainPlaces` unless they are near each other.
 * @param covered pixels at the right edge that a panel hides.
 */
export function fitTo(map: Map, places: readonly { lat: number; lng: number }[], covered = 0): void {
  if (places.length === 0) return;
  const bounds = latLngBounds(places.map(({ lat, lng }) => [lat, lng] as [number, number]));
  const [right, edge] = PADDING;
  // The legend itself may appear later.
  const { x, y } = map.getSize();
  const bottom = x >= LEGEND.minimum.x && y >= LEGEND.minimum.y ? LEGEND.height : edge;
  map.fitBounds(bounds, {
    paddingTopLeft: PADDING,
    paddingBottomRight: [right + covered, bottom],
    maxZoom: NEAREST_FIT,
    animate: false,
  });
}
