import { type MapCourier } from '@despacho/contracts/dispatch';
import { type ReactNode } from 'react';
import { useCouriersScene } from '../state/use-couriers-scene.ts';
import { useFollow } from '../state/use-follow.tsx';
import { useIsWide } from '../state/use-is-wide.ts';
import { CourierPanel, PANEL_WIDTH } from './CourierPanel.tsx';

interface Options {
  officeId: string;
  couriers: readonly MapCourier[];
  /** Those to draw, if their position is known. */
  drawn: Parameters<typeof useCouriersScene>[0];
  chosenId: string | undefined;
  /** Minutes without a position after which a courier counts as silent. */
  silence: number;
  /** Whether an open order has the place of the panel. */
  isCovered?: boolean;
  onClose: () => void;
  /** The courier's work; empty for people who may not see orders. */
  work?: (courier: MapCourier) => ReactNode;
}

/**
 * The couriers on a map, of whom one may be chosen and followed.
 * @returns the scene and the layer for the map; the panel of the chosen courier, which belongs over a wide map and into
 * the list otherwise; and how many pixels of the map it covers.
 */
export function useChosenCourier({
  officeId,
  couriers,
  drawn,
  chosenId,
  silence,
  isCovered = false,
  onClose,
  work,
}: Options) {
  const isWide = useIsWide();
  const scene = useCouriersScene(drawn, chosenId, silence);
  const courier = couriers.find(({ id }) => id === chosenId);
  const { isFollowed, follow, layer } = useFollow(officeId, scene, courier);
  const panel = courier && !isCovered && (
    <CourierPanel
      key={courier.id}
      courier={courier}
      silence={silence}
      isFollowed={isFollowed}
      onFollow={follow}
      onClose={onClose}
    >
      {work?.(courier)}
    </CourierPanel>
  );
  return {
    scene,
    courier,
    follow,
    layer,
    panelInList: !isWide && panel,
    panelOnMap: isWide && panel,
    covered: isWide && panel ? PANEL_WIDTH : 0,
  };
}
