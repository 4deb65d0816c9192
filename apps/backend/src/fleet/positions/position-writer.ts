import { AsyncLocalStorage } from 'node:async_hooks';
import { DAY_TURNS_AT, type FixRefusal, MAX_PLACE_KM, type UnreadableFix } from '@despacho/contracts/dispatch';
import { type Clock } from '#platform/clock.ts';
import { codeOfError } from '#platform/database/database-error.ts';
import { type Database } from '#platform/database/open-database.ts';
import { MinuteCounts } from '#platform/minute-counts.ts';
import { Refusal } from '#platform/refusal.ts';
import { judgeFixes, MAX_AGE_MS, type Spot } from './judge-fixes.ts';
import { createPartitions } from './partitions.ts';
import { PositionPlaces } from './position-places.ts';
import {
  findTrackers,
  type Measured,
  type Newest,
  newestOf,
  storedBefore,
  type StoredFix,
  storePositions,
  touchTracker,
  type Tracker,
  wholeSecond,
} from './positions-repository.ts';
import { type CourierKey, keyText, workSpans } from './work-spans.ts';

/** The sender of fixes: the page of a connected phone, or the holder of a tracker's token. */
type Sender = { courier: CourierKey } | { tokenHash: string };

/** For each fix, in the order of the request, why it is not stored; undefined if the token is unknown. */
type Verdict = (FixRefusal | null)[] | undefined;

interface Waiting {
  sender: Sender;
  fixes: readonly Measured[];
  unreadable: readonly UnreadableFix[];
  done: PromiseWithResolvers<Verdict>;
}

/** Fixes of a courier that were just stored, without doubtful ones. */
export interface StoredFixes {
  key: CourierKey;
  /** At least one, in any order. */
  fixes: readonly Spot[];
  /** The courier's newest position before them. */
  newest: Spot | undefined;
}

/** Work on fixes after they are stored. */
export interface StoredFixesReader {
  /** Returns immediately. */
  add: (stored: readonly StoredFixes[]) => void;
  /** Resolves when everything that was added is computed. */
  settle: () => Promise<void>;
}

/** Fixes written in one statement: enough for 10,000 a second, small enough for the embedded database. */
const MAX_BATCH = 1000;
/** Fixes held in memory: several seconds of the highest rate. Above it requests are refused, and repeated later. */
const MAX_WAITING = 20_000;
/** Fixes of one sender per minute: hours without a signal are sent within minutes. */
const FIXES_PER_MINUTE = 1200;
/** SQLSTATE of a check violation: no partition accepts a row. */
const NO_PARTITION = '23514';
const USE_EVERY_MS = 60_000;

/** The requests of one courier in a batch, in the order of their arrival. */
interface Group {
  key: CourierKey;
  requests: { waiting: Waiting; tracker: Tracker | undefined }[];
}

/** A request without fixes, such as a battery report, needs a lookup as well. */
const weightOf = ({ length }: readonly Measured[]): number => Math.max(1, length);

const unique = <T>(values: readonly T[]): T[] => [...new Set(values)];

/**
 * Stores the positions of couriers in batches: while one is being written, the next collects. The busier the service,
 * the more fixes share a statement.
 */
export class PositionWriter {
  readonly #db: Database;
  readonly #clock: Clock;
  readonly #reader: StoredFixesReader | undefined;
  readonly #places: PositionPlaces;
  readonly #dayTurnsAt: string;
  readonly #waiting: Waiting[] = [];
  readonly #taken = new MinuteCounts(FIXES_PER_MINUTE);
  #count = 0;
  #running: Promise<void> | undefined;
  /** A batch contains fixes of several offices, so it must not count against the connections of the office that starts it. */
  readonly #outside = AsyncLocalStorage.snapshot();

  /** @param reader receives the stored fixes; none if omitted. @param rules when the working day turns; how far places may be. */
  constructor(
    db: Database,
    clock: Clock,
    reader?: StoredFixesReader,
    { maxKm = MAX_PLACE_KM, dayTurnsAt = DAY_TURNS_AT } = {},
  ) {
    this.#db = db;
    this.#places = new PositionPlaces(db, maxKm);
    this.#clock = clock;
    this.#reader = reader;
    this.#dayTurnsAt = dayTurnsAt;
  }

