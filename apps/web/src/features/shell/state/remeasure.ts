import { TIMINGS } from '../rules/timings.ts';

/**
 * Dispatches `resize` repeatedly while the layout changes, so that maps and tables measure themselves again.
 * @returns a function that stops it early.
 */
export function remeasure(target: Pick<Window, 'dispatchEvent'> = window): () => void {
  const polling = setInterval(() => {
    target.dispatchEvent(new Event('resize'));
  }, TIMINGS.measureEvery);
  const end = setTimeout(() => clearInterval(polling), TIMINGS.measureFor);
  return () => {
    clearInterval(polling);
    clearTimeout(end);
  };
}
