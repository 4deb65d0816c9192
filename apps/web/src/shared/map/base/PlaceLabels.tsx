import { divIcon } from 'leaflet';
import { useMemo, useState } from 'react';
import { Marker, useMap, useMapEvents } from 'react-leaflet';
import { classes } from '../../styles/classes.ts';
import styles from '../MapView.module.css';
import { type Place, PLACES } from './places.ts';
import { visiblePlaces } from './visible-places.ts';

function iconOf({ name, kind }: Place) {
  const label = document.createElement('span');
  label.textContent = name;
  return divIcon({ className: classes(styles['place'], styles[kind]), html: label, iconSize: [0, 0] });
}

/** Names of countries, cities and districts, as many as fit at the zoom. Purely visual. */
export function PlaceLabels() {
  const map = useMap();
  const [zoom, setZoom] = useState(() => map.getZoom());
  useMapEvents({
    zoomend: () => {
      setZoom(map.getZoom());
    },
  });
  const shown = useMemo(
    () =>
      visiblePlaces(PLACES, zoom, ({ lat, lng }) => map.project([lat, lng], zoom)).map((place) => ({
        place,
        icon: iconOf(place),
      })),
    [map, zoom],
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
