import { useEffect, useState } from 'react';
import { type CouriersScene } from '#shared/map/orders/map-scene.ts';
import { createStore, type ReadonlyStore } from '#shared/state/store.ts';
import { initials } from '#shared/ui/Avatar/initials.ts';
import { statusAt } from '../rules/activity.ts';
import { sightAt, type Track } from '../rules/track.ts';

const minutes = (seconds: number): string => `${Math.max(1, Math.floor(seconds / 60))} min`;

/** @returns the couriers where they were, as a store that follows the time. */
export function usePastCouriers(
  tracks: readonly Track[],
  time: ReadonlyStore<number>,
  chosenId: string | undefined,
  timeText: (seconds: number) => string,
): ReadonlyStore<CouriersScene> {
  const [scene] = useState(() => createStore<CouriersScene>({ couriers: [], chosenId: undefined }));
  useEffect(() => {
    const show = (): void => {
      const at = time.get();
      const couriers = tracks.flatMap((track) => {
        const sight = sightAt(track, at);
        if (!sight) return [];
        const { silentSince, ...place } = sight;
        const { id, name } = track;
        const silence = silentSince === undefined ? undefined : minutes(at - silentSince);
        const age = silentSince === undefined ? 0 : (at - silentSince) * 1000;
        return [
          { id, name, initials: initials(name), ...place, age, silence, text: statusAt(track, at, timeText).text },
        ];
      });
      scene.set({ couriers, chosenId });
    };
    show();
    return time.subscribe(show);
  }, [scene, tracks, time, chosenId, timeText]);
  return scene;
}
