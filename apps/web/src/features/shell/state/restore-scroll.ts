import { TIMINGS } from '../rules/timings.ts';

/** What of an element is used. */
interface Scrollable {
  readonly scrollHeight: number;
  readonly clientHeight: number;
  scrollTo: (options: { top: number; behavior: 'instant' }) => void;
}

/**
 * Scrolls `panel` to `top`, again and again while its content is still too short for that: data may be on its way.
 * @param done called once, when arrived or when time is up.
 * @returns a function that gives up.
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
  return () => {
    clearTimeout(timer);
  };
}
