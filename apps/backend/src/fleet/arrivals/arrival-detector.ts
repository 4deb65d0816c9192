import { metersBetween } from '@despacho/contracts/dispatch';
import { type Logger } from 'pino';
import { type Clock } from '#platform/clock.ts';
import { type Database } from '#platform/database/open-database.ts';
import { MinuteCounts } from '#platform/minute-counts.ts';
import { type Spot } from '../positions/judge-fixes.ts';
import { type StoredFixes, type StoredFixesReader } from '../positions/position-writer.ts';
import { type CourierKey, keyText } from '../positions/work-spans.ts';
import { type Period } from '../trails/trail.ts';
import { sampleOf } from './arrivals-at.ts';
import { correctArrivals, type Touched } from './correct-arrivals.ts';
import { type OpenStop, OpenStops, TTL_MS } from './open-stops.ts';

/** How long stored fixes are collected: a search for many couriers costs little more than one for a few. */
const EVERY_MS = 1000;
/** Couriers in one transaction, so that others do not wait long for it. */
const AT_ONCE = 200;
/** How long after a fix near a stop later ones may change the stay there: more than the longest silence within a stay. */
const NEAR_MS = 30 * 60_000;
/** Fixes that span more than this cost as much as hundreds of others; how often a courier may send them. */
const WIDE_MS = 30 * 60_000;
const WIDE_PER_MINUTE = 2;
/** Degrees of latitude of a kilometre, which is more than any radius: most stops are ruled out by one subtraction. */
const FAR = 0.01;

/**
 * Detects when couriers arrive at their stops and leave. Most fixes are near none, which costs no query: the stops are
 * in memory, and so are those that a courier was near a moment ago.
 */
export class ArrivalDetector implements StoredFixesReader {
  readonly #db: Database;
  readonly #clock: Clock;
  readonly #logger: Logger;
  readonly #stops: OpenStops;
  /** By courier: the orders near whose places they were, with the time of the last fix there. */
  readonly #near = new Map<string, Map<number, number>>();

  /** By courier: what was stored since the stops of the office were read, and which stops it was compared with. */
  readonly #since = new Map<string, { key: CourierKey; touched: Period; known: ReadonlySet<number> }>();
  #recheck: NodeJS.Timeout | undefined;

  readonly #wide = new MinuteCounts(WIDE_PER_MINUTE);

  /** Fixes stored since the last search, by courier. */
  readonly #waiting = new Map<string, StoredFixes>();
  #timer: NodeJS.Timeout | undefined;
  #running = Promise.resolve();

  constructor(db: Database, clock: Clock, logger: Logger) {
    this.#db = db;
    this.#clock = clock;
    this.#logger = logger;
    this.#stops = new OpenStops(db);
  }

  /** Corrects the arrivals soon after fixes were stored. Positions do not depend on it: a failure is only logged. */
  add(stored: readonly StoredFixes[]): void {
    for (const { key, fixes, newest } of stored) {
      const before = this.#waiting.get(keyText(key));
      const merged = before ? { ...before, fixes: [...before.fixes, ...fixes] } : { key, fixes, newest };
      this.#waiting.set(keyText(key), merged);
    }
    this.#schedule();
  }

