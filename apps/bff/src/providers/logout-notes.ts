import { addLast } from '@despacho/server/add-last';
import { createSealer } from '@despacho/server/sealing';
import { orUnavailable } from '#problems/or-unavailable.ts';
import { type RedisConnection } from '#redis/redis-connection.ts';
import { createKeyedHash } from '#throttle/keyed-hash.ts';

/** Maximum of notes per provider in memory; the oldest is removed first. The limit of one company does not affect another. */
const MAX_NOTES = 20_000;

/**
 * Short texts by issuer and key that expire: ids of used logout tokens, subjects of providers' sessions, and ended sessions.
 * Shared by gateways that share Redis.
 */
export interface LogoutNotes {
  put(issuer: string, key: string, text: string, milliseconds: number): Promise<void>;
  read(issuer: string, key: string): Promise<string | undefined>;
}

const PREFIX = 'despacho:logout:';

function inRedis({ client, withinTime }: RedisConnection, secrets: readonly string[]): LogoutNotes {
  const hash = createKeyedHash(secrets);
  const sealer = createSealer(secrets);
  const nameOf = (issuer: string, key: string): string =>
    PREFIX + hash('logout', `${issuer}\n${key}`).toString('base64url');
  const reachable = <T>(work: Promise<T>): Promise<T> => orUnavailable(withinTime(work), 'logout notes unreachable');
  return {
    async put(issuer, key, text, value) {
      const name = nameOf(issuer, key);
      await reachable(client.set(name, sealer.seal(text, name), { expiration: { type: 'PX', value } }));
    },
    async read(issuer, key) {
      const name = nameOf(issuer, key);
      const sealed = await reachable(client.get(name));
      return sealed === null ? undefined : sealer.open(sealed, name);
    },
  };
}

/** @param redis keeps the notes, sealed with `secrets`; without it they are in memory. @param now the clock. */
export function createLogoutNotes(
  redis: RedisConnection | undefined,
  secrets: readonly string[],
  now: () => number,
): LogoutNotes {
  if (redis) return inRedis(redis, secrets);
  const notesOf = new Map<string, Map<string, { text: string; until: number }>>();
  return {
    put(issuer, key, text, milliseconds) {
      const notes = notesOf.get(issuer) ?? new Map<string, { text: string; until: number }>();
      notesOf.set(issuer, notes);
      addLast(notes, key, { text, until: now() + milliseconds }, MAX_NOTES);
      return Promise.resolve();
    },
    read(issuer, key) {
      const note = notesOf.get(issuer)?.get(key);
      return Promise.resolve(note && note.until > now() ? note.text : undefined);
    },
  };
}
