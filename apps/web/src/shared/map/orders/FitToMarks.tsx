import { useEffect, useRef } from 'react';
import { useMap } from 'react-leaflet';
import { fitTo } from './fit-bounds.ts';

interface Props {
  places: readonly { lat: number; lng: number }[];
  /**
   * Names the question that `places` answer: another question is shown from its best side, news to it are not.
   * Null while the answer is not whole.
   */
  question: string | null;
}

/** Shows the answer to a new question as a whole, unless the person has moved the map meanwhile. */
export function FitToMarks({ places, question }: Props) {
  const map = useMap();
  const shown = useRef<string>(undefined);
  const dragged = useRef(false);
  useEffect(() => {
    const onDrag = (): void => {
      dragged.current = true;
    };
    map.on('dragstart', onDrag);
    return () => {
      map.off('dragstart', onDrag);
    };
  }, [map]);
  useEffect(() => {
    if (question === null || shown.current === question || places.length === 0) return;
    const fit = (): void => {
      // A pane that is not on screen has no size to fit into.
      if (shown.current === question || map.getSize().x === 0) return;
      shown.current = question;
      if (!dragged.current) fitTo(map, places);
      dragged.current = false;
    };
    fit();
    map.on('resize', fit);
    return () => {
      map.off('resize', fit);
    };
  }, [map, places, question]);
  return null;
}
