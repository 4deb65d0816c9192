import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { loadingBar, movesLoadingBar } from './loading-bar.ts';
import { TIMINGS } from './timings.ts';

const ticks = (count: number, random: () => number, from = 2) => {
  const values = [from];
  for (let tick = 0; tick < count; tick += 1) {
    values.push(loadingBar(values.at(-1) ?? 0, { type: 'tick', random: random() }));
  }
  return values;
};

describe('loading bar', () => {
  it('S19: starts at 2, ticks every 250 ms and stays full for 500 ms', () => {
    expect(loadingBar(0, { type: 'start' })).toBe(2);
    expect(TIMINGS.loadingTick).toBe(250);
    expect(TIMINGS.loadingReset).toBe(500);
  });

  it('S19: a second request does not restart it', () => {
    expect(loadingBar(40, { type: 'start' })).toBe(40);
  });

  it('S19: a request while it is full restarts it', () => {
    expect(loadingBar(100, { type: 'start' })).toBe(2);
  });

  it('S19: advances by decreasing increments', () => {
    const values = ticks(200, () => 0.5);
    const increments = values.slice(1).map((value, index) => value - (values[index] ?? 0));
    expect(increments[0]).toBeGreaterThan(3);
    for (const [index, increment] of increments.entries()) {
      expect(increment).toBeGreaterThan(0);
      if (index > 0) expect(increment).toBeLessThan(increments[index - 1] ?? 0);
    }
  });

  it('S19: advances randomly and never passes 99', () => {
    expect(loadingBar(50, { type: 'tick', random: 1 })).toBeGreaterThan(loadingBar(50, { type: 'tick', random: 0 }));
    fc.assert(
      fc.property(fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 400 }), (randoms) => {
        const left = [...randoms];
        const values = ticks(randoms.length, () => left.pop() ?? 0);
        expect(Math.max(...values)).toBeLessThanOrEqual(99);
      }),
    );
    expect(ticks(2000, () => 1).at(-1)).toBeCloseTo(99, 3);
  });

  it('S19: jumps to 100 on completion and then returns to 0', () => {
    expect(loadingBar(37.5, { type: 'complete' })).toBe(100);
    expect(loadingBar(100, { type: 'reset' })).toBe(0);
  });

  it('S19: a late reset does not affect a new run', () => {
    expect(loadingBar(2, { type: 'reset' })).toBe(2);
  });

  it('S19: ignores ticks and completion while idle', () => {
    expect(loadingBar(0, { type: 'tick', random: 1 })).toBe(0);
    expect(loadingBar(0, { type: 'complete' })).toBe(0);
  });

  it('S20: moves for a pending navigation, not for an idle one', () => {
    expect(movesLoadingBar({ state: 'loading', location: { state: null } })).toBe(true);
    expect(movesLoadingBar({ state: 'submitting', location: { state: { from: '/map' } } })).toBe(true);
    expect(movesLoadingBar({ state: 'idle', location: undefined })).toBe(false);
  });

  it('S20: ignores a navigation marked ignoreLoadingBar', () => {
    expect(movesLoadingBar({ state: 'loading', location: { state: { ignoreLoadingBar: true } } })).toBe(false);
    expect(movesLoadingBar({ state: 'loading', location: { state: { ignoreLoadingBar: false } } })).toBe(true);
  });
});
