import { useEffect, useRef } from 'react';
import { useMap, useMapEvents } from 'react-leaflet';
import { roundPlace } from './round-place.ts';

interface Props {
  onMove: (at: [lat: number, lng: number]) => void;
}

/** Elements on a map that handle presses themselves: pins and controls. */
const OTHERS = '.leaflet-interactive, .leaflet-control';

/**
 * Reports clicks on the map itself. A click that began on a pin does not count, wherever it ended: it was a drag.
 * Leaflet filters these too, but forgets a drag when the pin's icon changes, or when the pointer is released beside the
 * pin.
 */
export function ClickMoves({ onMove }: Props) {
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
