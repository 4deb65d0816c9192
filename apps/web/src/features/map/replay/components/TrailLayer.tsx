import { type TimedPoint, type Period } from '@despacho/contracts/dispatch';
import { divIcon, type LatLngTuple, type Polyline as LeafletPolyline } from 'leaflet';
import { useEffect, useMemo, useRef, useState } from 'react';
import { Marker, Pane, Polyline, useMap, useMapEvents } from 'react-leaflet';
import { type ReadonlyStore } from '#shared/state/store.ts';
import { arrowsAlong } from '../rules/arrows.ts';
import { type Stay } from '../rules/stays.ts';
import { indexAt, partsOf } from '../rules/track.ts';
import styles from './Replay.module.css';

const placeOf = ({ lat, lng }: { lat: number; lng: number }): LatLngTuple => [lat, lng];

/** Leaflet simplifies a line for each zoom, to this many pixels (Douglas and Peucker). */
const SMOOTH = 1.5;

const line = (className: string | undefined) => ({
  className: className ?? '',
  interactive: false,
  smoothFactor: SMOOTH,
});

/** Above the names of places, below orders and couriers, which Leaflet's overlay pane (400) contains. */
const BELOW_MARKS = 350;

interface Props {
  points: readonly TimedPoint[];
  gaps: readonly Period[];
  stays: readonly Stay[];
  time: ReadonlyStore<number>;
  onStop: (at: number) => void;
}

/** The trail of a courier: the parts before and after the shown time, gaps, direction and stays. */
export function TrailLayer({ points, gaps, stays, time, onStop }: Props) {
  const { known, unknown } = useMemo(() => partsOf({ points, gaps }), [points, gaps]);
  const lines = useMemo(() => known.map((part) => part.map(placeOf)), [known]);
  const bridges = useMemo(() => unknown.map((ends) => ends.map(placeOf)), [unknown]);
  return (
    <>
      <Pane name="trail" style={{ zIndex: BELOW_MARKS }}>
        <Polyline positions={bridges} {...line(styles['gap'])} />
        <Polyline positions={lines} {...line(styles['casing'])} />
        <Polyline positions={lines} {...line(styles['trail'])} />
        <Driven known={known} time={time} />
        <Arrows lines={lines} />
      </Pane>
      {stays.map((stay, index) => (
        <StayMark key={stay.from} stay={stay} number={index + 1} onPress={() => onStop(stay.from)} />
      ))}
    </>
  );
}

/** The part before the shown time. Drawn without rendering: the time changes many times a second. */
function Driven({ known, time }: { known: readonly TimedPoint[][]; time: ReadonlyStore<number> }) {
  const drawn = useRef<LeafletPolyline>(null);
  useEffect(() => {
    const show = (): void => {
      const at = time.get();
      drawn.current?.setLatLngs(known.map((part) => part.slice(0, indexAt(part, at) + 1).map(placeOf)));
    };
    show();
    return time.subscribe(show);
  }, [known, time]);
  return <Polyline ref={drawn} positions={[]} {...line(styles['driven'])} />;
}

/** Arrow heads, as far apart at every zoom. */
function Arrows({ lines }: { lines: readonly LatLngTuple[][] }) {
  const map = useMap();
  const [zoom, setZoom] = useState(() => map.getZoom());
  useMapEvents({ zoomend: () => setZoom(map.getZoom()) });
  const arrows = useMemo(
    () =>
      lines.flatMap((part) =>
        arrowsAlong(part.map((place) => map.project(place, zoom))).map((arrow) =>
          arrow.map(({ x, y }) => placeOf(map.unproject([x, y], zoom))),
        ),
      ),
    [map, lines, zoom],
  );
  return <Polyline positions={arrows} {...line(styles['arrows'])} smoothFactor={0} />;
}

interface StayProps {
  stay: Stay;
  number: number;
  onPress: () => void;
}

/**
 * A stay with its number and minutes, above its place, where the courier may be; hollow if it was at the place of no order.
 * The list has the same for the keyboard.
 */
function StayMark({ stay, number, onPress }: StayProps) {
  const minutes = Math.round((stay.to - stay.from) / 60);
  const isElsewhere = stay.orderIds.length === 0;
  const icon = useMemo(() => {
    const html = document.createElement('span');
    html.toggleAttribute('data-elsewhere', isElsewhere);
    const [circle, label] = [document.createElement('b'), document.createElement('span')];
    circle.textContent = String(number);
    label.textContent = `${minutes} min`;
    html.append(circle, label);
    return divIcon({ className: styles['stopMark'] ?? '', html, iconSize: [24, 24], iconAnchor: [12, 38] });
  }, [number, minutes, isElsewhere]);
  return (
    <Marker
      position={placeOf(stay)}
      icon={icon}
      keyboard={false}
      alt={`Parada ${number}, ${minutes} min`}
      zIndexOffset={number}
      eventHandlers={{ click: onPress }}
    />
  );
}
