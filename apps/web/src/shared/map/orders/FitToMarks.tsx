import { useEffect, useRef } from 'react';
import { useMap, useMapEvents } from 'react-leaflet';
import { fitTo } from './fit-bounds.ts';

interface Props {
  places: readonly { lat: number; lng: number }[];
  /** The places that the map opens on instead, if any. */
  chosen?: readonly { lat: number; lng: number }[];
  /**
   * Identifies the query that `places` are the result of: the map fits to a new query, not to an updated result. Null
   * while the result is incomplete.
   */
  question: string | null;
  /** Pixels at the right edge that a panel hides. */
  covered?: number;
}

const NO_PLACES: Props['places'] = [];

/** Fits the map to the result of a new query, unless the user has moved the map in the meantime. */
export function FitToMarks({ places, chosen = NO_PLACES, question, covered = 0 }: Props) {
  const map = useMap();
  const shown = useRef<string>(undefined);
  const dragged = useRef(false);
  useMapEvents({
    dragstart: () => {
      dragged.current = true;
    },
  });
  useEffect(() => {
    if (question === null || shown.current === question || places.length === 0) return;
    const fit = (): void => {
      // A hidden pane has no size to fit into.
      if (shown.current === question || map.getSize().x === 0) return;
      const isOpening = shown.current === undefined;
      shown.current = question;
      if (!dragged.current) fitTo(map, isOpening && chosen.length > 0 ? chosen : places, covered);
      dragged.current = false;
    };
    fit();
    map.on('resize', fit);
    return () => {
      map.off('resize', fit);
    };
  }, [map, places, chosen, question, covered]);
  return null;
}