  /**
   * @param unreadable what else a tracker's message had.
   * @returns after the fixes have been stored.
   * @throws Refusal busy above the limit of the sender; unavailable if too many fixes are waiting.
   */
  async add(sender: Sender, fixes: readonly Measured[], unreadable: readonly UnreadableFix[] = []): Promise<Verdict> {
    if (this.#count + weightOf(fixes) > MAX_WAITING)
      throw new Refusal('unavailable', 'Llegan demasiadas posiciones; vuelva a intentarlo en unos segundos');
    const key = 'tokenHash' in sender ? sender.tokenHash : keyText(sender.courier);
    if (!this.#taken.take(key, this.#clock(), weightOf(fixes)))
      throw new Refusal('busy', 'Este teléfono envió demasiadas posiciones; las demás se enviarán después');
    const done = Promise.withResolvers<Verdict>();
    this.#waiting.push({ sender, fixes, unreadable, done });
    this.#count += weightOf(fixes);
    this.#running ??= this.#outside(() => this.#run());
    return done.promise;
  }

  /** Resolves when everything that was added is stored, and the work on it is done. */
  async close(): Promise<void> {
    await this.#running;
    await this.#reader?.settle();
  }

  async #run(): Promise<void> {
    // What arrives in the same turn of the event loop shares the first batch.
    await Promise.resolve();
    while (this.#waiting.length > 0) {
      const batch = this.#take();
      try {
        const verdicts = await this.#write(batch);
        for (const { done, ...waiting } of batch) done.resolve(verdicts.get(waiting.fixes));
      } catch (error) {
        for (const { done } of batch) done.reject(error);
      }
    }
    this.#running = undefined;
  }

  #take(): Waiting[] {
    let weight = 0;
    let end = 0;
    for (const { fixes } of this.#waiting) {
      if (end > 0 && weight + weightOf(fixes) > MAX_BATCH) break;
      weight += weightOf(fixes);
      end += 1;
    }
    this.#count -= weight;
    return this.#waiting.splice(0, end);
  }

