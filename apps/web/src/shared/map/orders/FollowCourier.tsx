import { useEffect } from 'react';
import { useMap, useMapEvents } from 'react-leaflet';
import { type ReadonlyStore } from '../../state/store.ts';
import { type CouriersScene } from './map-scene.ts';

/** The highest automatic zoom, so that the streets around the courier are readable. */
const NEAR_ZOOM = 15;

interface Props {
  couriers: ReadonlyStore<CouriersScene>;
  courierId: string;
  /** The person has dragged the map: it is theirs again. */
  onDrag: () => void;
}

/** Keeps a courier in the middle of the map while rendered. */
export function FollowCourier({ couriers, courierId, onDrag }: Props) {
  const map = useMap();
  useMapEvents({ dragstart: onDrag });
  useEffect(() => {
    let shown: string | undefined;
    const follow = (): void => {
      const courier = couriers.get().couriers.find(({ id }) => id === courierId);
      const place = courier && `${courier.lat} ${courier.lng}`;
      if (!courier || place === shown) return;
      const isFirst = shown === undefined;
      shown = place;
      if (isFirst) map.setView([courier.lat, courier.lng], Math.max(map.getZoom(), NEAR_ZOOM));
      else map.panTo([courier.lat, courier.lng]);
    };
    follow();
    return couriers.subscribe(follow);
  }, [map, couriers, courierId]);
  return null;
}
