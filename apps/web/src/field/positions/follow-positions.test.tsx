import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Fix } from '../offline/types.ts';
import { followPositions, type LocationState } from './follow-positions.ts';

const START = Date.parse('2026-11-20T15:00:00Z');
/** About 11 m of latitude. */
const STEP = 0.0001;

describe('followPositions', () => {
  let sent: Fix[][];
  let states: LocationState[];
  let stop: () => void;
  let report: PositionCallback | undefined;
  let fail: PositionErrorCallback;
  let visibility: DocumentVisibilityState;

  const begin = (): void => {
    stop = followPositions(
      (fixes) => sent.push([...fixes]),
      (state) => states.push(state),
    );
  };
  const at = (seconds: number, north = 0, more: Partial<GeolocationCoordinates> = {}): void => {
    const coords = { latitude: -12 + north, longitude: -77, accuracy: 10, speed: null, heading: NaN, ...more };
    report?.({ timestamp: START + seconds * 1000, coords } as GeolocationPosition);
  };
  const seconds = () => sent.map((fixes) => fixes.map(({ at: time }) => (Date.parse(time) - START) / 1000));
  const show = (next: DocumentVisibilityState): void => {
    visibility = next;
    document.dispatchEvent(new Event('visibilitychange'));
  };

  beforeEach(() => {
    vi.useFakeTimers();
    [sent, states, visibility, report] = [[], [], 'visible', undefined];
    vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => visibility);
    vi.stubGlobal('navigator', {
      geolocation: {
        watchPosition: (onPosition: PositionCallback, onError: PositionErrorCallback) => {
          [report, fail] = [onPosition, onError];
          return 7;
        },
        clearWatch: (watch: number) => {
          if (watch === 7) report = undefined;
        },
      },
    });
  });
  afterEach(() => {
    stop();
    vi.useRealTimers();
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });

  it('sends the first fix immediately, and then a batch a minute', () => {
    begin();
    at(0, 0, { speed: 4, heading: 90 });
    expect(sent).toEqual([
      [{ at: '2026-11-20T15:00:00.000Z', lat: -12, lng: -77, accuracy: 10, speed: 4, heading: 90 }],
    ]);
    for (const second of [30, 60, 90]) at(second);
    expect(sent).toHaveLength(1);
    vi.advanceTimersByTime(60_000);
    expect(seconds()).toEqual([[0], [30, 60, 90]]);
    expect(sent[1]?.[0]).toEqual({ at: '2026-11-20T15:00:30.000Z', lat: -12, lng: -77, accuracy: 10 });
  });

  it('takes a fix each 30 s, and each 15 s of a courier who has moved 50 m', () => {
    begin();
    at(0);
    at(14, 5 * STEP);
    at(15, 4 * STEP);
    at(16, 5 * STEP);
    at(31, 5 * STEP);
    at(45, 5 * STEP);
    at(46, 5 * STEP);
    stop();
    expect(seconds()).toEqual([[0], [16, 46]]);
  });

  it('takes no fix that the service would refuse as inaccurate', () => {
    begin();
    at(0, 0, { accuracy: 2001 });
    at(1, 0, { accuracy: 2000 });
    expect(seconds()).toEqual([[1]]);
  });

  it('stops while the page is hidden, and sends what it has', () => {
    begin();
    at(0);
    at(30);
    show('hidden');
    expect([seconds(), report]).toEqual([[[0], [30]], undefined]);
    show('visible');
    at(90);
    stop();
    expect(seconds()).toEqual([[0], [30], [90]]);
    expect(report).toBeUndefined();
  });

  it('reports its state', () => {
    begin();
    const error = (code: number) => ({ PERMISSION_DENIED: 1, code }) as GeolocationPositionError;
    at(0);
    fail(error(3));
    fail(error(1));
    stop();
    expect(states).toEqual(['waiting', 'active', 'waiting', 'denied', 'off']);
  });

  it('reports a phone without geolocation', () => {
    vi.stubGlobal('navigator', {});
    begin();
    expect(states).toEqual(['denied']);
  });
});
