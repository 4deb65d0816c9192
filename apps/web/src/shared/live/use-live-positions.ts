import { useEffect } from 'react';
import { useLiveEvents, useLiveness } from './live.ts';
import { forgetPositions, recordPositions, restartPositions } from './positions-store.ts';

/** Keeps the positions that the stream sends until the component is removed. Only people with module M01 receive any. */
export function useLivePositions(): void {
  const { state } = useLiveness();
  useLiveEvents('positions.moved', ({ positions, officeId }) => recordPositions(positions, officeId));
  useEffect(() => {
    if (state === 'offline') restartPositions();
  }, [state]);
  useEffect(() => forgetPositions, []);
}
