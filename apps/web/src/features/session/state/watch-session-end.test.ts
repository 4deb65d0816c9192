import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { holdLocks } from '#test/a-browser.ts';
import { aView } from '#test/a-view.ts';
import { recordServerDate } from '#shared/http/server-clock.ts';
import { rereadSession } from './session.ts';
import { markIn, markExtended, markLeaving, markOut, markUnknown } from './session-store.ts';
import { type UpcomingEnd, watchSessionEnd } from './watch-session-end.ts';

vi.mock('./session.ts', () => ({ rereadSession: vi.fn() }));

const START = Date.parse('2026-11-21T12:00:00.000Z');
const MINUTE = 60_000;
const iso = (after: number): string => new Date(START + after).toISOString();

/** The gateway's answer, in milliseconds after the start. */
let gateway: { idle: number; absolute: number } | 'away' | 'ended';
let reported: (UpcomingEnd | undefined)[];
let stop: () => void = () => undefined;
let wakeUps: Record<string, () => void>;

const viewNow = ({ idle, absolute }: { idle: number; absolute: number }) =>
  aView({ idleEndsAt: iso(Math.min(idle, absolute)), endsAt: iso(absolute) });
const left = () => reported.at(-1)?.leftMs;
const asked = () => vi.mocked(rereadSession).mock.calls;
const watch = () => {
  stop = watchSessionEnd((near) => reported.push(near));
};

