import { TIMINGS } from './rules/timings.ts';

/** What this needs of a data router. */
interface Navigating {
  state: { initialized: boolean; navigation: { state: string } };
  subscribe: (listener: (state: Navigating['state']) => void) => () => void;
}

const isSettled = ({ initialized, navigation }: Navigating['state']): boolean =>
  initialized && navigation.state === 'idle';

/** Calls `done` once the first navigation has completed, wherever its redirects led. */
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

/** Fades the loader of index.html out and takes it away. */
export function hidePageLoader(): void {
  const loader = document.getElementById('loader');
  if (loader === null) return;
  loader.classList.add('leaving');
  loader.setAttribute('aria-hidden', 'true');
  setTimeout(() => {
    loader.remove();
  }, TIMINGS.loaderFade);
}
