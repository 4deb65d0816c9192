import { type StreetTiles } from '@despacho/contracts';
import { useMemo, useState } from 'react';
import { useMap, useMapEvents } from 'react-leaflet';
import { classes } from '../../styles/classes.ts';
import styles from '../MapView.module.css';
import { NAMES_FROM_ZOOM } from './names-from-zoom.ts';
import { type Place, PLACES } from './places.ts';
import { visiblePlaces } from './visible-places.ts';

/** Whether the tiles name a place themselves at this zoom. */
const isNamedByTiles = ({ lat, lng }: Place, zoom: number, { bounds }: StreetTiles): boolean =>
  zoom >= NAMES_FROM_ZOOM && lng > bounds.west && lat > bounds.south && lng < bounds.east && lat < bounds.north;

/**
 * Names of countries, cities and districts, as many as fit at the zoom. Purely visual. Not Leaflet's markers, each of
 * which is a layer of the compositor: fifty of them slowed every frame of a table that scrolls beside the map.
 */
export function PlaceLabels({ streets }: { streets?: StreetTiles | undefined }) {
  const map = useMap();
  const [view, setView] = useState(() => ({ zoom: map.getZoom() }));
  // A new object each time: positions are relative to an origin that changes with both events.
  const follow = (): void => {
    setView({ zoom: map.getZoom() });
  };
  useMapEvents({ zoomend: follow, viewreset: follow });
  const shown = useMemo(() => {
    const { zoom } = view;
    return visiblePlaces(
      PLACES.filter((place) => !streets || !isNamedByTiles(place, zoom, streets)),
      zoom,
      ({ lat, lng }) => map.project([lat, lng], zoom),
    ).map((place) => ({ place, at: map.latLngToLayerPoint([place.lat, place.lng]) }));
  }, [map, view, streets]);
  return shown.map(({ place: { name, kind }, at: { x, y } }) => (
    <span key={`${name} ${x} ${y}`} className={classes(styles['place'], styles[kind])} style={{ left: x, top: y }}>
      {name}
    </span>
  ));
}
