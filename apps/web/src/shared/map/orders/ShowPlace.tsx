import { useEffect } from 'react';
import { useMap } from 'react-leaflet';

/** Zoom for an exact place, and for one of which only the district is known. */
const STREET_ZOOM = 16;
const DISTRICT_ZOOM = 14;

/** A place that a person asked for. Asking again is another object. */
export interface PlaceRequest {
  lat: number;
  lng: number;
  approximate: boolean;
}

/** Moves the map to a place, once for each time that somebody asks for it. */
export function ShowPlace({ place }: { place: PlaceRequest | undefined }) {
  const map = useMap();
  useEffect(() => {
    if (!place) return;
    const zoom = Math.max(map.getZoom(), place.approximate ? DISTRICT_ZOOM : STREET_ZOOM);
    map.setView([place.lat, place.lng], zoom, { animate: false });
  }, [map, place]);
  return null;
}
