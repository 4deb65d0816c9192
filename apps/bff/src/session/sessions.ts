import { type Config } from '../config.ts';
import { Failure } from '../problems/failure.ts';
import {
  type LiveSession,
  type Person,
  type SessionRecord,
  type SignedInSession,
  type UpstreamSecrets,
} from './record.ts';
import { type Sealer } from './sealing.ts';
import { newSessionId, readSessionId, sessionKey } from './session-id.ts';
import { type SessionStore } from './store.ts';

/** Long enough to type a password, short enough that a forgotten login page costs nothing. */
const ANONYMOUS_MS = 15 * 60_000;
/** Uses within this time are one write to the store. */
const TOUCH_EVERY_MS = 20_000;

interface SessionEnds {
  idleEndsAt: number;
  endsAt: number;
}

export interface Sessions {
  /** @returns the session a cookie's value names, unless there is none or it has ended. */
  open(cookie: unknown): Promise<LiveSession | undefined>;
  /** Both answer the new id, which only the cookie may hold, beside the session. The csrf secret is set by the caller. */
  createAnonymous(csrfSecret: string | undefined): Promise<{ id: string; session: LiveSession }>;
  createSignedIn(
    person: Person,
    secrets: UpstreamSecrets,
    csrfSecret: string | undefined,
  ): Promise<{ id: string; session: SignedInSession }>;
  /** Notes that a person did something. */
  touch(session: LiveSession): Promise<void>;
  /** Replaces what is known about the person. */
  update(session: SignedInSession, person: Person, secrets: UpstreamSecrets): Promise<void>;
  destroy(session: LiveSession): Promise<void>;
  secretsOf(session: SignedInSession): UpstreamSecrets;
  endsOf(record: SessionRecord): SessionEnds;
  ping(): Promise<void>;
}

interface Parts {
  store: SessionStore;
  sealer: Sealer;
  config: Pick<Config, 'SESSION_IDLE_MINUTES' | 'SESSION_ABSOLUTE_HOURS'>;
  now: () => number;
  /** Told once per session that this gateway ends. */
  onEnd: (key: string) => void;
}

async function reachable<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch {
    throw new Failure('unavailable', { note: 'session store unreachable', retryAfterSeconds: 5 });
  }
}

/** The life of sessions, over any store. A store that cannot be reached is a 503: nobody is let in, nobody signed out. */
export function createSessions({ store, sealer, config, now, onEnd }: Parts): Sessions {
  const idleMs = config.SESSION_IDLE_MINUTES * 60_000;
  const absoluteMs = config.SESSION_ABSOLUTE_HOURS * 3_600_000;

  const endsOf = ({ person, usedAt, createdAt }: SessionRecord): SessionEnds => {
    const endsAt = createdAt + (person ? absoluteMs : ANONYMOUS_MS);
    return { endsAt, idleEndsAt: Math.min(endsAt, person ? usedAt + idleMs : endsAt) };
  };
  const ttlOf = (record: SessionRecord) => endsOf(record).idleEndsAt - now();

  async function create<R extends SessionRecord>(
    make: (key: string) => R,
  ): Promise<{ id: string; key: string; record: R }> {
    const id = newSessionId();
    const key = sessionKey(id);
    const record = make(key);
    await reachable(store.create(key, record, ttlOf(record)));
    return { id, key, record };
  }

  async function replace<R extends SessionRecord>(session: { key: string; record: R }, record: R): Promise<void> {
    session.record = record;
    await reachable(store.replace(session.key, record, ttlOf(record)));
  }

  async function destroy({ key }: LiveSession): Promise<void> {
    onEnd(key);
    await reachable(store.delete(key));
  }

  return {
    async open(cookie) {
      const id = readSessionId(cookie);
      if (!id) return undefined;
      const key = sessionKey(id);
      const record = await reachable(store.get(key));
      if (!record) return undefined;
      if (ttlOf(record) > 0) return { key, record };
      await destroy({ key, record });
      return undefined;
    },
    async createAnonymous(csrfSecret) {
      const { id, ...session } = await create(() => ({ csrfSecret, createdAt: now(), usedAt: now() }));
      return { id, session };
    },
    async createSignedIn(person, secrets, csrfSecret) {
      const { id, ...session } = await create((key) => {
        const sealed = sealer.seal(JSON.stringify(secrets), key);
        return { csrfSecret, createdAt: now(), usedAt: now(), person, sealed };
      });
      return { id, session };
    },
    async touch(session) {
      if (now() - session.record.usedAt < TOUCH_EVERY_MS) return;
      await replace(session, { ...session.record, usedAt: now() });
    },
    async update(session, person, secrets) {
      const sealed = sealer.seal(JSON.stringify(secrets), session.key);
      await replace(session, { ...session.record, person, sealed });
    },
    destroy,
    secretsOf(session) {
      const text = sealer.open(session.record.sealed, session.key);
      // Sealed with a secret that has been taken out of SESSION_SECRET: nothing can be done on the person's behalf.
      if (text === undefined) throw new Failure('session-ended', { note: 'session sealed with an unknown secret' });
      return JSON.parse(text) as UpstreamSecrets;
    },
    endsOf,
    ping: () => store.ping(),
  };
}
