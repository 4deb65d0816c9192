const MINUTE = 60_000;
const HALF = 30_000;

/** @returns the remaining time for screen readers; empty at first, because the window has just announced it. */
export function spokenTimeLeft(leftMs: number): string {
  if (leftMs <= HALF) return 'Quedan 30 segundos';
  return leftMs <= MINUTE ? 'Queda 1 minuto' : '';
}
