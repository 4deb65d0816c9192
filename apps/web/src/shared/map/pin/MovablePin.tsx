import { divIcon, type LatLngTuple, type Marker as LeafletMarker } from 'leaflet';
import { useEffect, useEffectEvent, useMemo, useRef } from 'react';
import { Marker, useMap } from 'react-leaflet';
import { classes } from '../../styles/classes.ts';
import styles from '../MapView.module.css';
import { nudgeOf } from './nudge.ts';
import { roundPlace } from './round-place.ts';

interface Props {
  at: LatLngTuple;
  approximate: boolean;
  onMove: (at: [lat: number, lng: number]) => void;
}

/** A pin that is moved by dragging, or by arrow keys while focused (with Shift in small steps). */
export function MovablePin({ at: [lat, lng], approximate, onMove }: Props) {
  const map = useMap();
  // A new array for the same place would reset the marker and interrupt a drag.
  const position = useMemo((): LatLngTuple => [lat, lng], [lat, lng]);
  const marker = useRef<LeafletMarker>(null);
  const icon = useMemo(
    () =>
      divIcon({
        className: classes(styles['pin'], styles['movable'], approximate && styles['guess']),
        iconSize: [28, 36],
        iconAnchor: [14, 34],
      }),
    [approximate],
  );

  const nudge = useEffectEvent((event: KeyboardEvent) => {
    const by = nudgeOf(event.key, event.shiftKey);
    const pin = marker.current;
    if (!by || !pin) return;
    event.preventDefault();
    event.stopPropagation();
    const place = map.latLngToContainerPoint(pin.getLatLng()).add([by[0], by[1]]);
    onMove(roundPlace(map.containerPointToLatLng(place)));
  });

  useEffect(() => {
    // Leaflet creates a new element for each icon.
    const element = marker.current?.getElement();
    element?.setAttribute('aria-roledescription', 'pin que se mueve con las flechas');
    const listen = (event: KeyboardEvent): void => {
      nudge(event);
    };
    element?.addEventListener('keydown', listen);
    return () => {
      element?.removeEventListener('keydown', listen);
    };
  }, [icon]);

  return (
    <Marker
      ref={marker}
      position={position}
      icon={icon}
      draggable
      autoPan
      alt="Pin de la ubicación"
      title="Pin de la ubicación"
      eventHandlers={{
        dragend: () => {
          if (marker.current) onMove(roundPlace(marker.current.getLatLng()));
        },
      }}
    />
  );
}
