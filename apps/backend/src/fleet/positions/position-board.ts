import {
  type ArrivalsChanged,
  type CourierPosition,
  isInPeru,
  POSITION_HOURS,
  POSITIONS_PER_MESSAGE,
  type PositionsMoved,
} from '@despacho/contracts/dispatch';
import { type Selectable, sql } from 'kysely';
import { type Logger } from 'pino';
import { type Clock } from '#platform/clock.ts';
import { type Database } from '#platform/database/open-database.ts';
import { type Schema } from '#platform/database/schema.ts';
import { nearestDistrict } from '#platform/districts/nearest-district.ts';

/** Interval of the polls, and the shortest between two messages of a stream. */
const POLL_MS = 1000;
/** Positions that arrived within this time are read again: clocks of services differ, and statements commit late. */
const OVERLAP_MS = 15_000;
/** How often all positions of an office are read, so that erased ones are forgotten here as well. */
const RELOAD_MS = 60_000;
const HOUR_MS = 60 * 60_000;

interface Follower {
  officeIds: readonly string[];
  /** Index of the office to send first. */
  turn: number;
  /** Per office, the version that the stream has. */
  sent: Map<string, number>;
  /** Per office, the couriers whose arrivals changed since the last message about them. */
  arrivals: Map<string, Set<string>>;
  isReady: () => boolean;
  send: (message: string) => void;
}

/** The current positions of an office. Each change gets the next version. */
interface OfficePositions {
  version: number;
  couriers: Map<string, { version: number; position: CourierPosition }>;
  loadedAt: number;
  /** Versions of the arrivals of its couriers. */
  arrivals: Map<string, number>;
  /** Serialized messages by the version they begin after, shared by the streams. */
  messages: Map<number, { text: string; version: number }>;
}

type Row = Pick<
  Selectable<Schema['courier_positions']>,
  'office_id' | 'courier_id' | 'at' | 'lat' | 'lng' | 'accuracy' | 'speed' | 'battery'
> & { arrivals_version: number };

/** Kilometers an hour in a meter a second. */
const KMH = 3.6;
/** Meters a second. Devices report nonsense, such as -1, for a speed that they do not know. */
const isSpeed = (speed: number | null): speed is number => speed !== null && speed >= 0 && speed < 100;

/** Rounds to about a meter, to keep messages small. */
const short = (degrees: number): number => Math.round(degrees * 1e5) / 1e5;

const toPosition = ({ courier_id, at, lat, lng, accuracy, speed, battery }: Row): CourierPosition => ({
  courierId: String(courier_id),
  at: at.toISOString(),
  lat: short(lat),
  lng: short(lng),
  accuracy: accuracy === null ? null : Math.round(accuracy),
  ...(isSpeed(speed) && { speed: Math.round(speed * KMH) }),
  ...(battery !== null && { battery }),
  // A position abroad is stored as measured, but has no district.
  district: isInPeru({ lat, lng }) ? nearestDistrict({ lat, lng }) : '',
});

function messageAfter(officeId: string, office: OfficePositions, version: number) {
  const known = office.messages.get(version);
  if (known) return known;
  const changed = [...office.couriers.values()]
    .filter((each) => each.version > version)
    .toSorted((one, other) => one.version - other.version)
    .slice(0, POSITIONS_PER_MESSAGE);
  const event: PositionsMoved = {
    type: 'positions.moved',
    officeId,
    positions: changed.map(({ position }) => position),
  };
  const message = { text: JSON.stringify(event), version: changed.at(-1)?.version ?? version };
  office.messages.set(version, message);
  return message;
}

/** Sends whose arrivals changed, in one office. */
function reportArrivals({ arrivals, send }: Follower): void {
  const [next] = arrivals;
  if (!next) return;
  const [officeId, couriers] = next;
  arrivals.delete(officeId);
  send(JSON.stringify({ type: 'arrivals.changed', officeId, courierIds: [...couriers] } satisfies ArrivalsChanged));
}

/**
 * Sends the newest positions of couriers, and whose arrivals changed, to the streams of this process. It polls the table once a second, in one query
 * for all streams, so it needs no notification from the service that stored them. A stream that is slow, or has several
 * offices, receives what changed since its last message.
 */
