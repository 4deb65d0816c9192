import { useEffect } from 'react';
import { useMap } from 'react-leaflet';

/** Notifies the map when its container changes size: minimised sidebar, rotated phone, full screen. */
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
