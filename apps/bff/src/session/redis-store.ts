import { type RedisConnection } from '#redis/redis-connection.ts';
import { partsOf, type SessionKnown, type SessionRecord, type SessionUse } from './record.ts';
import { CREATE, DELETE, LIST, TAKE_EXPIRED, TOUCH, UPDATE } from './redis-scripts.ts';
import { type Sealer } from '@despacho/server/sealing';
import {
  type EvictedSession,
  MAX_ANONYMOUS,
  MAX_ANONYMOUS_PER_SITE,
  MAX_PER_PERSON,
  MAX_SIGNED_IN,
  type SessionStore,
  type StoredSession,
} from './store.ts';

/** Contains the version of the format: records of an earlier one are ignored and expire. */
const PREFIX = 'despacho:3:';
/** Number of ended sessions handled in one step; the rest follows in the next. */
const MAX_TAKEN = 200;

const useOf = (key: string) => `${key} use`;

interface RedisStoreOptions {
  redis: RedisConnection;
  sealer: Sealer;
  now?: () => number;
  maxSignedIn?: number;
  maxAnonymous?: number;
  maxAnonymousPerSite?: number;
  maxPerPerson?: number;
}

/**
 * Sessions shared by several gateways, which survive restarts. A copy of the data reveals nothing: records are sealed,
 * in two parts, and keys are hashes. Without Redis every call rejects immediately.
 */
export function createRedisStore({
  redis: { client, withinTime },
  sealer,
  now = Date.now,
  maxSignedIn = MAX_SIGNED_IN,
  maxAnonymous = MAX_ANONYMOUS,
  maxAnonymousPerSite = MAX_ANONYMOUS_PER_SITE,
  maxPerPerson = MAX_PER_PERSON,
}: RedisStoreOptions): SessionStore {
  const run = (script: string, keys: string[], args: (string | number)[]) =>
    withinTime(client.eval(script, { keys, arguments: [PREFIX, ...args].map(String) }));
  const nameOf = (key: string) => `${PREFIX}session:${key}`;
  const sealKnown = (key: string, known: SessionKnown) => sealer.seal(JSON.stringify(known), key);
  // With its own context, so that the two parts cannot be swapped.
  const sealUse = (key: string, use: SessionUse) => sealer.seal(JSON.stringify(use), useOf(key));
  const ttlArgument = (ttlMs: number) => Math.max(1, Math.ceil(ttlMs));

  function opened(sealed: unknown, context: string): object | undefined {
    const text = typeof sealed === 'string' ? sealer.open(sealed, context) : undefined;
    return text === undefined ? undefined : (JSON.parse(text) as object);
  }

  function recordOf(key: string, sealedKnown: unknown, sealedUse: unknown): SessionRecord | undefined {
    const known = opened(sealedKnown, key);
    const use = opened(sealedUse, useOf(key));
    return known && use ? ({ ...known, ...use } as SessionRecord) : undefined;
  }

  /** A script's result in rows of `width`, which begin with key, record and use. */
  function rowsOf(answer: unknown, width: 3 | 4): (StoredSession & { more: string | undefined })[] {
    const cells = answer as string[];
    return Array.from({ length: cells.length / width }, (_, row) =>
      cells.slice(row * width, (row + 1) * width),
    ).flatMap(([key = '', known, use, more]) => {
      const record = recordOf(key, known, use);
      return record ? [{ key, record, more }] : [];
    });
  }

  const subscriber = client.duplicate();
  // Reported by the shared connection.
  subscriber.on('error', () => undefined);

  return {
    async get(key) {
      const [known, use] = await withinTime(client.hmGet(nameOf(key), ['record', 'use']));
      return recordOf(key, known, use);
    },
    async create(key, record, ttlMs, [owner = '', ...older] = [], site = '') {
      const { use, known } = partsOf(record);
      const answer = await run(
        CREATE,
        [nameOf(key)],
        [
          key,
          sealUse(key, use),
          use.usedAt,
          ttlArgument(ttlMs),
          Math.ceil(now() + ttlMs),
          sealKnown(key, known),
          owner,
          maxPerPerson,
          maxSignedIn,
          maxAnonymous,
          site,
          maxAnonymousPerSite,
          ...older,
        ],
      );
      return rowsOf(answer, 4).map(({ more, ...session }) => ({
        ...session,
        reason: more as EvictedSession['reason'],
      }));
    },
    async touch(key, use, ttlMs) {
      const args = [key, sealUse(key, use), use.usedAt, ttlArgument(ttlMs), Math.ceil(now() + ttlMs)];
      await run(TOUCH, [nameOf(key)], args);
    },
    async update(key, known) {
      await run(UPDATE, [nameOf(key)], [sealKnown(key, known)]);
    },
    async delete(key) {
      return (await run(DELETE, [nameOf(key)], [key])) === 1;
    },
    async listOf(owners) {
      return rowsOf(await run(LIST, [], [...owners]), 3).map(({ key, record }) => ({ key, record }));
    },
    async takeExpired() {
      const answer = await run(TAKE_EXPIRED, [], [now(), MAX_TAKEN]);
      return rowsOf(answer, 3).map(({ key, record }) => ({ key, record }));
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
    // The owner of the shared connection closes it.
    close() {
      if (subscriber.isOpen) subscriber.destroy();
      return Promise.resolve();
    },
  };
}