beforeEach(() => {
  vi.useFakeTimers({ now: START });
  gateway = { idle: 30 * MINUTE, absolute: 720 * MINUTE };
  reported = [];
  wakeUps = {};
  vi.stubGlobal('addEventListener', (type: string, wake: () => void) => {
    wakeUps[type] = wake;
  });
  vi.stubGlobal('removeEventListener', (type: string) => {
    wakeUps[type] = () => undefined;
  });
  vi.stubGlobal('document', { addEventListener: vi.fn(), removeEventListener: vi.fn() });
  vi.stubGlobal('navigator', {
    locks: { request: (_name: string, _options: LockOptions, work: () => Promise<void>) => work() },
  });
  vi.mocked(rereadSession)
    .mockReset()
    .mockImplementation(() => {
      if (gateway === 'away') return Promise.reject(new Error('away'));
      if (gateway === 'ended') {
        markOut({ ended: true });
        return Promise.resolve(null);
      }
      markIn(viewNow(gateway));
      return Promise.resolve(viewNow(gateway));
    });
  markIn(viewNow(gateway));
});
afterEach(() => {
  stop();
  markUnknown();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('watchSessionEnd', () => {
  it('G5: checks in the background, then warns at two minutes, each second once', async () => {
    watch();
    await vi.advanceTimersByTimeAsync(28 * MINUTE - 1);
    expect([reported.some(Boolean), asked().length]).toEqual([false, 0]);
    await vi.advanceTimersByTimeAsync(1);
    expect(asked()).toEqual([[{ background: 'session' }]]);
    expect(reported.at(-1)).toEqual({ cause: 'idle', at: START + 30 * MINUTE, leftMs: 2 * MINUTE });
    reported = [];
    await vi.advanceTimersByTimeAsync(3000);
    expect(reported.map((near) => near?.leftMs)).toEqual([119_000, 118_000, 117_000]);
    expect(asked()).toHaveLength(1);
  });

  it('warns even if the tab in charge of the check never answers', async () => {
    const losePatience = holdLocks();
    watch();
    await vi.advanceTimersByTimeAsync(28 * MINUTE);
    losePatience();
    await vi.advanceTimersByTimeAsync(0);
    expect([left(), asked().length]).toEqual([2 * MINUTE, 1]);
  });

  it('does not warn if other calls have extended the session', async () => {
    watch();
    gateway = { idle: 50 * MINUTE, absolute: 720 * MINUTE };
    await vi.advanceTimersByTimeAsync(40 * MINUTE);
    expect([reported.some(Boolean), asked().length]).toEqual([false, 1]);
    await vi.advanceTimersByTimeAsync(8 * MINUTE);
    expect(left()).toBe(2 * MINUTE);
  });

  it('closes the warning when any tab extends the session', async () => {
    watch();
    await vi.advanceTimersByTimeAsync(29 * MINUTE);
    expect(left()).toBe(MINUTE);
    gateway = { idle: 59 * MINUTE, absolute: 720 * MINUTE };
    markExtended({ idleEndsAt: iso(59 * MINUTE), endsAt: iso(720 * MINUTE) });
    expect(reported.at(-1)).toBeUndefined();
    await vi.advanceTimersByTimeAsync(27 * MINUTE);
    expect(reported.at(-1)).toBeUndefined();
    await vi.advanceTimersByTimeAsync(MINUTE);
    expect(left()).toBe(2 * MINUTE);
  });

  it('checks at the end and stops warning once the session is over', async () => {
    watch();
    await vi.advanceTimersByTimeAsync(28 * MINUTE);
    gateway = 'ended';
    await vi.advanceTimersByTimeAsync(2 * MINUTE);
    expect([reported.at(-1), asked().length]).toEqual([undefined, 2]);
    await vi.advanceTimersByTimeAsync(60 * MINUTE);
    expect(asked()).toHaveLength(2);
  });

  it('warns while the gateway is unreachable and keeps checking at the end', async () => {
    watch();
    gateway = 'away';
    await vi.advanceTimersByTimeAsync(28 * MINUTE);
    expect(left()).toBe(2 * MINUTE);
    await vi.advanceTimersByTimeAsync(3 * MINUTE);
    expect(left()).toBe(0);
    expect(asked().length).toBeGreaterThan(3);
    gateway = { idle: 60 * MINUTE, absolute: 720 * MINUTE };
    await vi.advanceTimersByTimeAsync(5000);
    expect(reported.at(-1)).toBeUndefined();
  });

  it('distinguishes the absolute end from the idle end', async () => {
    gateway = { idle: 740 * MINUTE, absolute: 720 * MINUTE };
    markIn(viewNow(gateway));
    watch();
    await vi.advanceTimersByTimeAsync(719 * MINUTE);
    expect(reported.at(-1)).toEqual({ cause: 'absolute', at: START + 720 * MINUTE, leftMs: MINUTE });
  });

  it('warns only for the second half of a two-minute limit', async () => {
    gateway = { idle: 2 * MINUTE, absolute: 720 * MINUTE };
    markIn(viewNow(gateway));
    watch();
    await vi.advanceTimersByTimeAsync(MINUTE - 1);
    expect(reported.some(Boolean)).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(left()).toBe(MINUTE);
  });

  it('checks immediately when the computer wakes up after the end', async () => {
    watch();
    gateway = 'ended';
    vi.setSystemTime(START + 300 * MINUTE);
    wakeUps['focus']?.();
    await vi.advanceTimersByTimeAsync(0);
    expect([reported.some(Boolean), asked().length]).toEqual([false, 1]);
  });

  it('checks when the clock was set back, which would postpone the end', async () => {
    watch();
    await vi.advanceTimersByTimeAsync(10 * MINUTE);
    vi.setSystemTime(START - 300 * MINUTE);
    await vi.advanceTimersByTimeAsync(30_000);
    expect(asked()).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(10 * MINUTE);
    expect(asked()).toHaveLength(1);
  });

  it('does not warn during a sign-out or when signed out', async () => {
    watch();
    await vi.advanceTimersByTimeAsync(29 * MINUTE);
    markLeaving();
    expect(reported.at(-1)).toBeUndefined();
    markOut({ ended: false });
    const before = asked().length;
    await vi.advanceTimersByTimeAsync(60 * MINUTE);
    expect([reported.at(-1), asked().length]).toEqual([undefined, before]);
  });

  it('stops watching after stop()', async () => {
    watch();
    stop();
    await vi.advanceTimersByTimeAsync(29 * MINUTE);
    wakeUps['focus']?.();
    expect([reported.some(Boolean), asked().length]).toEqual([false, 0]);
  });
});

// Last, because the reported clock of the gateway remains.
it.each([-3, 3])('G5: warns at the right time on a computer whose clock is %i h off', async (hours) => {
  const shown = START + hours * 60 * MINUTE;
  vi.setSystemTime(shown);
  recordServerDate(new Date(START).toUTCString(), shown, shown);
  watch();
  // The Date of a response has whole seconds.
  await vi.advanceTimersByTimeAsync(28 * MINUTE - 1000);
  expect(reported.some(Boolean)).toBe(false);
  await vi.advanceTimersByTimeAsync(1000);
  expect(left()).toBeGreaterThan(2 * MINUTE - 1000);
});
