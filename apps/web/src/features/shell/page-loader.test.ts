import { readFileSync } from 'node:fs';
import { expect, it, vi } from 'vitest';
import { afterFirstNavigation } from './page-loader.ts';
import { TIMINGS } from './rules/timings.ts';

interface State {
  initialized: boolean;
  navigation: { state: string };
}

function routerAt(state: State) {
  const listeners = new Set<(state: State) => void>();
  return {
    state,
    subscribe: (listener: (state: State) => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    move: (next: State) => {
      for (const listener of listeners) listener(next);
    },
    listeners,
  };
}

const settled = { initialized: true, navigation: { state: 'idle' } };

it('S18: hides the loader after the first completed navigation only', () => {
  const router = routerAt({ initialized: false, navigation: { state: 'idle' } });
  const done = vi.fn();
  afterFirstNavigation(router, done);
  router.move({ initialized: false, navigation: { state: 'loading' } });
  expect(done).not.toHaveBeenCalled();
  router.move({ initialized: true, navigation: { state: 'loading' } });
  expect(done).not.toHaveBeenCalled();
  router.move(settled);
  router.move(settled);
  expect(done).toHaveBeenCalledOnce();
  expect(router.listeners.size).toBe(0);
});

it('S18: hides immediately if the navigation has already completed', () => {
  const done = vi.fn();
  afterFirstNavigation(routerAt(settled), done);
  expect(done).toHaveBeenCalledOnce();
});

it('S18: fades over 400 ms in both the style sheet and the script', () => {
  expect(TIMINGS.loaderFade).toBe(400);
  const css = readFileSync(new URL('page-loader.css', import.meta.url), 'utf8');
  expect(css).toContain('transition: opacity 400ms');
  expect(css).toContain('animation: loader-in 400ms');
});
