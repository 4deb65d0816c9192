import { metersBetween } from '@despacho/contracts/dispatch';
import { type Logger } from 'pino';
import { type Database } from '#platform/database/open-database.ts';
import { type Spot } from '../positions/judge-fixes.ts';
import { type CourierKey, keyText } from '../positions/work-spans.ts';
import { correctArrivals, type Touched } from './correct-arrivals.ts';
import { OpenStops } from './open-stops.ts';

/** Fixes of a courier that were just stored. */
export interface StoredFixes {
  key: CourierKey;
  /** At least one, in any order. */
  fixes: readonly Spot[];
  /** The courier's newest position before them. */
  newest: Spot | undefined;
}

/** How long after a fix near a stop later ones may change the stay there: more than the longest silence within a stay. */
const NEAR_MS = 30 * 60_000;
/** Degrees of latitude of a kilometre, which is more than any radius: most stops are ruled out by one subtraction. */
const FAR = 0.01;

/**
 * Notices when couriers come to the places of their stops and leave. Most fixes are near none, which costs no query: the
 * stops are in memory, and so is near which of them a courier was a moment ago.
 */
export class ArrivalDetector {
  readonly #db: Database;
  readonly #logger: Logger;
  readonly #stops: OpenStops;
  /** By courier: the orders near whose places they were, with the time of the last fix there. */
  readonly #near = new Map<string, Map<number, number>>();

  constructor(db: Database, logger: Logger) {
    this.#db = db;
    this.#logger = logger;
    this.#stops = new OpenStops(db);
  }

  /** Corrects the arrivals after fixes were stored. Positions do not depend on it: a failure is only logged. */
  async detect(stored: readonly StoredFixes[], now: Date): Promise<void> {
    try {
      await this.#stops.refresh(
        stored.map(({ key }) => key.officeId),
        now,
      );
      const touched = stored.flatMap((each) => this.#touchedBy(each));
      if (touched.length > 0) await correctArrivals(this.#db, touched, now);
    } catch (error) {
      // The next fixes of these couriers are compared with all their stops.
      for (const { key } of stored) this.#near.delete(keyText(key));
      this.#logger.error({ err: error }, 'looking for arrivals failed');
    }
  }

  #touchedBy({ key, fixes, newest }: StoredFixes): Touched[] {
    const text = keyText(key);
    const stops = this.#stops.of(key);
    const near = this.#near.get(text);
    if (stops.length === 0 && !near) return [];
    const times = fixes.map(({ at }) => at);
    const touched = { from: Math.min(...times), to: Math.max(...times) };
    const marks = near ?? new Map<number, number>();
    for (const fix of newest ? [newest, ...fixes] : fixes)
      for (const stop of stops)
        if (Math.abs(stop.lat - fix.lat) < FAR && metersBetween(stop, fix) <= stop.radius)
          marks.set(stop.orderId, Math.max(fix.at, marks.get(stop.orderId) ?? 0));
    for (const [orderId, at] of marks) if (at < touched.from - NEAR_MS) marks.delete(orderId);
    this.#near.set(text, marks);
    // Late fixes may be between those of a stay, and of a courier who is new here nothing is known.
    const isAny = !near || (newest !== undefined && touched.from <= newest.at);
    const orderIds = isAny ? stops.map(({ orderId }) => orderId) : [...marks.keys()];
    return orderIds.length > 0 ? [{ ...key, touched, orderIds }] : [];
  }
}
