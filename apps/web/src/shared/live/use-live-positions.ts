import { useEffect } from 'react';
import { useLiveEvents } from './live.ts';
import { forgetPositions, recordPositions } from './positions-store.ts';

/** Keeps the positions that the stream sends until the component is removed. Only people with module M01 receive any. */
export function useLivePositions(): void {
  useLiveEvents('positions.moved', ({ positions }) => recordPositions(positions));
  useEffect(() => forgetPositions, []);
}
