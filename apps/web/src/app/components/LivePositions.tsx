import { useEffect } from 'react';
import { useLivePositions } from '#shared/live/use-live-positions.ts';
import { forgetDrawnZones } from '#shared/zones/drawn-zones.ts';

/** Receives positions for people who see no orders. For the others, `DispatchLive` does. */
export function LivePositions() {
  useLivePositions();
  useEffect(() => forgetDrawnZones, []);
  return null;
}
