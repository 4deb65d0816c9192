import { addLast } from '@despacho/server/add-last';
import { createSealer } from '@despacho/server/sealing';
import { orUnavailable } from '#problems/or-unavailable.ts';
import { type RedisConnection } from '#redis/redis-connection.ts';
import { createKeyedHash } from '#throttle/keyed-hash.ts';

/** Most notes in the memory of this process; the oldest goes first. */
const MAX_NOTES = 20_000;

/**
 * Short texts by key, for some time: ids of logout tokens that were used, and whose a provider's session is. Shared by
 * the gateways if they share Redis.
 */
export interface LogoutNotes {
  /** @returns false if there is a note with this key already, which then stays. */
  add(key: string, text: string, milliseconds: number): Promise<boolean>;
  /** Replaces a note with this key. */
  put(key: string, text: string, milliseconds: number): Promise<void>;
  read(key: string): Promise<string | undefined>;
}

const PREFIX = 'despacho:logout:';

function inRedis({ client, withinTime }: RedisConnection, secrets: readonly string[]): LogoutNotes {
  const hash = createKeyedHash(secrets);
  const sealer = createSealer(secrets);
  const nameOf = (key: string): string => PREFIX + hash('logout', key).toString('base64url');
  const reachable = <T>(work: Promise<T>): Promise<T> => orUnavailable(withinTime(work), 'logout notes unreachable');
  const set = (key: string, text: string, milliseconds: number, only: { condition?: 'NX' }) => {
    const name = nameOf(key);
    const expiration = { type: 'PX', value: milliseconds } as const;
    return reachable(client.set(name, sealer.seal(text, name), { ...only, expiration }));
  };
  return {
    add: async (...note) => (await set(...note, { condition: 'NX' })) !== null,
    async put(...note) {
      await set(...note, {});
    },
    async read(key) {
      const name = nameOf(key);
      const sealed = await reachable(client.get(name));
      return sealed === null ? undefined : sealer.open(sealed, name);
    },
  };
}

export function createLogoutNotes(
  redis: RedisConnection | undefined,
  secrets: readonly string[],
  now: () => number,
): LogoutNotes {
  if (redis) return inRedis(redis, secrets);
  const notes = new Map<string, { text: string; until: number }>();
  const valid = (key: string): string | undefined => {
    const note = notes.get(key);
    return note && note.until > now() ? note.text : undefined;
  };
  const put = (key: string, text: string, milliseconds: number): void =>
    addLast(notes, key, { text, until: now() + milliseconds }, MAX_NOTES);
  return {
    add(key, ...note) {
      const isNew = valid(key) === undefined;
      if (isNew) put(key, ...note);
      return Promise.resolve(isNew);
    },
    put: (...note) => Promise.resolve(put(...note)),
    read: (key) => Promise.resolve(valid(key)),
  };
}
