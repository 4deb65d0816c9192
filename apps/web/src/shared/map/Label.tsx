import { useEffect } from 'react';
import { useMap } from 'react-leaflet';

/** Names the map. Its container takes the focus and the arrow keys, so it is an application to a screen reader. */
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
