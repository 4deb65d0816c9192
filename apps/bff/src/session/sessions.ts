import { Failure } from '#problems/failure.ts';
import { orUnavailable } from '#problems/or-unavailable.ts';
import { createEndedKeys } from './ended-keys.ts';
import { createEnds, type EndReason, limitOf, type Limits, type SessionEnds } from './ends.ts';
import { type Owners } from './owner.ts';
import {
  type LiveSession,
  partsOf,
  type Person,
  type Proof,
  type ProviderSession,
  type SealedParts,
  type SeenFrom,
  type SessionRecord,
  type SignedInSession,
  type UpstreamSecrets,
} from './record.ts';
import { type Sealer } from '@despacho/server/sealing';
import { newSessionId, readSessionId, sessionKey } from './session-id.ts';
import { type SessionStore, type StoredSession } from './store.ts';

/** Uses within this time are written to the store once. */
const TOUCH_EVERY_MS = 20_000;

export interface NewSession {
  person: Person;
  secrets: UpstreamSecrets;
  /** Set by the caller, who sends its token. */
  csrfSecret: string | undefined;
  seenFrom: SeenFrom;
  by: Proof['by'];
  /** In epoch milliseconds; now by default. The person may have signed in at a provider long ago. */
  provedAt?: number | undefined;
  provider?: ProviderSession | undefined;
}

export interface Sessions {
  /**
   * @param known its key, if the caller has already hashed the same cookie.
   * @returns the session of a cookie's value, unless there is none or it has ended.
   */
  open(cookie: unknown, known?: string): Promise<LiveSession | undefined>;
  /**
   * Both return the session with its new id, which only the cookie may contain.
   * @param address of the client: the number of anonymous sessions per site is limited.
   */
  createAnonymous(csrfSecret: string | undefined, address: string): Promise<{ id: string; session: LiveSession }>;
  createSignedIn(made: NewSession): Promise<{ id: string; session: SignedInSession }>;
  /** Records a use by a person; `seenFrom` is only called if the use is written. */
  touch(session: LiveSession, seenFrom: () => SeenFrom): Promise<void>;
  /** Replaces the known data of the user. */
  update(session: SignedInSession, person: Person, secrets: UpstreamSecrets): Promise<void>;
  /** Stores that its user proved again who they are, just now. */
  prove(session: SignedInSession, by: Proof['by']): Promise<void>;
  /** Seals and stores a part of the session; undefined removes it. */
  seal<Part extends keyof SealedParts>(session: LiveSession, part: Part, value?: SealedParts[Part]): Promise<void>;
  /** @returns the part; undefined if there is none, or if it expired. */
  unseal<Part extends keyof SealedParts>(session: StoredSession | undefined, part: Part): SealedParts[Part] | undefined;
  /** @returns whether this call ended it. */
  destroy(session: LiveSession, reason: EndReason): Promise<boolean>;
  /** @param owners keys of one person (owner.ts). @returns their sessions, last used first. */
  listOf(owners: readonly string[]): Promise<StoredSession[]>;
  /** Removes expired sessions and logs their end; to be called regularly. */
  endExpired(): Promise<void>;
  secretsOf(session: SignedInSession): UpstreamSecrets;
  endsOf(record: SessionRecord): SessionEnds;
  owners: Owners;
  ping(): Promise<void>;
}

interface Parts {
  store: SessionStore;
  sealer: Sealer;
  owners: Owners;
  /** Key under which the site of an address is counted in the store. */
  siteKeyOf: (address: string) => string;
  config: Limits;
  now: () => number;
  /** Called for each end this gateway receives, so that nothing of the session continues. May be called twice. */
  onEnd: (key: string) => void;
  /** Called once for each signed-in session, by the gateway that ended it. */
  onEnded: (session: StoredSession, reason: EndReason) => void;
}

const reachable = <T>(work: Promise<T>): Promise<T> => orUnavailable(work, 'session store unreachable');

/** Additional data of a sealed part, so that one part cannot be used as another. */
const contextOf = (key: string, part: keyof SealedParts): string => `${key} ${part}`;