export class PositionBoard {
  readonly #db: Database;
  readonly #clock: Clock;
  readonly #logger: Logger;
  readonly #offices = new Map<string, OfficePositions>();
  readonly #followers = new Set<Follower>();
  #timer: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(db: Database, clock: Clock, logger: Logger) {
    this.#db = db;
    this.#clock = clock;
    this.#logger = logger;
  }

  /**
   * Subscribes a stream to the positions of some offices, starting with the current ones.
   * @param stream `isReady` is false while its client reads slowly; `send` receives one message for one office.
   * @returns a function that unsubscribes.
   */
  follow(officeIds: readonly string[], stream: Pick<Follower, 'isReady' | 'send'>): () => void {
    const follower: Follower = { officeIds, turn: 0, sent: new Map(), arrivals: new Map(), ...stream };
    this.#followers.add(follower);
    this.#timer ??= this.#schedule();
    return () => {
      this.#followers.delete(follower);
    };
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
    this.#followers.clear();
  }

  #schedule(): NodeJS.Timeout {
    return setTimeout(() => {
      void this.#poll();
    }, POLL_MS).unref();
  }

  async #poll(): Promise<void> {
    try {
      await this.#read();
      for (const follower of this.#followers)
        if (follower.isReady()) {
          reportArrivals(follower);
          this.#sendTo(follower);
        }
    } catch (error) {
      if (!this.#closed) this.#logger.warn({ err: error }, 'looking for positions failed');
    }
    if (this.#followers.size === 0) this.#offices.clear();
    this.#timer = this.#followers.size > 0 ? this.#schedule() : undefined;
  }

  async #read(): Promise<void> {
    const now = this.#clock().getTime();
    const followed = [...new Set([...this.#followers].flatMap(({ officeIds }) => officeIds))];
    if (followed.length === 0) return;
    const whole = followed.filter((id) => now - (this.#offices.get(id)?.loadedAt ?? -Infinity) >= RELOAD_MS);
    const { rows } = await sql<Row>`
      select office_id, courier_id, at, lat, lng, accuracy, speed, battery, arrivals_version from courier_positions
      where office_id = any(${followed}::text[])
        and at > ${new Date(now - POSITION_HOURS * HOUR_MS)}::timestamptz
        and (office_id = any(${whole}::text[]) or arrived_at > ${new Date(now - OVERLAP_MS)}::timestamptz)`.execute(
      this.#db,
    );
    for (const row of rows) this.#noteArrivals(row);
    for (const id of whole)
      this.#reload(
        id,
        rows.filter((row) => row.office_id === id),
        now,
      );
    for (const row of rows) this.#update(row);
  }

  /** Forgets the couriers of an office that have no current position any more. */
  #reload(officeId: string, rows: readonly Row[], now: number): void {
    const present = new Map(rows.map((row) => [String(row.courier_id), row.arrivals_version]));
    const office: OfficePositions = this.#offices.get(officeId) ?? {
      version: 0,
      couriers: new Map(),
      loadedAt: now,
      arrivals: present,
      messages: new Map(),
    };
    for (const id of office.couriers.keys()) if (!present.has(id)) office.couriers.delete(id);
    office.messages.clear();
    this.#offices.set(officeId, { ...office, loadedAt: now });
  }

  /** Even without a newer position: late fixes correct arrivals. */
  #noteArrivals({ office_id: officeId, courier_id: courier, arrivals_version: version }: Row): void {
    const known = this.#offices.get(officeId)?.arrivals;
    const courierId = String(courier);
    // A page reads earlier positions separately.
    if (!known || (known.get(courierId) ?? 0) === version) return;
    known.set(courierId, version);
    for (const { officeIds, arrivals } of this.#followers)
      if (officeIds.includes(officeId)) arrivals.set(officeId, (arrivals.get(officeId) ?? new Set()).add(courierId));
  }

  #update(row: Row): void {
    const office = this.#offices.get(row.office_id);
    const before = office?.couriers.get(String(row.courier_id));
    if (!office || (before && Date.parse(before.position.at) >= row.at.getTime())) return;
    office.version += 1;
    office.couriers.set(String(row.courier_id), { version: office.version, position: toPosition(row) });
    office.messages.clear();
  }

  /** Sends the changes of one office: the first in turn that has any. */
  #sendTo(follower: Follower): void {
    const { officeIds, sent } = follower;
    for (let step = 0; step < officeIds.length; step++) {
      const at = (follower.turn + step) % officeIds.length;
      const officeId = officeIds[at] ?? '';
      const office = this.#offices.get(officeId);
      const version = sent.get(officeId) ?? 0;
      if (!office || office.version <= version) continue;
      const message = messageAfter(officeId, office, version);
      sent.set(officeId, message.version);
      follower.turn = at + 1;
      follower.send(message.text);
      return;
    }
  }
}
