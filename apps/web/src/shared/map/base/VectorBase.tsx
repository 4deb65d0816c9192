import { useEffect } from 'react';
import { Pane, Polygon, useMap } from 'react-leaflet';
import basemap from './basemap.json';
import styles from '../MapView.module.css';
import { type StreetTiles } from '@despacho/contracts';
import { PlaceLabels } from './PlaceLabels.tsx';
import { unpackRing } from './unpack-ring.ts';

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
