import { type FieldRoute, type FieldSession } from '@despacho/contracts/dispatch';
import { type DBSchema, deleteDB, type IDBPDatabase, openDB } from 'idb';
import { type QueueKind, type SendState } from './types.ts';

/** Ciphertext of AES-GCM. */
export interface Sealed {
  iv: Uint8Array<ArrayBuffer>;
  data: ArrayBuffer;
}

/** An item to send. Personal data is only in `body`, which is encrypted. */
export interface QueueRow {
  /** Assigned by the database, in order of creation. */
  seq: number;
  /** A UUID created on this phone. The service counts it once, so that repeating it is safe. */
  id: string;
  courierId: string;
  kind: QueueKind;
  state: Exclude<SendState, 'sending' | 'stuck'>;
  problem: string | null;
  /** By the phone's clock, in epoch milliseconds. */
  at: number;
  /** When the service acknowledged it. */
  sentAt: number | null;
  /** Whether the office decides about it. */
  inReview: boolean;
  /** Id of the row that must be sent first: the visit of a photo, or the corrected visit. */
  after: string | null;
  /** Bytes of a photo. */
  bytes: number;
  /** Number of failed attempts that may be repeated. */
  tries: number;
  /** When to try again after a failed attempt, in epoch milliseconds. */
  nextAt?: number;
  body: Sealed;
}

/** The route as the service returned it. */
export interface StoredRoute {
  route: FieldRoute;
  etag: string | null;
  /** When the request began, and when its answer arrived. */
  readAt: number;
  loadedAt: number;
}

/** The measured difference of the clocks. */
export interface Clock {
  /** The server's clock minus the phone's. */
  offsetMs: number;
  /** How long the measuring call took; half of it is the largest error. */
  rttMs: number;
}

interface PhoneSchema extends DBSchema {
  session: { key: 'session'; value: FieldSession };
  route: { key: 'route'; value: StoredRoute };
  clock: { key: 'clock'; value: Clock };
  /** By courier. Not extractable: the key cannot be read, only used by this origin on this phone. */
  keys: { key: string; value: CryptoKey };
  queue: { key: number; value: QueueRow; indexes: { id: string } };
  /** Encrypted pictures, by the id of their row in the queue. */
  photos: { key: string; value: Sealed };
}

export type PhoneDb = IDBPDatabase<PhoneSchema>;

const DB_NAME = 'despacho-reparto';

/**
 * Opens this phone's database.
 * @param onOutdated called when a newer version of the page upgrades the database, after this connection was closed.
 * @param onTerminated called when the browser has closed the connection, as Chromium does on a full disk.
 */
export async function openPhoneDb(
  name = DB_NAME,
  onOutdated?: () => void,
  onTerminated?: () => void,
): Promise<PhoneDb> {
  const db: PhoneDb = await openDB<PhoneSchema>(name, 1, {
    upgrade(fresh) {
      for (const store of ['session', 'route', 'clock', 'keys', 'photos'] as const) fresh.createObjectStore(store);
      fresh
        .createObjectStore('queue', { keyPath: 'seq', autoIncrement: true })
        .createIndex('id', 'id', { unique: true });
    },
    blocking() {
      db.close();
      onOutdated?.();
    },
    ...(onTerminated && { terminated: onTerminated }),
  });
  return db;
}

export const deletePhoneDb = (name = DB_NAME): Promise<void> => deleteDB(name);
