import { useEffect } from 'react';
import { Pane, Polygon, useMap } from 'react-leaflet';
import basemap from './basemap.json';
import styles from '../MapView.module.css';
import { PlaceLabels } from './PlaceLabels.tsx';
import { unpackRing } from './unpack-ring.ts';

const PERU = basemap.peru.map(unpackRing);
const OTHERS = basemap.others.map(unpackRing);

/** What the outlines cover: beyond it there would be an edge of the world. */
const FRAME: [[number, number], [number, number]] = [
  [-58, -125],
  [32, -25],
];

/** Leaflet reads these, and a class name, only when it makes a shape: they are properties, not `pathOptions`. */
const PLAIN = { interactive: false, smoothFactor: 1 } as const;

/** Land, coast and borders of Peru and around it, with the names of places: enough to know where one is. */
export function VectorBase() {
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
      <Pane name="places" className={styles['places'] ?? ''}>
        <PlaceLabels />
      </Pane>
    </>
  );
}
