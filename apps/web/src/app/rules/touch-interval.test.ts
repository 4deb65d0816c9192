import { describe, expect, it } from 'vitest';
import { aView } from '#test/a-view.ts';
import { touchInterval } from './touch-interval.ts';

const now = Date.parse('2026-11-21T12:00:00.000Z');
const inFor = (minutes: number) =>
  ({ status: 'in', view: aView({ idleEndsAt: new Date(now + minutes * 60_000).toISOString() }) }) as const;

describe('touchInterval', () => {
  it('is well below the idle limit of the session', () => {
    expect(touchInterval(inFor(30), now)).toBe(300_000);
    expect(touchInterval(inFor(6), now)).toBe(60_000);
  });

  it('stays in bounds, even when the clocks disagree', () => {
    expect(touchInterval(inFor(600), now)).toBe(300_000);
    expect(touchInterval(inFor(-10), now)).toBe(15_000);
    expect(touchInterval({ status: 'unknown' }, now)).toBe(15_000);
  });
});
