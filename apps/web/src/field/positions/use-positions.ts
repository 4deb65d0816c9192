import { type FieldRoute } from '@despacho/contracts/dispatch';
import { useEffect, useState } from 'react';
import { enqueuePositions } from '../offline/records.ts';
import { type QueueItem } from '../offline/types.ts';
import { isOnTheWay } from '../rules/start-day.ts';
import { followPositions, type LocationState } from './follow-positions.ts';

/**
 * Sends where the phone is between «Salí a ruta» and «Cierre del día», also before the service has received either.
 * @returns whether it does.
 */
export function usePositions(route: FieldRoute | null, items: readonly QueueItem[]): LocationState {
  const [state, setState] = useState<LocationState>('off');
  const isOn = isOnTheWay(route, items);
  useEffect(() => {
    if (!isOn) return undefined;
    return followPositions((fixes) => {
      // A phone without room keeps its closings; positions are lost.
      enqueuePositions(fixes).catch(() => undefined);
    }, setState);
  }, [isOn]);
  return state;
}