  /** @returns the verdicts by the array of fixes. */
  async #write(batch: readonly Waiting[]): Promise<Map<readonly Measured[], Verdict>> {
    const now = this.#clock();
    const groups = await this.#groupByCourier(batch);
    const keys = groups.map(({ key }) => key);
    const verdicts = new Map<readonly Measured[], Verdict>();
    if (keys.length === 0) return verdicts;
    const [newest, spans] = await Promise.all([
      newestOf(this.#db, keys),
      workSpans(this.#db, keys, { now, dayTurnsAt: this.#dayTurnsAt }),
    ]);
    const earlier = await storedBefore(this.#db, lateOf(groups, newest, now));
    const doubtIn = await this.#places.of(
      groups.map(({ key, requests }) => ({ key, places: requests.flatMap(({ waiting }) => waiting.fixes) })),
      now,
    );

    const fixes: StoredFix[] = [];
    const heads: (CourierKey & Newest)[] = [];
    const touches: Promise<void>[] = [];
    const stored: StoredFixes[] = [];
    for (const { key, requests } of groups) {
      const text = keyText(key);
      const head = newest.get(text);
      const given = requests.flatMap(({ waiting }) => waiting.fixes);
      const before = [earlier.get(text), head?.newest].filter((spot) => spot !== undefined);
      const known = {
        stored: before,
        suspect: head?.suspect ?? null,
        spans: spans.get(text) ?? [],
        placeDoubt: doubtIn(key),
      };
      const { reasons, doubts, suspect } = judgeFixes(given, known, now.getTime());
      let at = 0;
      for (const { waiting, tracker } of requests) {
        const from = at;
        at += waiting.fixes.length;
        const verdict = reasons.slice(from, at);
        verdicts.set(waiting.fixes, verdict);
        const source = tracker ? 'tracker' : 'page';
        for (const [index, fix] of waiting.fixes.entries())
          if (verdict[index] === null)
            fixes.push({ ...key, ...fix, doubt: doubts[from + index] ?? null, source } satisfies StoredFix);
        const newestFault = waiting.fixes.length > 0 ? (verdict.at(-1) ?? doubts[at - 1] ?? null) : null;
        const { unreadable } = waiting;
        if (tracker && (unreadable.length > 0 || isTouchDue(tracker, newestFault, now)))
          touches.push(touchTracker(this.#db, tracker, { now, refused: newestFault, unreadable }));
      }
      const trusted = given.filter((_, index) => reasons[index] === null && doubts[index] === null);
      if (trusted.length > 0) stored.push({ key, fixes: trusted, newest: head?.newest });
      const next = [...before, ...trusted.map((fix) => notAhead(fix, now))].reduce<Spot | undefined>(later, undefined);
      if (next && (!isSame(next, head?.newest) || suspect?.at !== head?.suspect?.at))
        heads.push({ ...key, newest: next, suspect });
    }
    if (fixes.length > 0 || heads.length > 0) await this.#store(fixes, heads, now);
    await Promise.all(touches);
    if (stored.length > 0) this.#reader?.add(stored);
    return verdicts;
  }

  /** Partitions are created ahead of time. Should one be missing, it is created here. */
  async #store(fixes: readonly StoredFix[], heads: readonly (CourierKey & Newest)[], now: Date): Promise<void> {
    try {
      await storePositions(this.#db, fixes, heads, now);
    } catch (error) {
      if (codeOfError(error) !== NO_PARTITION) throw error;
      await createPartitions(this.#db, now);
      await storePositions(this.#db, fixes, heads, now);
    }
  }

  async #groupByCourier(batch: readonly Waiting[]): Promise<Group[]> {
    const hashes = batch.flatMap(({ sender }) => ('tokenHash' in sender ? [sender.tokenHash] : []));
    const trackers = await findTrackers(this.#db, unique(hashes));
    const groups = new Map<string, Group>();
    for (const waiting of batch) {
      const { sender } = waiting;
      const tracker = 'tokenHash' in sender ? trackers.get(sender.tokenHash) : undefined;
      const courier = 'tokenHash' in sender ? tracker : sender.courier;
      if (!courier) continue;
      const key = { officeId: courier.officeId, courierId: courier.courierId };
      const group = groups.get(keyText(key)) ?? { key, requests: [] };
      group.requests.push({ waiting, tracker });
      groups.set(keyText(key), group);
    }
    return [...groups.values()];
  }
}

/** @returns the later of two spots; the second of two at the same time. */
const later = <S extends Spot>(one: S | undefined, other: S): S => (one && one.at > other.at ? one : other);

const isSame = (one: Spot, other: Spot | undefined): boolean =>
  one.at === other?.at && one.lat === other.lat && one.lng === other.lng;

/** By a clock that is ahead, a fix would be newer than truer ones that follow it. @returns it, measured now at the latest. */
const notAhead = <S extends Spot>(fix: S, now: Date): S =>
  fix.at > now.getTime() ? { ...fix, at: wholeSecond(now.getTime()).getTime() } : fix;

const isTouchDue = ({ usedAt, refused: before }: Tracker, refused: string | null, now: Date): boolean =>
  before !== refused || usedAt === null || now.getTime() - usedAt.getTime() >= USE_EVERY_MS;

/** @returns the couriers with fixes before their newest position, each with the first of these. */
function lateOf(
  groups: readonly Group[],
  newest: ReadonlyMap<string, Newest>,
  now: Date,
): (CourierKey & { at: number })[] {
  const oldest = now.getTime() - MAX_AGE_MS;
  return groups.flatMap(({ key, requests }) => {
    const times = requests.flatMap(({ waiting }) => waiting.fixes.map(({ at }) => at));
    const first = Math.min(...times.filter((at) => at >= oldest));
    const head = newest.get(keyText(key));
    return head && first <= head.newest.at ? [{ ...key, at: first }] : [];
  });
}
