import { type StreetTiles } from '@despacho/contracts';
import { divIcon } from 'leaflet';
import { useMemo, useState } from 'react';
import { Marker, useMap, useMapEvents } from 'react-leaflet';
import { classes } from '../../styles/classes.ts';
import styles from '../MapView.module.css';
import { type Place, PLACES } from './places.ts';
import { NAMES_FROM_ZOOM } from './names-from-zoom.ts';
import { visiblePlaces } from './visible-places.ts';

function iconOf({ name, kind }: Place) {
  const label = document.createElement('span');
  label.textContent = name;
  return divIcon({ className: classes(styles['place'], styles[kind]), html: label, iconSize: [0, 0] });
}

/** Whether the tiles name a place themselves at this zoom. */
const isNamedByTiles = ({ lat, lng }: Place, zoom: number, { bounds }: StreetTiles): boolean =>
  zoom >= NAMES_FROM_ZOOM && lng > bounds.west && lat > bounds.south && lng < bounds.east && lat < bounds.north;

/** Names of countries, cities and districts, as many as fit at the zoom. Purely visual. */
export function PlaceLabels({ streets }: { streets?: StreetTiles | undefined }) {
  const map = useMap();
  const [zoom, setZoom] = useState(() => map.getZoom());
  useMapEvents({
    zoomend: () => {
      setZoom(map.getZoom());
    },
  });
  const shown = useMemo(
    () =>
      visiblePlaces(
        PLACES.filter((place) => !streets || !isNamedByTiles(place, zoom, streets)),
        zoom,
        ({ lat, lng }) => map.project([lat, lng], zoom),
      ).map((place) => ({
        place,
        icon: iconOf(place),
      })),
    [map, zoom, streets],
  );
  return shown.map(({ place, icon }) => (
    <Marker
      key={`${place.name} ${place.lat}`}
      position={[place.lat, place.lng]}
      icon={icon}
      interactive={false}
      keyboard={false}
    />
  ));
}
