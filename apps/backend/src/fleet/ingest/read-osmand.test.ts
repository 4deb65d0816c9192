import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readOsmand } from './read-osmand.ts';

const NOW = new Date('2026-11-20T15:00:00Z');
const AT = Date.parse('2026-11-20T14:59:30Z');
const fromQuery = (query: string) => readOsmand(query, { text: '', isJson: false }, NOW);
const fromForm = (text: string, query = '') => readOsmand(query, { text, isJson: false }, NOW);
const fromJson = (value: unknown) => readOsmand('', { text: JSON.stringify(value), isJson: true }, NOW);

describe('readOsmand', () => {
  it('reads the nested JSON of Traccar Client 9', () => {
    const location = {
      timestamp: '2026-11-20T14:59:30.000Z',
      coords: { latitude: -12.06, longitude: -77.05, accuracy: 8, speed: 4.5, heading: 270, altitude: 150 },
      is_moving: true,
      odometer: 1200.5,
      event: 'motionchange',
      battery: { level: 0.75, is_charging: false },
      activity: { type: 'in_vehicle' },
      extras: {},
    };
    expect(fromJson({ location, device_id: 'abc' })).toEqual({
      token: 'abc',
      fixes: [{ at: AT, lat: -12.06, lng: -77.05, accuracy: 8, speed: 4.5, heading: 270, battery: 75 }],
      unreadable: [],
    });
  });

  it.each([
    ['seconds', String(AT / 1000)],
    ['milliseconds', String(AT)],
    ['ISO', '2026-11-20T14:59:30Z'],
    ['a date and time in UTC', '2026-11-20 14:59:30'],
  ])('reads a time in %s', (_form, timestamp) => {
    const query = new URLSearchParams({ id: 'abc', lat: '-12.06', lon: '-77.05', timestamp });
    expect(fromQuery(query.toString()).fixes[0]?.at).toBe(AT);
  });

  it.each([
    ['id=abc&lat=-12.06&lon=-77.05&speed=10&bearing=90&accuracy=8&batt=74.6&altitude=150', { battery: 75 }],
    ['id=abc&lat=-12.06&lon=-77.05&speed=10&bearing=90&accuracy=8&batt=-100', {}],
    ['deviceid=abc&location=-12.06,-77.05&speed=10&heading=90&accuracy=8', {}],
  ])('reads %s from the query and from a form', (text, battery) => {
    const fix = {
      at: NOW.getTime(),
      lat: -12.06,
      lng: -77.05,
      accuracy: 8,
      speed: 18520 / 3600,
      heading: 90,
      ...battery,
    };
    expect(fromQuery(text)).toEqual({ token: 'abc', fixes: [fix], unreadable: [] });
    expect(fromForm(text)).toEqual({ token: 'abc', fixes: [fix], unreadable: [] });
  });

  it('treats a negative speed, heading or accuracy as not measured', () => {
    const coords = { latitude: 1, longitude: 2, accuracy: -1, speed: -1, heading: -1 };
    expect(fromJson({ location: { coords }, device_id: 'abc' }).fixes).toEqual([
      { at: NOW.getTime(), lat: 1, lng: 2, accuracy: null, speed: null, heading: null },
    ]);
  });

  it('accepts a message without a place', () => {
    const none = { token: 'abc', fixes: [], unreadable: [] };
    expect([fromQuery('id=abc&batt=50'), fromJson({ device_id: 'abc' })]).toEqual([none, none]);
  });

  it.each([
    ['id=abc&lat=-12.06', 'place'],
    ['id=abc&lat=x&lon=1', 'place'],
    ['id=abc&lat=Infinity&lon=1', 'place'],
    ['id=abc&lat=1e300&lon=1', 'place'],
    ['id=abc&lat=1&lon=1&timestamp=soon', 'time'],
    ['id=abc&lat=1&lon=1&timestamp=1e30', 'time'],
    ['id=abc&location=1', 'place'],
  ])('cannot read %s: %s', (query, reason) => {
    expect(fromQuery(query)).toEqual({ token: 'abc', fixes: [], unreadable: [reason] });
  });

  it.each([
    ['a list', [], '', 'format'],
    ['no device', { location: {} }, '', 'format'],
    ['a device that is no text', { device_id: 7 }, '', 'format'],
    ['a location that is no object', { device_id: 'abc', location: 'here' }, 'abc', 'format'],
    ['coordinates that are no object', { device_id: 'abc', location: { coords: 1 } }, 'abc', 'format'],
    ['too many locations', { device_id: 'abc', location: Array(201).fill({}) }, 'abc', 'many'],
    ['a time that is an object', { device_id: 'abc', location: { timestamp: { toString: 1 } } }, 'abc', 'time'],
    ['a time that is a list', { device_id: 'abc', location: { timestamp: [1] } }, 'abc', 'time'],
    ['nothing', null, '', 'format'],
  ])('cannot read JSON with %s', (_what, value, token, reason) => {
    expect(fromJson(value)).toEqual({ token, fixes: [], unreadable: [reason] });
  });

  it('finds the device in text that is not JSON, or in the query', () => {
    const cut = { text: '{"location": {"coords": [, "device_id": "abc"', isJson: true };
    expect(readOsmand('', cut, NOW)).toEqual({ token: 'abc', fixes: [], unreadable: ['format'] });
    expect(readOsmand('id=abc', { text: '{', isJson: true }, NOW).token).toBe('abc');
    expect(readOsmand('', { text: '{', isJson: true }, NOW).token).toBe('');
  });

  it('reads the other fixes of a message', () => {
    const coords = { latitude: -12.06, longitude: -77.05 };
    const location = [{ coords }, { coords: { latitude: 'x', longitude: 1 } }, { coords }];
    const { fixes, unreadable } = fromJson({ location, device_id: 'abc' });
    expect([fixes.length, unreadable]).toEqual([2, ['place']]);
  });

  const number = (least: number, most: number) => fc.double({ min: least, max: most, noNaN: true });

  it('reads the same fix from all three forms', () => {
    const given = fc.record({
      at: fc.integer({ min: Date.parse('2001-09-10'), max: Date.parse('2100-01-01') }),
      lat: number(-90, 90),
      lng: number(-180, 180),
      accuracy: number(0, 1e6),
      heading: number(0, 360),
      token: fc.string({ minLength: 1 }),
    });
    fc.assert(
      fc.property(given, ({ at, lat, lng, accuracy, heading, token }) => {
        const sent = { token, fixes: [{ at, lat, lng, accuracy, speed: null, heading }], unreadable: [] };
        const text = new URLSearchParams({
          id: token,
          lat: String(lat),
          lon: String(lng),
          accuracy: String(accuracy),
          bearing: String(heading),
          timestamp: String(at),
        }).toString();
        const coords = { latitude: lat, longitude: lng, accuracy, heading };
        const location = { timestamp: new Date(at).toISOString(), coords };
        // JSON has no -0.
        const plus = (value: unknown) => JSON.parse(JSON.stringify(value)) as unknown;
        expect(plus(fromQuery(text))).toEqual(plus(sent));
        expect(plus(fromForm(text))).toEqual(plus(sent));
        expect(plus(fromJson({ location, device_id: token }))).toEqual(plus(sent));
      }),
    );
  });

  it('accepts any input, and returns only finite numbers', () => {
    const any = fc.oneof(
      fc.string(),
      fc.webQueryParameters(),
      fc.json(),
      fc.jsonValue().map((location) => JSON.stringify({ device_id: 'a', location })),
    );
    fc.assert(
      fc.property(any, any, fc.boolean(), (query, text, isJson) => {
        for (const fix of readOsmand(query, { text, isJson }, NOW).fixes)
          for (const value of Object.values(fix)) expect(value === null || Number.isFinite(value)).toBe(true);
      }),
    );
  });
});
