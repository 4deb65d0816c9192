import { type EvidenceKind } from '@despacho/contracts/dispatch';
import { type PhoneDb, type QueueRow } from './database.ts';
import { seal, unseal } from './sealing.ts';
import { eraseTiles } from './tile-cache.ts';
import { type Fix, isFull, PhoneFull, type Place, type VisitDraft } from './types.ts';

/** What each kind of row sends, encrypted at rest. */
export type QueueBody =
  | {
      kind: 'visit';
      draft: VisitDraft;
      at: string;
      clockOffsetMs: number | null;
      place: Place | null;
      corrects?: string;
      photos: { id: string; kind: EvidenceKind }[];
    }
  | {
      kind: 'photo';
      visit: string;
      code: string;
      type: EvidenceKind;
      sha256: string;
      takenAt: string;
      /** When its file was made, if the browser reported it. */
      fileAt?: string | undefined;
      clockOffsetMs: number | null;
      place: Place | null;
    }
  | { kind: 'start'; at: string; clockOffsetMs: number | null; missing?: string[]; day?: string }
  | { kind: 'end'; at: string; clockOffsetMs: number | null; unsent: number }
  | { kind: 'note'; note: string; code: string }
  /** «La puerta es aquí» of a stop: `order` is its id. */
  | {
      kind: 'door';
      order: string;
      code: string;
      attempt: number;
      at: string;
      clockOffsetMs: number | null;
      place: Place;
    }
  /** The courier's order of the open stops, for a day's route; `before`: the order that was shown. */
  | { kind: 'order'; at: string; clockOffsetMs: number | null; day: string; before: string[]; stops: string[] }
  | { kind: 'positions'; fixes: Fix[]; clockOffsetMs: number | null };

export type BodyOf<Kind extends QueueBody['kind']> = Extract<QueueBody, { kind: Kind }>;

/** A new item to send. */
export interface NewItem {
  id: string;
  body: QueueBody;
  after?: string;
  /** The picture, if it is a photo. */
  bytes?: ArrayBuffer;
}

/** The rows to be sent, of every courier who used this phone. The part of the database that the sender uses. */
export interface Queue {
  rows: () => Promise<QueueRow[]>;
  /**
   * Stores all items or none.
   * @returns once the browser has written them to the disk.
   * @throws PhoneFull if there is no room, also after removing everything that was already sent.
   */
  add: (courierId: string, items: readonly NewItem[], now: number) => Promise<void>;
  /** @throws OperationError if this phone cannot decrypt it any more. */
  open: (row: QueueRow) => Promise<QueueBody>;
  /** @throws OperationError, as above. */
  photo: (row: QueueRow) => Promise<ArrayBuffer>;
  update: (seq: number, changes: Partial<Omit<QueueRow, 'seq'>>) => Promise<void>;
  /** Removes a row and its picture. */
  remove: (row: Pick<QueueRow, 'seq' | 'id'>) => Promise<void>;
  /** Removes items that were sent before a time. */
  forget: (before: number) => Promise<void>;
}

const STRICT = { durability: 'strict' } as const;

/** @returns the queue of a phone's database. */
export function queueOf(db: PhoneDb): Queue {
  const forget = async (before: number): Promise<void> => {
    const change = db.transaction('queue', 'readwrite', STRICT);
    for await (const cursor of change.store)
      if (cursor.value.state === 'sent' && cursor.value.at < before) await cursor.delete();
    await change.done;
  };
  const add: Queue['add'] = async (courierId, items, now) => {
    // Encrypted first: a transaction ends if it is idle while something else is awaited.
    const sealed = await Promise.all(
      items.map(async ({ id, body, after, bytes }) => ({
        row: {
          id,
          courierId,
          kind: body.kind,
          state: 'waiting' as const,
          problem: null,
          at: now,
          sentAt: null,
          inReview: false,
          after: after ?? null,
          bytes: bytes?.byteLength ?? 0,
          tries: 0,
          body: await seal(db, courierId, id, new TextEncoder().encode(JSON.stringify(body))),
        },
        picture: bytes && (await seal(db, courierId, id, bytes)),
      })),
    );
    const change = db.transaction(['queue', 'photos'], 'readwrite', STRICT);
    const written = sealed.flatMap(({ row, picture }) => [
      // The database assigns `seq`.
      change.objectStore('queue').add(row as QueueRow),
      ...(picture ? [change.objectStore('photos').put(picture, row.id)] : []),
    ]);
    await Promise.all([...written, change.done]).catch((error: unknown) => {
      // Of the requests of an aborted transaction, only one has the reason.
      throw change.error ?? error;
    });
  };
  return {
    rows: () => db.getAll('queue'),
    async add(...item) {
      try {
        await add(...item);
      } catch (error) {
        if (!isFull(error)) throw error;
        try {
          await Promise.all([forget(Infinity), eraseTiles()]);
          await add(...item);
        } catch {
          // A full disk may also have closed the connection.
          throw new PhoneFull('queue', { cause: error });
        }
      }
    },
    async open(row) {
      return JSON.parse(new TextDecoder().decode(await unseal(db, row, row.body))) as QueueBody;
    },
    async photo(row) {
      const picture = await db.get('photos', row.id);
      if (!picture) throw new DOMException('no picture', 'OperationError');
      return unseal(db, row, picture);
    },
    async update(seq, changes) {
      const change = db.transaction('queue', 'readwrite', STRICT);
      const row = await change.store.get(seq);
      if (row) await change.store.put({ ...row, ...changes });
      await change.done;
    },
    async remove({ seq, id }) {
      const change = db.transaction(['queue', 'photos'], 'readwrite', STRICT);
      await Promise.all([
        change.objectStore('queue').delete(seq),
        change.objectStore('photos').delete(id),
        change.done,
      ]);
    },
    forget,
  };
}
