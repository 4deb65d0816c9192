import { useEffect } from 'react';
import { useMap } from 'react-leaflet';

/**
 * Gives the map its keys, and the focus when it is pressed, without the page moving: Leaflet by itself has the browser
 * scroll all of the map into view at a press, away from under the pointer, which then drags or lets go elsewhere than
 * where it was aimed. Wants a map made with `keyboard={false}`.
 */
export function FocusInPlace() {
  const map = useMap();
  useEffect(() => {
    const container = map.getContainer();
    const focus = (): void => {
      container.focus({ preventScroll: true });
    };
    // Before Leaflet's own listener, which leaves a map alone that has the focus: hence the order.
    container.addEventListener('mousedown', focus);
    map.keyboard.enable();
    return () => {
      map.keyboard.disable();
      container.removeEventListener('mousedown', focus);
    };
  }, [map]);
  return null;
}
