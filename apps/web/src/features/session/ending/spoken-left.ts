const MINUTE = 60_000;
const HALF = 30_000;

/** @returns what a screen reader is told of the time left: nothing at first, because the window has just said it. */
export function spokenLeft(leftMs: number): string {
  if (leftMs <= HALF) return 'Quedan 30 segundos';
  return leftMs <= MINUTE ? 'Queda 1 minuto' : '';
}
