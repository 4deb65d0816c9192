import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type EventFeed } from '#platform/events/event-feed.ts';
import { followFigures } from './figures-signal.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it('signals the first event of a burst immediately, and the last one after a pause', () => {
  let wake: (officeId: string, newest?: number) => void = () => undefined;
  const unfollow = vi.fn<() => void>();
  const feed = {
    follow: (_: readonly string[], listener: typeof wake) => {
      wake = listener;
      return unfollow;
    },
  } as unknown as EventFeed;
  const sent: string[] = [];
  const stop = followFigures(feed, ['LIMA'], (message) => sent.push(message), 5000);
  // A poll that finds nothing new.
  wake('LIMA', 7);
  wake('LIMA', 7);
  expect(sent).toEqual([]);
  for (let position = 8; position < 1008; position++) wake('LIMA', position);
  expect(sent).toEqual(['{"type":"figures.changed","officeId":"LIMA"}']);
  vi.advanceTimersByTime(4999);
  expect(sent).toHaveLength(1);
  vi.advanceTimersByTime(1);
  expect(sent).toHaveLength(2);
  // Quiet since then.
  vi.advanceTimersByTime(60_000);
  expect(sent).toHaveLength(2);
  wake('LIMA');
  expect(sent).toHaveLength(3);
  wake('LIMA');
  stop();
  vi.advanceTimersByTime(60_000);
  expect(sent).toHaveLength(3);
  expect(unfollow).toHaveBeenCalledOnce();
});
