import { type LatLngTuple } from 'leaflet';
import { Circle, CircleMarker } from 'react-leaflet';
import { MapView } from '#shared/map/MapView.tsx';
import { Pin } from '#shared/map/pin/Pin.tsx';
import styles from './OrderVisits.module.css';

interface Props {
  /** Where the order was closed; accuracy in meters. */
  at: { lat: number; lng: number; accuracy: number | null };
  /** The order's address. */
  address: { lat: number; lng: number };
}

/** Zooms at which both places fit into a small map, by their distance in degrees. */
const ZOOMS = [
  { within: 0.0005, zoom: 18 },
  { within: 0.001, zoom: 17 },
  { within: 0.004, zoom: 15 },
  { within: 0.02, zoom: 13 },
  { within: 0.1, zoom: 11 },
] as const;

/** A small map of an address and of where its order was closed. Only for lazy parts, because it bundles Leaflet. */
export function VisitMap({ at, address }: Props) {
  const place: LatLngTuple = [at.lat, at.lng];
  const apart = Math.max(Math.abs(at.lat - address.lat), Math.abs(at.lng - address.lng));
  const zoom = ZOOMS.find(({ within }) => apart <= within)?.zoom ?? 8;
  return (
    <MapView
      center={[(at.lat + address.lat) / 2, (at.lng + address.lng) / 2]}
      zoom={zoom}
      wheel={false}
      label="Lugar del cierre y dirección de la orden"
    >
      <Pin at={[address.lat, address.lng]} label="Dirección de la orden" />
      {at.accuracy !== null && (
        <Circle center={place} radius={at.accuracy} className={styles['accuracy'] ?? ''} interactive={false} />
      )}
      <CircleMarker center={place} radius={7} className={styles['closedAt'] ?? ''} interactive={false} />
    </MapView>
  );
}