/** The life cycle of sessions, for any store. An unreachable store is a 503: nobody is let in, nobody signed out. */
export function createSessions({ store, sealer, owners, siteKeyOf, config, now, onEnd, onEnded }: Parts): Sessions {
  const endsOf = createEnds(config);
  const endedKeys = createEndedKeys(config.SESSION_ABSOLUTE_HOURS * 3_600_000, now);
  /** Opened secrets by record; records are immutable, so the result stays valid. */
  const opened = new WeakMap<SessionRecord, { key: string; secrets: UpstreamSecrets }>();
  const ttlOf = (record: SessionRecord) => endsOf(record).idleEndsAt - now();

  const sealPart = (key: string, part: keyof SealedParts, value: object): string =>
    sealer.seal(JSON.stringify(value), contextOf(key, part));

  async function write<Session extends LiveSession>(session: Session, record: Session['record']): Promise<void> {
    session.record = record;
    await reachable(store.update(session.key, partsOf(record).known));
  }

  function forget(key: string): void {
    endedKeys.add(key);
    onEnd(key);
  }
  store.onEndElsewhere(forget);

  function reportEnd(session: StoredSession, reason: EndReason): void {
    forget(session.key);
    if (session.record.person) onEnded(session, reason);
  }

  async function create<R extends SessionRecord>(
    make: (key: string) => R,
    ownedBy: readonly string[],
    site?: string,
  ): Promise<{ id: string; key: string; record: R }> {
    const id = newSessionId();
    const key = sessionKey(id);
    const record = make(key);
    const evicted = await reachable(store.create(key, record, ttlOf(record), ownedBy, site));
    for (const { reason, ...session } of evicted) reportEnd(session, reason);
    return { id, key, record };
  }

  async function destroy(session: LiveSession, reason: EndReason): Promise<boolean> {
    // Before the store is called, so that streams end now, whatever the store returns.
    onEnd(session.key);
    const ended = await reachable(store.delete(session.key));
    if (ended) reportEnd(session, reason);
    return ended;
  }

  return {
    async open(cookie, known) {
      const id = readSessionId(cookie);
      if (!id) return undefined;
      const key = known ?? sessionKey(id);
      if (endedKeys.has(key)) return undefined;
      const record = await reachable(store.get(key));
      if (!record) return undefined;
      if (ttlOf(record) > 0) return { key, record };
      await destroy({ key, record }, limitOf(endsOf(record)));
      return undefined;
    },
    async createAnonymous(csrfSecret, address) {
      const make = () => ({ csrfSecret, createdAt: now(), usedAt: now() });
      const { id, ...session } = await create(make, [], siteKeyOf(address));
      return { id, session };
    },
    async createSignedIn({ person, secrets, csrfSecret, seenFrom, by, provedAt = Infinity, provider }) {
      const { id, ...session } = await create((key) => {
        const sealed = sealer.seal(JSON.stringify(secrets), key);
        const at = now();
        const began = provider && { provider: sealPart(key, 'provider', provider), endsBy: provider.until };
        const proof = { at: Math.min(at, provedAt), by };
        return { csrfSecret, createdAt: at, usedAt: at, person, sealed, seenFrom, proof, ...began };
      }, owners.of(person));
      return { id, session };
    },
    async touch(session, seenFrom) {
      if (now() - session.record.usedAt < TOUCH_EVERY_MS) return;
      const use = { usedAt: now(), seenFrom: seenFrom() };
      session.record = { ...session.record, ...use };
      await reachable(store.touch(session.key, use, ttlOf(session.record)));
    },
    update: (session, person, secrets) =>
      write(session, { ...session.record, person, sealed: sealer.seal(JSON.stringify(secrets), session.key) }),
    prove: (session, by) => write(session, { ...session.record, proof: { at: now(), by } }),
    seal(session, part: keyof SealedParts, value) {
      const { [part]: _, ...record } = session.record;
      return write(session, { ...record, ...(value && { [part]: sealPart(session.key, part, value) }) });
    },
    unseal<Part extends keyof SealedParts>(session: StoredSession | undefined, part: Part) {
      const sealed = session?.record[part];
      const text = sealed === undefined ? undefined : sealer.open(sealed, contextOf(session?.key ?? '', part));
      const value = text === undefined ? undefined : (JSON.parse(text) as SealedParts[Part]);
      return value && value.until > now() ? value : undefined;
    },
    destroy,
    async listOf(names) {
      const found = await reachable(store.listOf(names));
      return found
        .filter(({ key, record }) => ttlOf(record) > 0 && !endedKeys.has(key))
        .sort((a, b) => b.record.usedAt - a.record.usedAt);
    },
    async endExpired() {
      for (const session of await reachable(store.takeExpired())) reportEnd(session, limitOf(endsOf(session.record)));
    },
    secretsOf(session) {
      const before = opened.get(session.record);
      if (before?.key === session.key) return before.secrets;
      const text = sealer.open(session.record.sealed, session.key);
      // Sealed with a secret that was removed from SESSION_SECRET: nothing can be done on the user's behalf.
      if (text === undefined) throw new Failure('session-ended', { note: 'session sealed with an unknown secret' });
      const secrets = JSON.parse(text) as UpstreamSecrets;
      opened.set(session.record, { key: session.key, secrets });
      return secrets;
    },
    endsOf,
    owners,
    ping: () => store.ping(),
  };
}
