import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { remeasure } from './remeasure.ts';
import { TIMINGS } from '../rules/timings.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it('S15: triggers a resize every 180 ms for one second', () => {
  const times: number[] = [];
  const start = Date.now();
  remeasure({
    dispatchEvent: (event) => {
      expect(event.type).toBe('resize');
      times.push(Date.now() - start);
      return true;
    },
  });
  vi.advanceTimersByTime(5000);
  expect(times).toEqual([180, 360, 540, 720, 900]);
});

it('S15: minimises after 300 ms', () => {
  expect(TIMINGS).toMatchObject({ minimiseDelay: 300, measureEvery: 180, measureFor: 1000 });
});

it('stops when cancelled', () => {
  const dispatchEvent = vi.fn(() => true);
  remeasure({ dispatchEvent })();
  vi.advanceTimersByTime(5000);
  expect(dispatchEvent).not.toHaveBeenCalled();
});
