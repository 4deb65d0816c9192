import { type UnreadableFix } from '@despacho/contracts/dispatch';
import { type Measured } from '../positions/positions-repository.ts';

/** A request of the OsmAnd protocol. */
interface Sent {
  /** As received; not validated. */
  token: string;
  fixes: Measured[];
  /** Why the rest of it cannot be read. */
  unreadable: UnreadableFix[];
}

/** Fixes in one request of the JSON form. */
const MAX_FIXES = 200;
/** Larger numbers are nonsense, and some databases refuse them. */
const MAX_NUMBER = 1e9;
const KNOT = 1852 / 3600;
/** Timestamps below are seconds, those above milliseconds, as Traccar reads them. */
const MAX_SECONDS = 2 ** 31;

type Fields = Record<string, unknown>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A value that is present but unusable makes its fix, or the request, unreadable. */
class Malformed extends Error {
  readonly reason: UnreadableFix;

  constructor(reason: UnreadableFix) {
    super(reason);
    this.reason = reason;
  }
}

const isAbsent = (value: unknown): boolean => value === undefined || value === null || value === '';

/** @returns a number, also from text; null if absent. @throws Malformed for anything else. */
function numberOf(value: unknown): number | null {
  if (isAbsent(value)) return null;
  const number = typeof value === 'string' ? Number(value) : value;
  if (typeof number !== 'number' || !(Math.abs(number) <= MAX_NUMBER)) throw new Malformed('place');
  return number;
}

/** @returns a measure that devices report as negative when they do not have it. */
function measureOf(value: unknown): number | null {
  const number = numberOf(value);
  return number !== null && number < 0 ? null : number;
}

/**
 * @param whole the factor that converts a full battery to 100.
 * @returns the battery in percent; null if absent or impossible: no fix is refused for its battery.
 */
function percentOf(value: unknown, whole = 1): number | null {
  const percent = isAbsent(value) ? NaN : Math.round(Number(value) * whole);
  return percent >= 0 && percent <= 100 ? percent : null;
}

/** @returns milliseconds since 1970; now for a request without a time. @throws Malformed for another form. */
function timeOf(value: unknown, now: Date): number {
  if (isAbsent(value)) return now.getTime();
  if (typeof value !== 'string' && typeof value !== 'number') throw new Malformed('time');
  const number = Number(value);
  // `2026-11-20 15:00:00` is UTC.
  const text = String(value).replace(/^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)$/, '$1T$2Z');
  const time = Number.isNaN(number) ? Date.parse(text) : number < MAX_SECONDS ? number * 1000 : number;
  if (!(Math.abs(time) <= 8.64e15)) throw new Malformed('time');
  return Math.trunc(time);
}

interface Place {
  lat: unknown;
  lng: unknown;
  accuracy: unknown;
  heading: unknown;
  /** Percent. */
  battery: number | null;
}

/** @returns no fix for a message without a place, such as a battery report. @throws Malformed for half a place. */
function fixOf({ lat: y, lng: x, accuracy, heading, battery }: Place, at: number, speed: number | null): Measured[] {
  const [lat, lng] = [numberOf(y), numberOf(x)];
  if (lat === null && lng === null) return [];
  if (lat === null || lng === null) throw new Malformed('place');
  const known = battery !== null && { battery };
  return [{ at, lat, lng, accuracy: measureOf(accuracy), speed, heading: measureOf(heading), ...known }];
}

/** Reads each item separately: an unreadable one does not stop the others. */
function readEach<Item>(token: string, items: readonly Item[], fixesOf: (item: Item) => Measured[]): Sent {
  const sent: Sent = { token, fixes: [], unreadable: [] };
  for (const item of items)
    try {
      sent.fixes.push(...fixesOf(item));
    } catch (error) {
      if (!(error instanceof Malformed)) throw error;
      sent.unreadable.push(error.reason);
    }
  return sent;
}

const tokenIn = (given: URLSearchParams): string => given.get('id') ?? given.get('deviceid') ?? '';

/** The form of parameters, in the query or in a body: OsmAnd and older Traccar Clients. */
function readParameters(given: URLSearchParams, now: Date): Sent {
  const [lat, lng] = given.get('location')?.split(',') ?? [given.get('lat'), given.get('lon')];
  return readEach(tokenIn(given), [given], () => {
    const knots = measureOf(given.get('speed'));
    const place = {
      lat,
      lng,
      accuracy: given.get('accuracy'),
      heading: given.get('bearing') ?? given.get('heading'),
      battery: percentOf(given.get('batt')),
    };
    return fixOf(place, timeOf(given.get('timestamp'), now), knots === null ? null : knots * KNOT);
  });
}

/** The nested JSON form: Traccar Client 9 and later. @throws Malformed without a device, or with too many fixes. */
function readJson(given: unknown, now: Date): Sent {
  if (!isFields(given) || typeof given['device_id'] !== 'string') throw new Malformed('format');
  const locations = Array.isArray(given['location']) ? (given['location'] as unknown[]) : [given['location'] ?? {}];
  const sent = readEach(given['device_id'], locations.slice(0, MAX_FIXES), (location) => {
    const coords = isFields(location) ? (location['coords'] ?? {}) : null;
    if (!isFields(location) || !isFields(coords)) throw new Malformed('format');
    const { latitude: lat, longitude: lng, accuracy, heading } = coords;
    const { level } = isFields(location['battery']) ? location['battery'] : {};
    const battery = percentOf(level, 100);
    return fixOf(
      { lat, lng, accuracy, heading, battery },
      timeOf(location['timestamp'], now),
      measureOf(coords['speed']),
    );
  });
  if (locations.length > MAX_FIXES) sent.unreadable.push('many');
  return sent;
}

/** The device's token in the text of a JSON that cannot be read. */
const TOKEN_IN_TEXT = /"device_id"\s*:\s*"([\w-]{1,64})"/;

/**
 * Reads a request of the OsmAnd protocol in any of its three forms (traccar.org/osmand).
 * @param query without `?`.
 * @returns the readable fixes, and why the others are not. The token is empty if there is none.
 */
export function readOsmand(query: string, { text, isJson }: { text: string; isJson: boolean }, now: Date): Sent {
  if (!isJson) return readParameters(new URLSearchParams(text === '' ? query : `${query}&${text}`), now);
  try {
    return readJson(JSON.parse(text), now);
  } catch (error) {
    if (!(error instanceof Malformed || error instanceof SyntaxError)) throw error;
    const token = TOKEN_IN_TEXT.exec(text)?.[1] ?? tokenIn(new URLSearchParams(query));
    return { token, fixes: [], unreadable: ['format'] };
  }
}
