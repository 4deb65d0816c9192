import { DEFAULT_SILENCE, type MapCourier } from '@despacho/contracts/dispatch';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { courierMapQuery } from '#features/couriers/api/couriers-query.ts';
import { serverNow } from '#shared/http/server-clock.ts';
import { positions } from '#shared/live/positions-store.ts';
import { type CouriersScene } from '#shared/map/orders/map-scene.ts';
import { createStore, type ReadonlyStore, useStore } from '#shared/state/store.ts';
import { courierMark } from '../rules/courier-mark.ts';

/** How often positions grow older on the map, in milliseconds. */
const STEP = 15_000;

/** A courier to draw. */
interface Drawn {
  id: string;
  name: string;
  /** What remains to be done; undefined for people who may not see orders. */
  tasks?: string;
}

/** @returns the couriers with a position, as a store: they move every second, and nothing but the map is drawn again. */
export function useCouriersScene(
  couriers: readonly Drawn[],
  chosenId: string | undefined,
  silence: number,
): ReadonlyStore<CouriersScene> {
  const [scene] = useState(() => createStore<CouriersScene>({ couriers: [], chosenId: undefined }));
  useEffect(() => {
    const show = (): void => {
      const now = serverNow();
      const marks = couriers.map((courier) =>
        courierMark(courier, positions.get().get(courier.id), now, silence, courier.tasks),
      );
      scene.set({ couriers: marks.filter((mark) => mark !== undefined), chosenId });
    };
    show();
    const clock = setInterval(show, STEP);
    const unsubscribe = positions.subscribe(show);
    return () => {
      clearInterval(clock);
      unsubscribe();
    };
  }, [scene, couriers, chosenId, silence]);
  return scene;
}

const NO_COURIERS: readonly MapCourier[] = [];

/** @returns the office's couriers on the map, those of them with a known position, and the minutes of silence. */
export function useMapCouriers(officeId: string) {
  const { data } = useQuery(courierMapQuery(officeId));
  const couriers = data?.couriers ?? NO_COURIERS;
  const ids = useStore(positions, (all) => couriers.flatMap(({ id }) => (all.has(id) ? [id] : [])).join(' '));
  const present = useMemo(() => {
    const known = new Set(ids.split(' '));
    return couriers.filter(({ id }) => known.has(id));
  }, [couriers, ids]);
  return { couriers, present, silence: data?.silence ?? DEFAULT_SILENCE };
}
