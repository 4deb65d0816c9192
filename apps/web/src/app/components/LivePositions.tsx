import { useLivePositions } from '#shared/live/use-live-positions.ts';

/** Receives positions for people who see no orders. For the others, `DispatchLive` does. */
export function LivePositions() {
  useLivePositions();
  return null;
}
