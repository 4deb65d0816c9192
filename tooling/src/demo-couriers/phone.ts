import { type FieldRoute, type FieldSession } from '@despacho/contracts/dispatch';
import { type Problem } from '@despacho/contracts';
import {
  FieldFailure,
  measureClock,
  type NewItem,
  type PhotoProgress,
  type Queue,
  type QueueBody,
  type QueueRow,
  type SenderCalls,
  sendNext,
  type Step,
} from '../../../apps/web/tools/courier.ts';
import { type Client, type Reply } from '../load/client.ts';

/** How long sent rows stay, for the photos that follow them. */
const KEPT_MS = 2 * 60 * 60_000;
/** In which browser the office sees the phone. */
const AGENT = { 'user-agent': 'Mozilla/5.0 (Linux; Android 14; K) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile' };

/** @throws FieldFailure for every answer but 200, as the page's own calls. */
function valueOf({ status, body }: Reply): unknown {
  if (status === 200) return body;
  if (status === 0) throw new FieldFailure('network');
  const { type = '', detail } = (body ?? {}) as Partial<Problem>;
  throw new FieldFailure(type.replace('urn:despacho:problem:', ''), detail, status);
}

/** The page's queue, in memory: a demonstration that is stopped forgets what it has not sent. */
function memoryQueue(): Queue {
  const items = new Map<number, { row: QueueRow; body: QueueBody; bytes: ArrayBuffer }>();
  let last = 0;
  const of = ({ seq }: QueueRow) => {
    const item = items.get(seq);
    if (!item) throw new Error(`Row ${seq} was removed`);
    return item;
  };
  return {
    rows: () => Promise.resolve([...items.values()].map(({ row }) => row)),
    add(courierId, added, now) {
      for (const { id, body, after = null, bytes = new ArrayBuffer() } of added) {
        const seq = (last += 1);
        const sealed = { iv: new Uint8Array(), data: new ArrayBuffer() };
        const row: QueueRow = {
          seq,
          id,
          courierId,
          kind: body.kind,
          state: 'waiting',
          problem: null,
          at: now,
          sentAt: null,
          inReview: false,
          after,
          bytes: bytes.byteLength,
          tries: 0,
          body: sealed,
        };
        items.set(seq, { row, body, bytes });
      }
      return Promise.resolve();
    },
    open: (row) => Promise.resolve(of(row).body),
    photo: (row) => Promise.resolve(of(row).bytes),
    update(seq, changes) {
      const item = items.get(seq);
      if (item) item.row = { ...item.row, ...changes };
      return Promise.resolve();
    },
    remove({ seq }) {
      items.delete(seq);
      return Promise.resolve();
    },
    forget(before) {
      for (const [seq, { row }] of items) if (row.state === 'sent' && row.at < before) items.delete(seq);
      return Promise.resolve();
    },
  };
}

/** A courier's phone without a screen: the page's sender, with separate cookies, clock and queue. */
export class Phone {
  readonly #client: Client;
  readonly #now: () => number;
  readonly #queue = memoryQueue();
  readonly #calls: SenderCalls;
  #clock: ReturnType<typeof measureClock> | undefined;
  #courierId = '';

  /** @param now the phone's clock. */
  constructor(client: Client, now: () => number) {
    this.#client = client;
    this.#now = now;
    this.#calls = {
      sendVisit: (body) => this.#write('visits', body),
      sendReport: (body) => this.#write('visits/report', body),
      sendPhoto: (body) => this.#write<PhotoProgress>('photos', body),
      sendPhotoPart: (id, offset, part) => this.#write(`photos/${id}/parts?offset=${offset}`, new Uint8Array(part)),
      sendStart: (body) => this.#write('start', body),
      sendEnd: (body) => this.#write('end', body),
      sendNoteRead: (id) => this.#write(`notes/${id}/read`),
      sendDoor: (body) => this.#write('doors', body),
      sendOrder: (body) => this.#write('stops', body),
      sendPositions: (body) => this.#write('positions', body),
    };
  }

  /** The time by this phone's clock, as its requests state it. */
  get moment(): { at: string; clockOffsetMs: number | null } {
    return { at: new Date(this.#now()).toISOString(), clockOffsetMs: this.#clock?.offsetMs ?? null };
  }

  /** Exchanges a link of the office. @throws FieldFailure if that is refused. */
  async connect({ fragment, code }: { fragment: string; code: string }): Promise<FieldSession> {
    // Sets the cookies without which nothing can be sent.
    await this.#client.get('/api/field/session');
    return this.#opened(await this.#write<FieldSession>('connect', { secret: fragment, code }));
  }

  /** @throws FieldFailure if the phone is not connected, or there is no answer. */
  async open(): Promise<FieldSession> {
    return this.#opened(await this.#read<FieldSession>('session'));
  }

  readRoute(): Promise<FieldRoute> {
    return this.#read<FieldRoute>('route');
  }

  add(...items: NewItem[]): Promise<void> {
    return this.#queue.add(this.#courierId, items, this.#now());
  }

  /** @returns how many items wait to be sent. */
  async countUnsent(): Promise<number> {
    return (await this.#queue.rows()).filter(({ state }) => state === 'waiting').length;
  }

  /** Sends the queue in order, until it is empty or something prevents it. */
  async send(): Promise<Exclude<Step, 'sent'>> {
    await this.#queue.forget(this.#now() - KEPT_MS);
    const ports = {
      queue: this.#queue,
      calls: this.#calls,
      courierId: this.#courierId,
      now: this.#now,
      report: () => undefined,
    };
    for (;;) {
      const step = await sendNext(ports);
      if (step !== 'sent') return step;
    }
  }

  #opened(session: FieldSession): FieldSession {
    this.#courierId = session.courierId;
    return session;
  }

  async #read<T extends { now: string }>(path: string): Promise<T> {
    const sentAt = this.#now();
    const value = valueOf(await this.#client.get(`/api/field/${path}`)) as T;
    this.#clock = measureClock(value.now, sentAt, this.#now(), this.#clock);
    return value;
  }

  async #write<T>(path: string, body?: object): Promise<T> {
    const post = async () => valueOf(await this.#client.post(`/api/field/${path}`, body, AGENT)) as T;
    try {
      return await post();
    } catch (error) {
      if (!(error instanceof FieldFailure) || error.kind !== 'wrong-csrf-token') throw error;
      // After a restart of the gateway, as the page does.
      await this.#client.get('/api/field/session');
      return post();
    }
  }
}
