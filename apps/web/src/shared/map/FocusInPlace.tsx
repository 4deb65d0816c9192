import { useEffect } from 'react';
import { useMap } from 'react-leaflet';

/**
 * Focuses the map on a press without scrolling the page. Leaflet's own handler scrolls the whole map into view, so that
 * the pointer ends up elsewhere and drags or drops in the wrong place. Requires a map with `keyboard={false}`.
 */
export function FocusInPlace() {
  const map = useMap();
  useEffect(() => {
    const container = map.getContainer();
    const focus = (): void => {
      container.focus({ preventScroll: true });
    };
    // Must run before Leaflet's own listener, which skips a map that already has the focus.
    container.addEventListener('mousedown', focus);
    map.keyboard.enable();
    return () => {
      map.keyboard.disable();
      container.removeEventListener('mousedown', focus);
    };
  }, [map]);
  return null;
}
