import { type LatLngTuple } from 'leaflet';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Circle, useMap, useMapEvents } from 'react-leaflet';
import { useCoarsePointer } from '../../hooks/use-coarse-pointer.ts';
import { MapNote } from '../MapNote.tsx';
import { MapView } from '../MapView.tsx';
import { MovablePin } from './MovablePin.tsx';
import styles from './PinPicker.module.css';
import { roundPlace } from './round-place.ts';

interface Props {
  at: LatLngTuple;
  /** The place is approximate: the pin shows this until it is moved. */
  approximate: boolean;
  /** The place is within this many meters, drawn as a ring. */
  radius?: number | undefined;
  /** Accessible name of the map. */
  label: string;
  onMove: (at: [lat: number, lng: number]) => void;
  /** Other layers. */
  children?: ReactNode;
}

/** Close enough to distinguish street corners. */
const ZOOM = 15;

/**
 * A small map with a pin to place: by dragging, by click, or with the arrow keys while the pin has the focus. Fills its
 * container, which requires a height. Only for lazy parts, because it bundles Leaflet.
 */
export function PinPicker({ at, approximate, radius, label, onMove, children }: Props) {
  const [start] = useState(at);
  const isCoarse = useCoarsePointer();
  return (
    <div className={styles['picker']}>
      <MapView center={start} zoom={ZOOM} wheel={false} label={label}>
        <ClickMoves onMove={onMove} />
        <KeepInView at={at} />
        {radius !== undefined && <Circle center={at} radius={radius} interactive={false} className={styles['ring']} />}
        {children}
        <MovablePin at={at} approximate={approximate} onMove={onMove} />
      </MapView>
      <MapNote>
        {approximate
          ? 'Ubicación aproximada: arrastre el pin hasta la puerta.'
          : isCoarse
            ? 'Arrastre el pin, o toque dónde es.'
            : 'Arrastre el pin, haga clic o use las flechas.'}
      </MapNote>
    </div>
  );
}

/** Elements on a map that handle presses themselves: pins and controls. */
const OTHERS = '.leaflet-interactive, .leaflet-control';

/**
 * Reports clicks on the map itself. A click that began on a pin does not count, wherever it ended: it was a drag.
 * Leaflet filters these too, but forgets a drag when the pin's icon changes, or when the pointer is released beside the
 * pin.
 */
function ClickMoves({ onMove }: Pick<Props, 'onMove'>) {
  const map = useMap();
  const isOnGround = useRef(false);
  useEffect(() => {
    const container = map.getContainer();
    const press = ({ target }: MouseEvent): void => {
      isOnGround.current = target instanceof Element && target.closest(OTHERS) === null;
    };
    // In the capture phase, because controls stop propagation.
    container.addEventListener('mousedown', press, { capture: true });
    return () => container.removeEventListener('mousedown', press, { capture: true });
  }, [map]);
  useMapEvents({
    click: ({ latlng }) => {
      if (isOnGround.current) onMove(roundPlace(latlng));
    },
  });
  return null;
}

/** Moves a place back into view when it has left it, keeping the zoom. */
function KeepInView({ at: [lat, lng] }: { at: LatLngTuple }) {
  const map = useMap();
  useEffect(() => {
    if (!map.getBounds().pad(-0.1).contains([lat, lng])) map.panTo([lat, lng], { animate: false });
  }, [map, lat, lng]);
  return null;
}
