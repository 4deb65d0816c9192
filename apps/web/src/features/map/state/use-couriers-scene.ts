import { type Courier } from '@despacho/contracts/dispatch';
import { useEffect, useMemo, useState } from 'react';
import { serverNow } from '#shared/http/server-clock.ts';
import { positions } from '#shared/live/positions-store.ts';
import { type CouriersScene } from '#shared/map/orders/map-scene.ts';
import { createStore, type ReadonlyStore, useStore } from '#shared/state/store.ts';
import { type Round } from '../rules/courier-rounds.ts';
import { courierMark } from '../rules/courier-mark.ts';

/** How often positions grow older on the map, in milliseconds. */
const STEP = 15_000;

/** @returns the couriers with a position, as a store: they move every second, and nothing but the map is drawn again. */
export function useCouriersScene(rounds: readonly Round[], chosenId: string | undefined): ReadonlyStore<CouriersScene> {
  const [scene] = useState(() => createStore<CouriersScene>({ couriers: [], chosenId: undefined }));
  useEffect(() => {
    const show = (): void => {
      const now = serverNow();
      const marks = rounds.map((round) => courierMark(round, positions.get().get(round.id), now));
      scene.set({ couriers: marks.filter((mark) => mark !== undefined), chosenId });
    };
    show();
    const clock = setInterval(show, STEP);
    const unsubscribe = positions.subscribe(show);
    return () => {
      clearInterval(clock);
      unsubscribe();
    };
  }, [scene, rounds, chosenId]);
  return scene;
}

/** @returns those of the couriers whose position is known. */
export function usePresentCouriers(couriers: readonly Courier[]): readonly Courier[] {
  const ids = useStore(positions, (all) => couriers.flatMap(({ id }) => (all.has(id) ? [id] : [])).join(' '));
  return useMemo(() => {
    const present = new Set(ids.split(' '));
    return couriers.filter(({ id }) => present.has(id));
  }, [couriers, ids]);
}
