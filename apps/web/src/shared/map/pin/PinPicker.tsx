import { type LatLngTuple } from 'leaflet';
import { useState } from 'react';
import { useCoarsePointer } from '../../hooks/use-coarse-pointer.ts';
import { ClickMoves } from './ClickMoves.tsx';
import { KeepInView } from './KeepInView.tsx';
import { MapNote } from '../MapNote.tsx';
import { MapView } from '../MapView.tsx';
import { MovablePin } from './MovablePin.tsx';
import styles from './PinPicker.module.css';

interface Props {
  at: LatLngTuple;
  /** The place is approximate: the pin shows this until it is moved. */
  approximate: boolean;
  /** Accessible name of the map. */
  label: string;
  onMove: (at: [lat: number, lng: number]) => void;
}

/** Close enough to distinguish street corners. */
const ZOOM = 15;

/**
 * A small map with a pin to place: by dragging, by click, or with the arrow keys while the pin has the focus. Fills its
 * container, which requires a height. Only for lazy parts, because it bundles Leaflet.
 */
export function PinPicker({ at, approximate, label, onMove }: Props) {
  const [start] = useState(at);
  const isCoarse = useCoarsePointer();
  return (
    <div className={styles['picker']}>
      <MapView center={start} zoom={ZOOM} wheel={false} label={label}>
        <ClickMoves onMove={onMove} />
        <KeepInView at={at} />
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
