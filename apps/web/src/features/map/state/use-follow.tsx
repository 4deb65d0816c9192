import { type MapCourier, trailOperations } from '@despacho/contracts/dispatch';
import { type ReactNode, useState } from 'react';
import { announce } from '#shared/hooks/announce.ts';
import { call } from '#shared/http/call.ts';
import { FollowCourier } from '#shared/map/orders/FollowCourier.tsx';
import { type CouriersScene } from '#shared/map/orders/map-scene.ts';
import { type ReadonlyStore } from '#shared/state/store.ts';

interface Follow {
  isFollowed: boolean;
  follow: (isOn: boolean) => void;
  /** Keeps the courier in the centre of the map. */
  layer: ReactNode;
}

/** Reports that a person follows a courier, which the company's trail records. Following does not wait for it. */
function reportFollow(officeId: string, { id }: MapCourier): void {
  call(trailOperations['trails.follow'], { params: { id }, query: { officeId } }).catch(() => undefined);
}

/** «Seguir»: the map follows the chosen courier until another is chosen, or somebody drags the map. */
export function useFollow(
  officeId: string,
  couriers: ReadonlyStore<CouriersScene>,
  courier: MapCourier | undefined,
): Follow {
  const [followedId, setFollowedId] = useState<string>();
  if (followedId !== undefined && followedId !== courier?.id) setFollowedId(undefined);
  const isFollowed = courier !== undefined && followedId === courier.id;
  return {
    isFollowed,
    follow: (isOn) => {
      setFollowedId(isOn ? courier?.id : undefined);
      if (isOn && courier && !isFollowed) reportFollow(officeId, courier);
    },
    layer: isFollowed && (
      <FollowCourier
        couriers={couriers}
        courierId={courier.id}
        onDrag={() => {
          setFollowedId(undefined);
          announce(`El mapa ya no sigue a ${courier.name}`);
        }}
      />
    ),
  };
}