  /** Corrects now. Resolves when the arrivals include the added fixes. */
  settle(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#running = this.#running.then(async () => {
      await this.#correct(this.#take(() => true));
      clearTimeout(this.#recheck);
      this.#recheck = undefined;
    });
    return this.#running;
  }

  /** Resolves when no correction is running. */
  get idle(): Promise<void> {
    return this.#running;
  }

  #schedule(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#running = this.#running.then(async () => {
        await this.#correct(this.#take((stored) => this.#isDue(stored)));
        if (this.#waiting.size > 0) this.#schedule();
      });
    }, EVERY_MS).unref();
  }

  /** A phone that mixes old and new fixes makes the service read its day: others do not wait for it. */
  #isDue({ key, fixes }: StoredFixes): boolean {
    let [first, last] = [Infinity, -Infinity];
    for (const { at } of fixes) [first, last] = [Math.min(first, at), Math.max(last, at)];
    return last - first <= WIDE_MS || this.#wide.take(keyText(key), this.#clock());
  }

  #take(isDue: (stored: StoredFixes) => boolean): StoredFixes[] {
    const due = [...this.#waiting.values()].filter(isDue);
    for (const { key } of due) this.#waiting.delete(keyText(key));
    return due;
  }

  async #correct(stored: readonly StoredFixes[]): Promise<void> {
    if (stored.length === 0 && this.#since.size === 0) return;
    const now = this.#clock();
    try {
      const read = await this.#stops.refresh(
        [...stored, ...this.#since.values()].map(({ key }) => key.officeId),
        now,
      );
      // A courier is in each of them once, as `correctArrivals` requires.
      for (const touched of [this.#missedIn(read), stored.flatMap((each) => this.#touchedBy(each))])
        for (let from = 0; from < touched.length; from += AT_ONCE)
          await correctArrivals(this.#db, touched.slice(from, from + AT_ONCE), now);
    } catch (error) {
      // The next fixes of these couriers are compared with all their stops.
      for (const { key } of stored) this.#near.delete(keyText(key));
      this.#logger.error({ err: error }, 'looking for arrivals failed');
    }
  }

  /**
   * @param read the offices whose stops were just read.
   * @returns what their couriers sent since the reading before, to be compared with the stops that they got meanwhile: an
   *   arrival in the half minute of the assignment.
   */
  #missedIn(read: readonly string[]): Touched[] {
    const missed: Touched[] = [];
    for (const [text, { key, touched, known }] of this.#since) {
      if (!read.includes(key.officeId)) continue;
      this.#since.delete(text);
      const orderIds = this.#stops.of(key).flatMap(({ orderId }) => (known.has(orderId) ? [] : [orderId]));
      if (orderIds.length > 0) missed.push({ ...key, touched, orderIds });
    }
    return missed;
  }

  /** Notes fixes that were compared with stops up to half a minute old. */
  #note(key: CourierKey, stops: readonly OpenStop[], { from, to }: Period): void {
    const before = this.#since.get(keyText(key));
    const touched = { from: Math.min(from, before?.touched.from ?? from), to: Math.max(to, before?.touched.to ?? to) };
    this.#since.set(keyText(key), {
      key,
      touched,
      known: before?.known ?? new Set(stops.map(({ orderId }) => orderId)),
    });
    // Even if no further fix arrives.
    this.#recheck ??= setTimeout(() => {
      this.#recheck = undefined;
      this.#running = this.#running.then(() => this.#correct([]));
    }, TTL_MS).unref();
  }

  #touchedBy({ key, fixes, newest }: StoredFixes): Touched[] {
    const text = keyText(key);
    const stops = this.#stops.of(key);
    const near = this.#near.get(text);
    // Only the first fix of a sample is used.
    const isKnown = ({ at }: Spot): boolean =>
      newest !== undefined && at >= newest.at && sampleOf(at) === sampleOf(newest.at);
    const times = fixes.filter((fix) => !isKnown(fix)).map(({ at }) => at);
    const touched = { from: Math.min(...times), to: Math.max(...times) };
    if (times.length > 0) this.#note(key, stops, touched);
    if (stops.length === 0 && !near) return [];
    const marks = near ?? new Map<number, number>();
    for (const fix of newest ? [newest, ...fixes] : fixes)
      for (const stop of stops)
        if (Math.abs(stop.lat - fix.lat) < FAR && metersBetween(stop, fix) <= stop.radius)
          marks.set(stop.orderId, Math.max(fix.at, marks.get(stop.orderId) ?? 0));
    this.#near.set(text, marks);
    if (times.length === 0) return [];
    for (const [orderId, at] of marks) if (at < touched.from - NEAR_MS) marks.delete(orderId);
    // Late fixes may be between those of a stay, and a new courier has no earlier state here.
    const isAny = !near || (newest !== undefined && touched.from <= newest.at);
    const orderIds = isAny ? stops.map(({ orderId }) => orderId) : [...marks.keys()];
    return orderIds.length > 0 ? [{ ...key, touched, orderIds }] : [];
  }
}
