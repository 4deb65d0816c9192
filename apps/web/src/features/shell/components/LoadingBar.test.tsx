import { act, render } from '@testing-library/react';
import { createMemoryRouter, Outlet, RouterProvider } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { beginActivity } from '#shared/http/activity.ts';
import { LoadingBar } from './LoadingBar.tsx';

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
});
afterEach(() => {
  vi.useRealTimers();
});

/** The bar over pages of which one is opened by a navigation that ends with `held`. */
function showBar() {
  const held = Promise.withResolvers<null>();
  const router = createMemoryRouter([
    {
      path: '/',
      element: (
        <>
          <LoadingBar />
          <Outlet />
        </>
      ),
      children: [
        { path: 'slow', loader: () => held.promise, element: null, errorElement: <p>No cargó</p> },
        { path: 'quick', element: null },
      ],
    },
  ]);
  const { container } = render(<RouterProvider router={router} />);
  const bar = () => container.querySelector('[data-loading-bar]');
  return {
    held,
    open: (state?: unknown, path = '/slow') =>
      act(async () => {
        void router.navigate(path, { state });
        await vi.advanceTimersByTimeAsync(0);
      }),
    settle: (end: () => void) =>
      act(async () => {
        end();
        await vi.advanceTimersByTimeAsync(0);
      }),
    text: () => container.textContent,
    progress: () => Number(bar()?.getAttribute('data-loading-bar')),
  };
}

/** Begins a request. @returns a function that ends it. */
function begin(): () => void {
  const ends: (() => void)[] = [];
  act(() => {
    ends.push(beginActivity());
  });
  return () => {
    act(() => {
      ends[0]?.();
    });
  };
}

const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));

it('S19: starts at 2, advances every 250 ms in decreasing steps, and ends at 100 for 500 ms', async () => {
  const { progress } = showBar();
  expect(progress()).toBe(0);
  const end = begin();
  const values = [progress()];
  expect(values).toEqual([2]);
  for (let tick = 0; tick < 9; tick += 1) {
    await pass(249);
    expect(progress()).toBe(values.at(-1));
    await pass(1);
    values.push(progress());
  }
  const steps = values.slice(1).map((value, index) => value - (values[index] ?? 0));
  expect(steps).toEqual(steps.toSorted((one, other) => other - one));
  expect(values.at(-1)).toBeLessThan(99);
  end();
  expect(progress()).toBe(100);
  await pass(499);
  expect(progress()).toBe(100);
  await pass(1);
  expect(progress()).toBe(0);
});

it('S19: the last of several requests completes it', async () => {
  const { progress } = showBar();
  const [first, second] = [begin(), begin()];
  await pass(500);
  first();
  expect(progress()).toBeLessThan(100);
  second();
  expect(progress()).toBe(100);
});

it('S20: a navigation moves it until it ends or fails', async () => {
  const ended = showBar();
  await ended.open();
  expect(ended.progress()).toBe(2);
  await ended.settle(() => ended.held.resolve(null));
  expect(ended.progress()).toBe(100);

  // React Router reports the failure.
  vi.spyOn(console, 'error').mockReturnValue(undefined);
  const failed = showBar();
  await failed.open();
  expect(failed.progress()).toBe(2);
  await failed.settle(() => failed.held.reject(new Error('chunk')));
  expect([failed.progress(), failed.text()]).toEqual([100, 'No cargó']);
});

it('S20: a navigation to another page completes it', async () => {
  const { open, progress } = showBar();
  await open();
  expect(progress()).toBe(2);
  await open(undefined, '/quick');
  expect(progress()).toBe(100);
});

it('S20: navigation state can suppress it', async () => {
  const { open, settle, held, progress } = showBar();
  await open({ ignoreLoadingBar: true });
  await pass(1000);
  expect(progress()).toBe(0);
  await settle(() => held.resolve(null));
  expect(progress()).toBe(0);
});
