import { type LatLngTuple } from 'leaflet';
import { useEffect, useRef } from 'react';
import { useMap } from 'react-leaflet';

interface Props {
  center: LatLngTuple;
  zoom: number;
}

/** Moves the map only when it receives another centre or zoom, so that a view the user dragged to stays. */
export function FollowView({ center: [lat, lng], zoom }: Props) {
  const map = useMap();
  const first = useRef(true);
  useEffect(() => {
    if (!first.current) map.setView([lat, lng], zoom);
    first.current = false;
  }, [map, lat, lng, zoom]);
  return null;
}
