import { createHash, randomUUID } from 'node:crypto';
import { crc32, deflateSync } from 'node:zlib';
import { type Client, type Outcome, type Reply } from './client.ts';
import { type Random } from './random.ts';

const OFFICE = 'officeId=LIMA';
/** A part is larger than the smallest accepted one, and a photo has several. */
const PART = 20_000;
const COMMENT = 50_000;
/** Fewer than the maximum of an order. */
const PHOTOS_PER_VISIT = 30;

interface Upload {
  id: string;
  sha256: string;
  bytes: Buffer;
}

interface Visit {
  id: string;
  order: string;
  /** The request that recorded it, until it is acknowledged. */
  asked: object | undefined;
  photos: number;
}

const isAnswered = (outcome: Outcome): outcome is Reply => outcome !== 'no answer' && outcome.status < 500;

const chunk = (type: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
};

/** @returns a small PNG in a large file, cheap to decode. Its comment makes each one different. */
function picture(comment: string): Buffer {
  const side = 48;
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header[8] = 8;
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('tEXt', Buffer.from(`Comment\0${comment}`, 'latin1')),
    chunk('IDAT', deflateSync(Buffer.alloc((side + 1) * side))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/**
 * A courier's phone that records visits and sends photos in parts, one request at a time. It repeats what was not
 * answered with the same ids, and continues each photo where the service says.
 */
export class PhotosAtWork {
  /** Photos that the service reported as stored. */
  acknowledged = 0;
  readonly #random: Random;
  readonly #stored: { order: string; sha256: string }[] = [];
  #visit: Visit | undefined;
  #upload: Upload | undefined;
  /** Bytes the service has; undefined if it must be asked. */
  #received: number | undefined;
  #courier = '';

  constructor(random: Random) {
    this.#random = random;
  }

  /** Connects `phone` to a courier on the way. Call while everything runs. */
  async connect(staff: Client, phone: Client): Promise<void> {
    const list = await staff.get(`/api/orders?${OFFICE}&estado=en_ruta&limite=1`);
    const [order] = (list as { body: { orders: { courier: { id: string } }[] } }).body.orders;
    this.#courier = order?.courier.id ?? '';
    const link = await staff.post(`/api/couriers/${this.#courier}/link?${OFFICE}`);
    const { fragment, code } = (link as { body: { fragment: string; code: string } }).body;
    await phone.get('/api/field/session');
    const connected = await phone.post('/api/field/connect', { secret: fragment, code });
    if (connected === 'no answer' || connected.status !== 200)
      throw new Error(`The phone could not be connected: ${JSON.stringify(connected)}`);
  }

  /** Sends one request. @returns the outcome if it was not acknowledged. */
  async step(phone: Client): Promise<Outcome | undefined> {
    if (!this.#visit || (this.#visit.photos >= PHOTOS_PER_VISIT && !this.#upload)) return this.#begin(phone);
    if (this.#visit.asked) return this.#record(phone, this.#visit, this.#visit.asked);
    this.#upload ??= this.#take(this.#visit);
    return this.#send(phone, this.#visit, this.#upload);
  }

  async #begin(phone: Client): Promise<Outcome | undefined> {
    const route = await phone.get('/api/field/route');
    if (!isAnswered(route) || route.status !== 200) return route;
    const { stops } = route.body as { stops: { id: string; state: string; attempt: number; version: number }[] };
    const stop = stops.find(({ state }) => state === 'en_ruta' || state === 'asignada');
    // A day's stops are more than a run needs; the last one takes further photos.
    if (!stop) throw new Error('The phone has no stop left');
    const id = randomUUID();
    const { id: order, attempt, version } = stop;
    const at = new Date().toISOString();
    const asked = { id, order, attempt, version, to: 'no_entregada', reason: 'ausente', at };
    this.#visit = { id, order, asked, photos: 0 };
    return undefined;
  }

  async #record(phone: Client, visit: Visit, asked: object): Promise<Outcome | undefined> {
    const outcome = await phone.post('/api/field/visits', asked);
    if (!isAnswered(outcome) || outcome.status !== 200) return outcome;
    visit.asked = undefined;
    return undefined;
  }

  #take(visit: Visit): Upload {
    visit.photos += 1;
    this.#received = undefined;
    const letter = String.fromCodePoint(97 + this.#random.below(26));
    const bytes = picture(`${randomUUID()} ${letter.repeat(COMMENT)}`);
    return { id: randomUUID(), sha256: createHash('sha256').update(bytes).digest('hex'), bytes };
  }

  async #send(phone: Client, visit: Visit, { id, sha256, bytes }: Upload): Promise<Outcome | undefined> {
    const at = this.#received;
    const photo = { id, visit: visit.id, kind: 'incidencia', bytes: bytes.length, sha256, takenAt: new Date().toISOString(), clockOffsetMs: 0, place: null }; // prettier-ignore
    const outcome =
      at === undefined
        ? await phone.post('/api/field/photos', photo)
        : await phone.post(`/api/field/photos/${id}/parts?offset=${at}`, bytes.subarray(at, at + PART));
    if (!isAnswered(outcome) || outcome.status !== 200) {
      this.#received = undefined;
      return outcome;
    }
    const { state, received } = outcome.body as { state: string; received: number };
    // Progress is never lost: a part was acknowledged once it was stored.
    if (at !== undefined && received < at) return outcome;
    this.#received = received;
    if (state === 'open') return undefined;
    this.#upload = undefined;
    if (state !== 'stored') return outcome;
    this.#stored.push({ order: visit.order, sha256 });
    this.acknowledged += 1;
    return undefined;
  }

  /** Call while no photo is sent. @returns faults: acknowledged photos that are missing or doubled, rows without files. */
  async check(staff: Client): Promise<string[]> {
    const faults: string[] = [];
    for (const order of new Set(this.#stored.slice(-PHOTOS_PER_VISIT).map((photo) => photo.order))) {
      const list = await staff.get(`/api/orders/${order}/evidence?${OFFICE}`);
      if (list === 'no answer' || list.status !== 200) return [`the photos of order ${order} cannot be read`];
      const photos = list.body as { id: string; sha256: string }[];
      for (const { sha256 } of this.#stored.filter((photo) => photo.order === order)) {
        const times = photos.filter((photo) => photo.sha256 === sha256).length;
        if (times !== 1) faults.push(`an acknowledged photo of order ${order} is there ${times} times`);
      }
      for (const { id } of photos) {
        const file = await staff.get(`/api/evidence/${id}/file?${OFFICE}&medida=mini`);
        if (file === 'no answer' || file.status !== 200) faults.push(`photo ${id} has no file`);
      }
    }
    return faults;
  }
}
