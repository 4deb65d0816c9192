import { useEffect } from 'react';
import { useMap } from 'react-leaflet';

/** Tells the map when its container has another size: a minimised sidebar, a turned phone, the full screen. */
export function FollowSize() {
  const map = useMap();
  useEffect(() => {
    const sizes = new ResizeObserver(() => {
      map.invalidateSize({ animate: false });
    });
    sizes.observe(map.getContainer());
    return () => {
      sizes.disconnect();
    };
  }, [map]);
  return null;
}
