import { isOffice } from '#platform/database/in-office.ts';
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { OPEN_STATES } from '@despacho/contracts/dispatch';
import { transact } from '#platform/database/transact.ts';
import { type Dispatcher, systemIn } from '#platform/dispatch/dispatcher.ts';
import { lockOffice } from '#people/offices/offices-repository.ts';
import { fieldsOf, type OrderRow } from './order-row.ts';
import { findOrder } from './orders-repository.ts';
import { differing, writeChanges } from './write-changes.ts';
import { type OrderServices } from '../services.ts';
import { nextBudget } from '../geocoder/pace.ts';
import { locate } from '../places/find-place.ts';
import { keyFormerOrders } from '../places/key-former-orders.ts';
import { placeByDoors } from '../places/known-doors.ts';
import {
  atCentre,
  geocodedAt,
  placedAt,
  placeOf,
  type PlaceFields,
  placeOrders,
  queryOf,
} from '../places/place-orders.ts';
import { claimNext, releaseWaiting, removeWaiting, type WaitingOrder } from '../places/waiting-orders.ts';

/** How often to look for orders that another process has added. */
const IDLE_MS = 10_000;
/** Until the next look, while others use up the pace. */
const BUSY_MS = 1000;
/** Between two pages of orders of earlier releases. */
const PAGE_MS = 200;
/** After a failed call; doubled after each further one. */
const FIRST_BACKOFF_MS = 5000;
const MAX_BACKOFF_MS = 5 * 60_000;
const MAX_ATTEMPTS = 5;

/** The result of a step. */
type Step = 'located' | 'nothing' | 'unneeded' | 'busy' | 'spent' | 'failed' | 'keyed' | 'idle';

const isLocatable = ({ state }: OrderRow): boolean =>
  ([...OPEN_STATES, 'no_entregada'] as const).some((each) => each === state);

/** Whether two rows are at the same address as written, and the later one is where it was, or known less exactly. */
const isThere = (row: OrderRow, seen: OrderRow): boolean =>
  row.address === seen.address &&
  row.ubigeo === seen.ubigeo &&
  (row.approximate || (row.lat === seen.lat && row.lng === seen.lng && row.place_contested === seen.place_contested));

/**
 * Calls the geocoder for orders that were written without a place, one after another in the background, and places orders
 * again about which something else was learned. The queue is in the database, so that a restart loses nothing and several
 * processes share the work.
 */
export class OrderLocator {
  readonly #services: OrderServices;
  readonly #stop = new AbortController();
  #lastOffice = '';
  #backoffMs = 0;
  #running: Promise<void> = Promise.resolve();

  constructor(services: OrderServices) {
    this.#services = services;
  }

  start(): void {
    this.#running = this.#run();
  }

  /** Resolves when the current step has finished. None follows. */
  async stop(): Promise<void> {
    this.#stop.abort();
    await this.#running;
  }

  async #run(): Promise<void> {
    const { signal } = this.#stop;
    while (!signal.aborted) {
      const step = await this.step().catch((error: unknown): Step => {
        this.#services.logger.warn({ err: error }, 'an order could not be placed; it stays in the queue');
        return 'idle';
      });
      const waits: Partial<Record<Step, number>> = {
        idle: IDLE_MS,
        busy: BUSY_MS,
        keyed: PAGE_MS,
        failed: this.#backoffMs,
      };
      const wait = waits[step] ?? 0;
      if (wait > 0) await pause(wait, undefined, { signal }).catch(() => undefined);
    }
  }

  /** Places the next order; without one, keys the doors of some orders of an earlier release. */
  async step(): Promise<Step> {
    const { db, clock, shares } = this.#services;
    const order = await claimNext(db, this.#lastOffice, clock());
    if (!order) return (await keyFormerOrders(db, clock())) ? 'keyed' : 'idle';
    this.#lastOffice = order.officeId;
    const step = await shares.run({ company: '', office: order.officeId, person: '' }, () => this.#place(order));
    if (step === 'busy') await releaseWaiting(db, order, clock(), false);
    else if (step === 'spent') await releaseWaiting(db, order, nextBudget(clock()), false);
    else if (step === 'failed' && order.attempts + 1 < MAX_ATTEMPTS)
      await releaseWaiting(db, order, new Date(clock().getTime() + this.#backOff()), true);
    else await removeWaiting(db, order);
    if (step !== 'busy' && step !== 'failed') this.#backoffMs = 0;
    return step;
  }

  #backOff(): number {
    this.#backoffMs = Math.min(MAX_BACKOFF_MS, Math.max(FIRST_BACKOFF_MS, 2 * this.#backoffMs));
    return this.#backoffMs;
  }

  async #systemOf({ companyId, officeId }: WaitingOrder): Promise<Dispatcher | undefined> {
    const office = await this.#services.db
      .selectFrom('offices')
      .select('time_zone as timeZone')
      .where(isOffice({ companyId, officeId }))
      .executeTakeFirst();
    return office && systemIn({ companyId, officeId, ...office });
  }

  async #place(order: WaitingOrder): Promise<Step> {
    const { db, clock, config } = this.#services;
    const system = await this.#systemOf(order);
    const row = system && (await findOrder(db, system, order.orderId));
    if (!row || !isLocatable(row)) return 'unneeded';
    const isGeocoded = row.place_source === 'geocodificador';
    if (!row.approximate && !isGeocoded) return this.#agree(system, row);
    const before = row.approximate ? fieldsOf(row) : atCentre(fieldsOf(row));
    // Another order with the same address may have been placed since.
    const [known] = await placeOrders({ db, config }, system, [before], clock());
    if (known && !known.isUnknown) return this.#write(system, row, known.fields);
    const query = queryOf(before);
    if (query === undefined || !config.geocoder) return 'unneeded';
    const located = await locate(this.#services, order, { query, ubigeo: row.ubigeo }, this.#stop.signal);
    if (typeof located === 'string') return located;
    return located.at ? this.#write(system, row, placedAt(before, geocodedAt(located.at))) : 'nothing';
  }

  /** Marks an order as its door is: contested, or located by a person of another office. */
  async #agree(system: Dispatcher, row: OrderRow): Promise<Step> {
    const before = fieldsOf(row);
    const [door] = await placeByDoors(this.#services.db, system, [before]);
    if (door?.isContested) return this.#write(system, row, { ...before, placeContested: true });
    return row.place_contested && door?.source === 'persona'
      ? this.#write(system, row, placedAt(before, door))
      : 'unneeded';
  }

  /** Writes the place, unless a person has changed the address or the pin meanwhile. */
  async #write(system: Dispatcher, seen: OrderRow, place: PlaceFields): Promise<Step> {
    const { db, clock, feed } = this.#services;
    const step = await transact(db, async (trx): Promise<Step> => {
      await lockOffice(trx, system);
      const row = await findOrder(trx, system, seen.id);
      if (!row || !isLocatable(row) || !isThere(row, seen)) return 'unneeded';
      const fields = fieldsOf(row);
      const patch = differing(fields, placeOf(place));
      if (Object.keys(patch).length === 0) return 'nothing';
      await writeChanges(trx, system, { id: randomUUID(), now: clock() }, [{ row, fields, patch, what: 'ubicada' }]);
      return 'located';
    });
    if (step === 'located') feed.nudge(system.officeId);
    return step;
  }
}
