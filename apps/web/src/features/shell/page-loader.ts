import { SLOW_SERVICE, slowReads } from '#shared/http/slow-reads.ts';
import { TIMINGS } from './rules/timings.ts';

/** The part of a data router used here. */
interface Navigating {
  state: { initialized: boolean; navigation: { state: string } };
  subscribe: (listener: (state: Navigating['state']) => void) => () => void;
}

const isSettled = ({ initialized, navigation }: Navigating['state']): boolean =>
  initialized && navigation.state === 'idle';

/** Calls `done` once the first navigation has completed, including redirects. */
export function afterFirstNavigation(router: Navigating, done: () => void): void {
  if (isSettled(router.state)) {
    done();
    return;
  }
  const stop = router.subscribe((state) => {
    if (!isSettled(state)) return;
    stop();
    done();
  });
}

/** Shows in the loader that the service does not respond, while the first reads are still being retried. */
export function followSlowReads(): void {
  slowReads.subscribe(() => {
    const note = document.querySelector('#loader p');
    if (note) note.textContent = slowReads.get() ? SLOW_SERVICE : '';
  });
}

/** Fades out and removes the loader of index.html. */
export function hidePageLoader(): void {
  const loader = document.getElementById('loader');
  if (loader === null) return;
  loader.classList.add('leaving');
  loader.setAttribute('aria-hidden', 'true');
  setTimeout(() => loader.remove(), TIMINGS.loaderFade);
}
