import { type LatLngTuple } from 'leaflet';
import { useEffect, useRef } from 'react';
import { useMap } from 'react-leaflet';

interface Props {
  center: LatLngTuple;
  zoom: number;
}

/** Moves the map when it is told another centre or zoom, and only then: what a person dragged it to stays. */
export function FollowView({ center: [lat, lng], zoom }: Props) {
  const map = useMap();
  const first = useRef(true);
  useEffect(() => {
    if (!first.current) map.setView([lat, lng], zoom);
    first.current = false;
  }, [map, lat, lng, zoom]);
  return null;
}
