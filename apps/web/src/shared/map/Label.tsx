import { useEffect } from 'react';
import { useMap } from 'react-leaflet';

/**
 * Sets the accessible name of the map. Its container takes the focus and the arrow keys, so it has the role
 * application.
 */
export function Label({ text }: { text: string }) {
  const map = useMap();
  useEffect(() => {
    const container = map.getContainer();
    container.setAttribute('role', 'application');
    container.setAttribute('aria-label', text);
    container.setAttribute('aria-roledescription', 'mapa');
  }, [map, text]);
  return null;
}
