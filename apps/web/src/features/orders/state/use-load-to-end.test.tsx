import { act, renderHook } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { anOrder } from '#test/an-order.ts';
import { useLoadToEnd } from './use-load-to-end.ts';

const order = anOrder();

/** A list of which `loaded` orders are loaded, and whose next page the test adds by `show`. */
function openList(isNearEnd = false) {
  const loadMore = vi.fn();
  const onArrive = vi.fn();
  const propsOf = (loaded: number, more: { hasMore?: boolean; error?: Error | null; question?: string } = {}) => {
    const { hasMore = true, error = null, question = 'all' } = more;
    const orders = Array.from({ length: loaded }, () => order);
    return {
      list: { orders, total: 9000, isOver: false, hasMore, isFetching: false, error, loadMore },
      question,
      isNearEnd,
      onArrive,
    };
  };
  const { result, rerender } = renderHook(useLoadToEnd, { initialProps: propsOf(100) });
  return {
    loadMore,
    onArrive,
    start: (extend: boolean): void => {
      act(() => {
        result.current.start(extend);
      });
    },
    stop: (): void => {
      act(() => {
        result.current.stop();
      });
    },
    show: (...args: Parameters<typeof propsOf>): void => {
      rerender(propsOf(...args));
    },
  };
}

it('loads page after page, and reports the last order once', () => {
  const { start, show, loadMore, onArrive } = openList();
  expect(loadMore).not.toHaveBeenCalled();
  start(true);
  show(100);
  show(200);
  expect(loadMore.mock.calls.length).toBeGreaterThanOrEqual(2);
  expect(onArrive).not.toHaveBeenCalled();
  const before = loadMore.mock.calls.length;
  show(250, { hasMore: false });
  show(250, { hasMore: false });
  expect(onArrive.mock.calls).toEqual([[true]]);
  expect(loadMore).toHaveBeenCalledTimes(before);
});

it.each([
  ['as many as one press may load', 3100, {}, true],
  ['a page fails to load', 200, { error: new Error('offline') }, true],
  ['another filter is set', 200, { question: 'another' }, false],
])('stops when %s', (_, loaded, more, arrives) => {
  const { start, show, loadMore, onArrive } = openList();
  start(false);
  show(100);
  loadMore.mockClear();
  show(loaded, more);
  show(loaded, more);
  expect(loadMore).not.toHaveBeenCalled();
  expect(onArrive.mock.calls).toEqual(arrives ? [[false]] : []);
});

it('stops when the user goes elsewhere', () => {
  const { start, stop, show, loadMore, onArrive } = openList();
  start(false);
  stop();
  loadMore.mockClear();
  show(200);
  expect(loadMore).not.toHaveBeenCalled();
  expect(onArrive).not.toHaveBeenCalled();
});

it('loads one page at a time near the end', () => {
  const { loadMore } = openList(true);
  expect(loadMore).toHaveBeenCalledOnce();
});
