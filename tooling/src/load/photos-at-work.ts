import { createHash, randomUUID } from 'node:crypto';
import { blackPng } from '../pictures/black-png.ts';
import { type Client, type Reply } from './client.ts';
import { type Random } from './random.ts';

const OFFICE = 'officeId=LIMA';
const KEY_HEADER = 'idempotency-key';
/** A part is larger than the smallest accepted one, and a photo has several. */
const PART = 20_000;
const COMMENT = 50_000;
/** Fewer than the maximum of an order. */
const PHOTOS_PER_ORDER = 38;
const ORDERS = 5;

interface Upload {
  id: string;
  sha256: string;
  bytes: Buffer;
}

interface Visit {
  id: string;
  order: string;
}

const NEW_ORDER = {
  client: { id: null, name: 'Bodega Sur', phone: null },
  recipient: { name: 'Rosa Quispe', phone: null },
  place: { address: 'Av. Arequipa 100', reference: null, ubigeo: '150122', point: null },
  date: '2099-12-31',
  window: null,
  packages: 1,
  weightGrams: 500,
  clientReference: null,
  guide: null,
  note: null,
  collectDue: null,
  priority: 'normal',
};

/** @throws Error for any other status than 200. */
async function done<T>(outcome: Promise<Reply>): Promise<T> {
  const reply = await outcome;
  if (reply.status !== 200) throw new Error(`The phone is not ready: ${JSON.stringify(reply)}`);
  return reply.body as T;
}

/**
 * A courier's phone that sends photos of its visits in parts, one request at a time. It repeats what was not answered
 * with the same ids, and continues each photo where the service says.
 */
export class PhotosAtWork {
  /** Photos that the service reported as stored. */
  acknowledged = 0;
  readonly #random: Random;
  readonly #stored: { order: string; sha256: string }[] = [];
  readonly #visits: Visit[] = [];
  #upload: (Upload & { visit: Visit }) | undefined;
  #last: (Upload & { visit: Visit }) | undefined;
  /** Bytes the service has; undefined if it must be asked. */
  #received: number | undefined;

  constructor(random: Random) {
    this.#random = random;
  }

  /**
   * Connects `phone` to a courier and records visits of orders created for it. Call while everything runs and before
   * others change orders.
   */
  async connect(staff: Client, phone: Client): Promise<void> {
    const [courier] = await done<{ id: string }[]>(staff.get(`/api/couriers?${OFFICE}`));
    const courierId = courier?.id ?? '';
    const { fragment, code } = await done<{ fragment: string; code: string }>(
      staff.post(`/api/couriers/${courierId}/link?${OFFICE}`),
    );
    await phone.get('/api/field/session');
    await done(phone.post('/api/field/connect', { secret: fragment, code }));
    for (let count = 0; count < ORDERS; count += 1) {
      const { id: order } = await done<{ id: string }>(
        staff.post(`/api/orders?${OFFICE}`, NEW_ORDER, { [KEY_HEADER]: randomUUID() }),
      );
      const assigned = { courierId, orders: [{ id: order, version: 1 }] };
      await done(staff.post(`/api/assignments?${OFFICE}`, assigned, { [KEY_HEADER]: randomUUID() }));
      const id = randomUUID();
      const at = new Date().toISOString();
      const visit = { id, order, attempt: 1, version: 2, to: 'no_entregada', reason: 'ausente', at };
      await done(phone.post('/api/field/visits', visit));
      this.#visits.push({ id, order });
    }
  }

  /** Sends one request. @returns the outcome if it was not acknowledged. */
  step(phone: Client): Promise<Reply | undefined> {
    this.#upload ??= this.#take();
    return this.#send(phone, this.#upload);
  }

  #take(): Upload & { visit: Visit } {
    const taken = this.#stored.length;
    // In a long run the orders become full: the last photo is repeated, which changes nothing.
    const visit = this.#visits[Math.floor(taken / PHOTOS_PER_ORDER)];
    if (!visit) {
      if (!this.#last) throw new Error('The phone is not connected');
      return this.#last;
    }
    const letter = String.fromCodePoint(97 + this.#random.below(26));
    const bytes = blackPng(48, 48, { text: `${randomUUID()} ${letter.repeat(COMMENT)}` });
    this.#last = { id: randomUUID(), sha256: createHash('sha256').update(bytes).digest('hex'), bytes, visit };
    return this.#last;
  }

  async #send(phone: Client, { visit, id, sha256, bytes }: Upload & { visit: Visit }): Promise<Reply | undefined> {
    const at = this.#received;
    const photo = {
      id,
      visit: visit.id,
      kind: 'incidencia',
      bytes: bytes.length,
      sha256,
      takenAt: new Date().toISOString(),
      clockOffsetMs: 0,
      place: null,
    };
    const outcome =
      at === undefined
        ? await phone.post('/api/field/photos', photo)
        : await phone.post(`/api/field/photos/${id}/parts?offset=${at}`, bytes.subarray(at, at + PART));
    if (outcome.status !== 200) {
      this.#received = undefined;
      return outcome;
    }
    const { state, received } = outcome.body as { state: string; received: number };
    // Progress is never lost: a part was acknowledged once it was stored.
    if (at !== undefined && received < at) return outcome;
    this.#received = received;
    if (state === 'open') return undefined;
    this.#upload = undefined;
    this.#received = undefined;
    if (state !== 'stored') return outcome;
    if (!this.#stored.some((photo) => photo.sha256 === sha256)) this.#stored.push({ order: visit.order, sha256 });
    this.acknowledged += 1;
    return undefined;
  }

  /** Call while no photo is sent. @returns faults: acknowledged photos that are missing or doubled, rows without files. */
  async check(staff: Client): Promise<string[]> {
    const faults: string[] = [];
    for (const order of new Set(this.#stored.slice(-PHOTOS_PER_ORDER).map((photo) => photo.order))) {
      const list = await staff.get(`/api/orders/${order}/evidence?${OFFICE}`);
      if (list.status !== 200) return [`the photos of order ${order} cannot be read`];
      const photos = list.body as { id: string; sha256: string }[];
      for (const { sha256 } of this.#stored.filter((photo) => photo.order === order)) {
        const times = photos.filter((photo) => photo.sha256 === sha256).length;
        if (times !== 1) faults.push(`an acknowledged photo of order ${order} is there ${times} times`);
      }
      for (const { id } of photos) {
        const file = await staff.get(`/api/evidence/${id}/file?${OFFICE}&medida=mini`);
        if (file.status !== 200) faults.push(`photo ${id} has no file`);
      }
    }
    return faults;
  }
}
