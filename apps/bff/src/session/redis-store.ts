import { type RedisConnection } from '../redis/redis-connection.ts';
import { type SessionRecord } from './record.ts';
import { CREATE, DELETE, LIST, REPLACE, TAKE_EXPIRED } from './redis-scripts.ts';
import { type Sealer } from './sealing.ts';
import {
  type EvictedSession,
  MAX_ANONYMOUS,
  MAX_PER_PERSON,
  MAX_SIGNED_IN,
  type SessionStore,
  type StoredSession,
} from './store.ts';

/** With the version of the form: what an earlier one has left is not read, and goes when its time is over. */
const PREFIX = 'despacho:2:';
/** A session stays this long after its time, so that a gateway finds it and tells of its end. */
const KEPT_AFTER_MS = 10 * 60_000;
/** A list of a person is kept as long as the longest session there can be (SESSION_ABSOLUTE_HOURS: 168). */
const LIST_KEPT_MS = 7 * 24 * 3_600_000 + KEPT_AFTER_MS;
/** Ends told in one step; the rest is for the next. */
const MAX_TAKEN = 200;

interface RedisStoreOptions {
  redis: RedisConnection;
  sealer: Sealer;
  now?: () => number;
  maxSignedIn?: number;
  maxAnonymous?: number;
  maxPerPerson?: number;
}

/**
 * Sessions shared by several gateways and kept over restarts. A copy of the data tells nobody anything: records are
 * sealed whole, and keys are hashes. Without Redis every call rejects at once.
 */
export function createRedisStore({
  redis: { client, withinTime },
  sealer,
  now = Date.now,
  maxSignedIn = MAX_SIGNED_IN,
  maxAnonymous = MAX_ANONYMOUS,
  maxPerPerson = MAX_PER_PERSON,
}: RedisStoreOptions): SessionStore {
  const run = (script: string, keys: string[], args: (string | number)[]) =>
    withinTime(client.eval(script, { keys, arguments: [PREFIX, ...args].map(String) }));
  const nameOf = (key: string) => `${PREFIX}session:${key}`;
  const seal = (key: string, record: SessionRecord) => sealer.seal(JSON.stringify(record), key);

  function opened(key: string, sealed: unknown): SessionRecord | undefined {
    const text = typeof sealed === 'string' ? sealer.open(sealed, key) : undefined;
    return text === undefined ? undefined : (JSON.parse(text) as SessionRecord);
  }

  /** What a script answers in rows of `width`, of which the first two are key and record. */
  function rowsOf(answer: unknown, width: 2 | 3): (StoredSession & { more: string | undefined })[] {
    const cells = answer as string[];
    return Array.from({ length: cells.length / width }, (_, row) =>
      cells.slice(row * width, (row + 1) * width),
    ).flatMap(([key = '', sealed, more]) => {
      const record = opened(key, sealed);
      return record ? [{ key, record, more }] : [];
    });
  }

  const subscriber = client.duplicate();
  // Told of by the connection that is shared.
  subscriber.on('error', () => undefined);

  return {
    async get(key) {
      return opened(key, await withinTime(client.hGet(nameOf(key), 'record')));
    },
    async create(key, record, ttlMs, [owner = '', ...older] = []) {
      const endsAt = Math.ceil(now() + ttlMs);
      const keepMs = Math.max(1, Math.ceil(ttlMs)) + (owner === '' ? 0 : KEPT_AFTER_MS);
      const answer = await run(
        CREATE,
        [nameOf(key)],
        [
          key,
          seal(key, record),
          keepMs,
          owner,
          record.usedAt,
          endsAt,
          LIST_KEPT_MS,
          maxPerPerson,
          maxSignedIn,
          maxAnonymous,
          ...older,
        ],
      );
      return rowsOf(answer, 3).map(({ more, ...session }) => ({
        ...session,
        reason: more as EvictedSession['reason'],
      }));
    },
    async replace(key, record, ttlMs) {
      const keepMs = Math.max(1, Math.ceil(ttlMs)) + (record.person ? KEPT_AFTER_MS : 0);
      const args = [key, seal(key, record), keepMs, record.usedAt, Math.ceil(now() + ttlMs), LIST_KEPT_MS];
      await run(REPLACE, [nameOf(key)], args);
    },
    async delete(key) {
      return (await run(DELETE, [nameOf(key)], [key])) === 1;
    },
    async listOf(owners) {
      return rowsOf(await run(LIST, [], [...owners]), 2).map(({ key, record }) => ({ key, record }));
    },
    async takeExpired() {
      const answer = await run(TAKE_EXPIRED, [], [now(), MAX_TAKEN]);
      return rowsOf(answer, 2).map(({ key, record }) => ({ key, record }));
    },
    onEndElsewhere(listener) {
      subscriber
        .connect()
        .then(() => subscriber.subscribe(`${PREFIX}ended`, listener))
        .catch(() => undefined);
    },
    async ping() {
      await withinTime(client.ping());
    },
    // The shared connection is closed by whoever made it.
    close() {
      if (subscriber.isOpen) subscriber.destroy();
      return Promise.resolve();
    },
  };
}
