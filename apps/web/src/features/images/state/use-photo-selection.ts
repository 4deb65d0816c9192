import { useState } from 'react';
import { MAX_SELECTED_PHOTOS } from '#features/photos/api/photo-queries.ts';

interface Selectable {
  id: string;
  order: { id: string };
}

/** Selected photos, which stay selected when the filter or the view changes. */
export interface PhotoSelection<P extends Selectable> {
  photos: ReadonlyMap<string, P>;
  /** Number of their orders. */
  orders: number;
  /** Whether the selection is at its maximum. */
  isFull: boolean;
  /** Selects or deselects a photo; with `toLast` also those between it and the last one. */
  toggle: (list: readonly P[], at: number, toLast: boolean) => void;
  /** Selects all of these photos, or deselects them if all are selected. */
  toggleAll: (photos: readonly P[]) => void;
  /** Deselects a photo that no longer exists. */
  remove: (id: string) => void;
  clear: () => void;
}

/** @returns the selection of photos, of at most as many as can be downloaded together. */
export function usePhotoSelection<P extends Selectable>(): PhotoSelection<P> {
  const [photos, setPhotos] = useState<ReadonlyMap<string, P>>(new Map());
  const [last, setLast] = useState<string>();

  const set = (changed: readonly P[], isSelected: boolean): void => {
    setPhotos((now) => {
      const next = new Map(now);
      for (const photo of changed)
        if (!isSelected) next.delete(photo.id);
        else if (next.size < MAX_SELECTED_PHOTOS) next.set(photo.id, photo);
      return next;
    });
  };

  return {
    photos,
    orders: new Set([...photos.values()].map(({ order }) => order.id)).size,
    isFull: photos.size >= MAX_SELECTED_PHOTOS,
    toggle: (list, at, toLast) => {
      const photo = list[at];
      if (!photo) return;
      const from = toLast ? list.findIndex(({ id }) => id === last) : -1;
      const range = from < 0 ? [photo] : list.slice(Math.min(from, at), Math.max(from, at) + 1);
      set(range, !photos.has(photo.id));
      setLast(photo.id);
    },
    toggleAll: (all) => set(all, !all.every(({ id }) => photos.has(id))),
    remove: (id) => {
      setPhotos((now) => (now.has(id) ? new Map([...now].filter(([each]) => each !== id)) : now));
    },
    clear: () => setPhotos(new Map()),
  };
}
