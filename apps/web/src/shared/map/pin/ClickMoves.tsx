import { useEffect, useRef } from 'react';
import { useMap, useMapEvents } from 'react-leaflet';
import { roundPlace } from './round-place.ts';

interface Props {
  onMove: (at: [lat: number, lng: number]) => void;
}

/** What on a map takes presses for itself: pins and controls. */
const OTHERS = '.leaflet-interactive, .leaflet-control';

/**
 * Tells of a click on the map's own ground. One that began on a pin is none, wherever it ended: it took hold of the pin.
 * Leaflet sorts these out too, but forgets a drag as soon as the pin has another icon, and when the pointer is let go
 * beside the pin.
 */
export function ClickMoves({ onMove }: Props) {
  const map = useMap();
  const isOnGround = useRef(false);
  useEffect(() => {
    const container = map.getContainer();
    const press = ({ target }: MouseEvent): void => {
      isOnGround.current = target instanceof Element && target.closest(OTHERS) === null;
    };
    // On its way down, since controls keep what is pressed to themselves.
    container.addEventListener('mousedown', press, { capture: true });
    return () => {
      container.removeEventListener('mousedown', press, { capture: true });
    };
  }, [map]);
  useMapEvents({
    click: ({ latlng }) => {
      if (isOnGround.current) onMove(roundPlace(latlng));
    },
  });
  return null;
}
