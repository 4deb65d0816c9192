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
  put(key: string, text: string, milliseconds: number): Promise<void>;
  read(key: string): Promise<string | undefined>;
}

const PREFIX = 'despacho:logout:';

function inRedis({ client, withinTime }: RedisConnection, secrets: readonly string[]): LogoutNotes {
  const hash = createKeyedHash(secrets);
  const sealer = createSealer(secrets);
  const nameOf = (key: string): string => PREFIX + hash('logout', key).toString('base64url');
  const reachable = <T>(work: Promise<T>): Promise<T> => orUnavailable(withinTime(work), 'logout notes unreachable');
  return {
    async put(key, text, value) {
      const name = nameOf(key);
      await reachable(client.set(name, sealer.seal(text, name), { expiration: { type: 'PX', value } }));
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
  return {
    put(key, text, milliseconds) {
      addLast(notes, key, { text, until: now() + milliseconds }, MAX_NOTES);
      return Promise.resolve();
    },
    read(key) {
      const note = notes.get(key);
      return Promise.resolve(note && note.until > now() ? note.text : undefined);
    },
  };
}
