import { type LatLngTuple } from 'leaflet';
import { useEffect } from 'react';
import { useMap } from 'react-leaflet';

/** Moves a place back into view when it has left it, keeping the zoom. */
export function KeepInView({ at: [lat, lng] }: { at: LatLngTuple }) {
  const map = useMap();
  useEffect(() => {
    if (!map.getBounds().pad(-0.1).contains([lat, lng])) map.panTo([lat, lng], { animate: false });
  }, [map, lat, lng]);
  return null;
}
