import { TIMINGS } from '../rules/timings.ts';

/**
 * Tells everything that measures itself on `resize` (maps, tables) to do so again, repeatedly, while the layout moves.
 * @returns a function that stops it early.
 */
export function remeasure(target: Pick<Window, 'dispatchEvent'> = window): () => void {
  const polling = setInterval(() => {
    target.dispatchEvent(new Event('resize'));
  }, TIMINGS.measureEvery);
  const end = setTimeout(() => {
    clearInterval(polling);
  }, TIMINGS.measureFor);
  return () => {
    clearInterval(polling);
    clearTimeout(end);
  };
}
