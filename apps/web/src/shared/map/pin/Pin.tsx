import { divIcon, type LatLngTuple } from 'leaflet';
import { useMemo } from 'react';
import { Marker } from 'react-leaflet';
import styles from '../MapView.module.css';

interface Props {
  at: LatLngTuple;
  /** The description of the place; also the marker's accessible name. */
  label: string;
}

/** A marker for one place. */
export function Pin({ at, label }: Props) {
  const icon = useMemo(() => divIcon({ className: styles['pin'] ?? '', iconSize: [28, 36], iconAnchor: [14, 34] }), []);
  return <Marker position={at} icon={icon} alt={label} title={label} keyboard={false} interactive={false} />;
}
