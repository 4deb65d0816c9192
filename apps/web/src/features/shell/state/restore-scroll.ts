import { TIMINGS } from '../rules/timings.ts';

/** The part of an element used here. */
interface Scrollable {
  readonly scrollHeight: number;
  readonly clientHeight: number;
  scrollTo: (options: { top: number; behavior: 'instant' }) => void;
}

/**
 * Scrolls `panel` to `top`, retrying while its content is too short because data is still loading.
 * @param done called once, on arrival or at the time limit.
 * @returns a function that cancels it.
 */
export function restoreScroll(panel: Scrollable, top: number, done: () => void): () => void {
  const deadline = Date.now() + TIMINGS.restoreFor;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const attempt = () => {
    panel.scrollTo({ top, behavior: 'instant' });
    const hasRoom = panel.scrollHeight - panel.clientHeight >= top;
    if (hasRoom || Date.now() >= deadline) done();
    else timer = setTimeout(attempt, TIMINGS.restoreEvery);
  };
  attempt();
  return () => clearTimeout(timer);
}
