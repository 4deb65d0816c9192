import { useEffect, useMemo, useState } from 'react';
import { Pane, Polygon, useMap, useMapEvents } from 'react-leaflet';
import basemap from './basemap.json';
import styles from '../MapView.module.css';
import { type StreetTiles } from '@despacho/contracts';
import { unpackRing } from './unpack-ring.ts';
import { classes } from '../../styles/classes.ts';
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
function PlaceLabels({ streets }: { streets?: StreetTiles | undefined }) {
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

const PERU = basemap.peru.map(unpackRing);
const OTHERS = basemap.others.map(unpackRing);

/** The area of the outlines; beyond it, their edge would be visible. */
const FRAME: [[number, number], [number, number]] = [
  [-58, -125],
  [32, -25],
];

/** Leaflet reads these, and a class name, only when it creates a shape: they are properties, not `pathOptions`. */
const PLAIN = { interactive: false, smoothFactor: 1 } as const;

/**
 * Land, coast and borders of Peru and its surroundings, with place names for orientation.
 * @param streets tiles over it, which contain their own names.
 */
export function VectorBase({ streets }: { streets?: StreetTiles | undefined }) {
  const map = useMap();
  useEffect(() => {
    map.setMaxBounds(FRAME);
    return () => {
      map.setMaxBounds();
    };
  }, [map]);
  return (
    <>
      <Pane name="base" className={styles['base'] ?? ''}>
        {OTHERS.map((ring, index) => (
          <Polygon key={index} positions={ring} {...PLAIN} className={styles['land'] ?? ''} />
        ))}
        {PERU.map((ring, index) => (
          <Polygon
            key={index}
            positions={ring}
            attribution="Natural Earth"
            {...PLAIN}
            className={styles['home'] ?? ''}
          />
        ))}
      </Pane>
      <Pane name="places" className={`${styles['places']} leaflet-zoom-hide`}>
        <PlaceLabels streets={streets} />
      </Pane>
    </>
  );
}
