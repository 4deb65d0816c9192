import { randomUUID } from 'node:crypto';
import { type Client, type Outcome } from './client.ts';
import { type Random } from './random.ts';

const OFFICE = 'officeId=LIMA';
const KEY_HEADER = 'idempotency-key';
/** How many of the newest acknowledged changes are looked up after a kill. */
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

/** A change that has been asked for and has no answer yet: it will be asked for again, by the same key. */
interface Asked {
  path: string;
  body: object;
  key: string;
  order: string;
}

const answered = (outcome: Outcome): outcome is Exclude<Outcome, 'no answer'> =>
  outcome !== 'no answer' && outcome.status < 500;

/**
 * Assigns orders and takes them back, one request after the other, and repeats by its key what was not answered. Nobody
 * else changes these orders.
 */
export class OrdersAtWork {
  acknowledged = 0;
  repeated = 0;
  readonly #random: Random;
  /** Order and batch of each change that was acknowledged. */
  readonly #done: { order: string; batch: string }[] = [];
  #asked: Asked | undefined;
  #courier = '';

  constructor(random: Random) {
    this.#random = random;
  }

  /** Does one thing, or asks again for the last one. @returns the outcome that kept it from being done, if any. */
  async step(client: Client): Promise<Outcome | undefined> {
    if (this.#asked) this.repeated += 1;
    else {
      const refusal = await this.#choose(client);
      if (refusal !== undefined) return refusal;
    }
    const asked = this.#asked;
    if (!asked) return undefined;
    const outcome = await client.post(asked.path, asked.body, { [KEY_HEADER]: asked.key });
    // Whoever has to sign in again first asks for the same afterwards.
    if (!answered(outcome) || outcome.status !== 200) return outcome;
    const { batch } = outcome.body as { batch: string | null };
    this.#asked = undefined;
    // Nobody else changes these orders: what was refused, or found done already, had been done without an answer.
    if (batch === null) return outcome;
    this.#done.push({ order: asked.order, batch });
    this.acknowledged += 1;
    return undefined;
  }

  async #choose(client: Client): Promise<Outcome | undefined> {
    if (this.#courier === '') {
      const couriers = await client.get(`/api/couriers?${OFFICE}`);
      if (couriers === 'no answer' || couriers.status !== 200) return couriers;
      this.#courier = (couriers.body as { id: string }[])[0]?.id ?? '';
    }
    const list = await client.get(`/api/orders?${OFFICE}&estado=pendiente,asignada&limite=20`);
    if (list === 'no answer' || list.status !== 200) return list;
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

  /** While nobody works. @returns what is wrong with the newest changes that were acknowledged. */
  async check(client: Client): Promise<string[]> {
    const faults: string[] = [];
    for (const { order, batch } of this.#done.slice(-LOOKED_UP)) {
      const read = await client.get(`/api/orders/${order}?${OFFICE}`);
      if (read === 'no answer' || read.status !== 200) {
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
