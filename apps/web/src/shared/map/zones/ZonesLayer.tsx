import { type Zone, labelPlace } from '@despacho/contracts/dispatch';
import { latLngBounds } from 'leaflet';
import { useCallback, useMemo, useSyncExternalStore } from 'react';
import { Pane, Polygon, useMap } from 'react-leaflet';
import { classes } from '../../styles/classes.ts';
import styles from './zones.module.css';

/** Above the base map and its names, below orders and couriers. */
const PANE = { zIndex: 300, pointerEvents: 'none' } as const;

/** The office's zones with their names. Purely visual. */
export function ZonesLayer({ zones }: { zones: readonly Zone[] }) {
  return (
    <Pane name="zones" style={PANE}>
      {zones.map((zone) => (
        // A class cannot be changed later.
        <Polygon
          key={`${zone.id} ${zone.version}`}
          positions={zone.corners}
          className={classes(styles['area'], styles[zone.color])}
          interactive={false}
        />
      ))}
      <Names zones={zones} />
    </Pane>
  );
}

/** Pixels that a letter of a name takes, and that a name needs in height. */
const LETTER = 8;
const HEIGHT = 18;

/** The names of the zones that are large enough for theirs at the zoom. */
function Names({ zones }: { zones: readonly Zone[] }) {
  const map = useMap();
  const subscribe = useCallback(
    (notify: () => void) => {
      map.on('zoomend viewreset', notify);
      return () => {
        map.off('zoomend viewreset', notify);
      };
    },
    [map],
  );
  // Read again after subscribing: another layer can fit the map before this one listens.
  const view = useSyncExternalStore(subscribe, () => `${map.getZoom()} ${map.getPixelOrigin().toString()}`);
  const placed = useMemo(() => zones.map((zone) => ({ zone, ...labelPlace(zone.corners) })), [zones]);
  const shown = useMemo(
    () =>
      placed.flatMap(({ zone, lat, lng }) => {
        const bounds = latLngBounds(zone.corners);
        const size = map
          .latLngToLayerPoint(bounds.getSouthEast())
          .subtract(map.latLngToLayerPoint(bounds.getNorthWest()));
        const fits = size.x > zone.name.length * LETTER && size.y > HEIGHT;
        return fits ? [{ zone, at: map.latLngToLayerPoint([lat, lng]) }] : [];
      }),
    // eslint-disable-next-line react-hooks/exhaustive-deps -- `view` stands for the map's zoom and origin
    [map, placed, view],
  );
  return shown.map(({ zone: { id, name, color }, at: { x, y } }) => (
    <span key={id} className={classes(styles['name'], styles[color])} style={{ left: x, top: y }}>
      {name}
    </span>
  ));
}
