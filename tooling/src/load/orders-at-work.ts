import { randomUUID } from 'node:crypto';
import { type Client, type Reply } from './client.ts';
import { type Random } from './random.ts';

const OFFICE = 'officeId=LIMA';
const KEY_HEADER = 'idempotency-key';
/** How many of the newest acknowledged changes are checked after a kill. */
const LOOKED_UP = 12;

interface Listed {
  id: string;
  version: number;
  state: string;
}

interface TimelineEntry {
  batch: string;
  order: { version: number };
}

/** A change without a response; it is repeated with the same key. */
interface Asked {
  path: string;
  body: object;
  key: string;
  order: string;
}

/**
 * Assigns and unassigns orders, one request at a time, and repeats unanswered requests with the same key. No other
 * client changes these orders.
 */
export class OrdersAtWork {
  acknowledged = 0;
  readonly #random: Random;
  /** Order and batch of each acknowledged change. */
  readonly #done: { order: string; batch: string }[] = [];
  #asked: Asked | undefined;
  #courier = '';

  constructor(random: Random) {
    this.#random = random;
  }

  /** Makes one change, or repeats the last one. @returns the outcome, if it was not acknowledged. */
  async step(client: Client): Promise<Reply | undefined> {
    const refusal = this.#asked ? undefined : await this.#choose(client);
    if (refusal) return refusal;
    const asked = this.#asked;
    if (!asked) return undefined;
    const outcome = await client.post(asked.path, asked.body, { [KEY_HEADER]: asked.key });
    // After signing in again, the same request is repeated.
    if (outcome.status !== 200) return outcome;
    const { batch } = outcome.body as { batch: string | null };
    this.#asked = undefined;
    // No other client changes these orders, so a refused or repeated change was carried out by an unanswered request.
    if (batch === null) return outcome;
    this.#done.push({ order: asked.order, batch });
    this.acknowledged += 1;
    return undefined;
  }

  async #choose(client: Client): Promise<Reply | undefined> {
    if (this.#courier === '') {
      const couriers = await client.get(`/api/couriers?${OFFICE}`);
      if (couriers.status !== 200) return couriers;
      this.#courier = (couriers.body as { id: string }[])[0]?.id ?? '';
    }
    const list = await client.get(`/api/orders?${OFFICE}&estado=pendiente,asignada&limite=20`);
    if (list.status !== 200) return list;
    const { orders } = list.body as { orders: Listed[] };
    const order = orders[this.#random.below(Math.max(1, orders.length))];
    if (!order) return undefined;
    const refs = { orders: [{ id: order.id, version: order.version }] };
    const assigned = order.state === 'asignada';
    this.#asked = {
      path: assigned ? `/api/assignments/unassign?${OFFICE}` : `/api/assignments?${OFFICE}`,
      body: assigned ? refs : { courierId: this.#courier, ...refs },
      key: randomUUID(),
      order: order.id,
    };
    return undefined;
  }

  /** Call while no writes are in progress. @returns faults in the newest acknowledged changes. */
  async check(client: Client): Promise<string[]> {
    const faults: string[] = [];
    for (const { order, batch } of this.#done.slice(-LOOKED_UP)) {
      const read = await client.get(`/api/orders/${order}?${OFFICE}`);
      if (read.status !== 200) {
        faults.push(`order ${order} cannot be read although everything runs`);
        continue;
      }
      const detail = read.body as { order: { version: number }; timeline: TimelineEntry[] };
      const times = detail.timeline.filter((entry) => entry.batch === batch).length;
      if (times !== 1) faults.push(`an acknowledged change of order ${order} happened ${times} times`);
      const versions = detail.timeline.map((entry) => entry.order.version).reverse();
      const whole = versions.every((version, index) => version === index + 1);
      if (!whole || versions.length !== detail.order.version)
        faults.push(`order ${order} has version ${detail.order.version} and tells of ${versions.join(' ')}`);
    }
    return faults;
  }
}
