import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { restoreScroll } from './restore-scroll.ts';
import { TIMINGS } from '../rules/timings.ts';

/** A panel that clamps its scroll position like a browser. */
function panelOf(height: number) {
  return {
    clientHeight: 500,
    scrollHeight: height,
    at: 0,
    scrollTo({ top }: { top: number }) {
      this.at = Math.min(top, this.scrollHeight - this.clientHeight);
    },
  };
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it('S21: restores immediately if the content is tall enough', () => {
  const panel = panelOf(2000);
  const done = vi.fn();
  restoreScroll(panel, 800, done);
  expect(panel.at).toBe(800);
  expect(done).toHaveBeenCalledOnce();
});

it('S21: waits for content that is still loading', () => {
  const panel = panelOf(500);
  const done = vi.fn();
  restoreScroll(panel, 800, done);
  vi.advanceTimersByTime(600);
  expect(panel.at).toBe(0);
  expect(done).not.toHaveBeenCalled();
  panel.scrollHeight = 2000;
  vi.advanceTimersByTime(TIMINGS.restoreEvery);
  expect(panel.at).toBe(800);
  expect(done).toHaveBeenCalledOnce();
});

it('S21: waits as long as a slow response takes', () => {
  const panel = panelOf(500);
  restoreScroll(panel, 800, vi.fn());
  vi.advanceTimersByTime(9500);
  panel.scrollHeight = 2000;
  vi.advanceTimersByTime(TIMINGS.restoreEvery);
  expect(panel.at).toBe(800);
});

it('S21: gives up if the content stays short', () => {
  const panel = panelOf(900);
  const done = vi.fn();
  restoreScroll(panel, 800, done);
  vi.advanceTimersByTime(TIMINGS.restoreFor + TIMINGS.restoreEvery);
  expect(done).toHaveBeenCalledOnce();
  expect(panel.at).toBe(400);
  panel.scrollHeight = 2000;
  vi.advanceTimersByTime(1000);
  expect(panel.at).toBe(400);
});

it('S21: stops when the user scrolls', () => {
  const panel = panelOf(500);
  restoreScroll(panel, 800, vi.fn())();
  panel.scrollHeight = 2000;
  vi.advanceTimersByTime(1000);
  expect(panel.at).toBe(0);
});
