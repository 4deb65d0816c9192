import { Failure } from '#problems/failure.ts';
import { unlessAborted } from '#unless-aborted.ts';
import { type AccountChanges } from './account-changes.ts';
import { type Identity, type IdentityCalls } from './identity.ts';
import { type SignedInSession } from './record.ts';
import { type Sessions } from './sessions.ts';

/** A permission revoked upstream stops working here within this time (design: 60 seconds). */
export const STALE_AFTER_MS = 60_000;
/** Pages that open together share one credentials call; one that opens later gets a new one. */
export const SHARED_FOR_MS = 3000;

export interface Freshness {
  /**
   * Ensures that the known permissions are at most `maxAgeMs` old (-1: always refreshed), and from after the last
   * reported change of the account. Concurrent requests of a session share one credentials call. The session ends only
   * if the host refuses its token.
   * @param requestId of the request, for the host's log; a shared call has that of the first one.
   * @throws Failure `session-ended`, or the host's failure (the session stays).
   */
  ensure(session: SignedInSession, maxAgeMs: number, signal: AbortSignal, requestId?: string): Promise<void>;
  /** Like `ensure`, during an outage of the session store: the result is stored only in the given session object. */
  look(session: SignedInSession, maxAgeMs: number, signal: AbortSignal, requestId?: string): Promise<void>;
}

interface Parts {
  calls: IdentityCalls;
  sessions: Sessions;
  changes: Pick<AccountChanges, 'isOutdated'>;
  now: () => number;
  timeoutMs: number;
}

export function createFreshness({ calls, sessions, changes, now, timeoutMs }: Parts): Freshness {
  type SignedInRecord = SignedInSession['record'];
  const flights = new Map<string, Promise<SignedInRecord>>();
  /** Results for requests that read the older record just before the shared call finished. */
  const landed = new Map<string, SignedInRecord>();

  async function describe(session: SignedInSession, requestId: string | undefined): Promise<Identity> {
    const { username, sucursal } = session.record.person;
    const limit = new AbortController();
    const timer = setTimeout(
      () => limit.abort(new Failure('upstream-timeout', { note: 'credentials call' })),
      timeoutMs,
    );
    try {
      return await calls.describe(username, sucursal, sessions.secretsOf(session), limit.signal, requestId);
    } finally {
      clearTimeout(timer);
    }
  }

  async function exchange(session: SignedInSession, requestId: string | undefined): Promise<SignedInRecord> {
    try {
      const identity = await describe(session, requestId);
      await sessions.update(session, identity.person, identity.secrets);
      landed.set(session.key, session.record);
      setTimeout(() => landed.delete(session.key), SHARED_FOR_MS).unref();
      return session.record;
    } catch (error) {
      if (error instanceof Failure && error.kind === 'session-ended') await sessions.destroy(session, 'host');
      throw error;
    }
  }

  function flightOf(session: SignedInSession, requestId: string | undefined): Promise<SignedInRecord> {
    const existing = flights.get(session.key);
    if (existing) return existing;
    const flight = exchange({ ...session }, requestId).finally(() => leave(session.key, flight));
    flights.set(session.key, flight);
    return flight;
  }

  /** Makes later requests start a new call. */
  function leave(key: string, flight: Promise<SignedInRecord>): void {
    if (flights.get(key) === flight) flights.delete(key);
  }

  async function share(session: SignedInSession, signal: AbortSignal, requestId?: string): Promise<SignedInRecord> {
    const flight = flightOf(session, requestId);
    try {
      return await unlessAborted(flight, signal);
    } catch (error) {
      // A client that timed out may retry immediately, and must not share the call that is about to fail.
      if (error instanceof Failure && error.kind === 'upstream-timeout') leave(session.key, flight);
      throw error;
    }
  }

  const fresh = ({ person }: SignedInRecord, maxAgeMs: number): boolean =>
    now() - person.takenAt <= maxAgeMs && !changes.isOutdated(person);

  async function renewed(session: SignedInSession, signal: AbortSignal, requestId?: string): Promise<SignedInRecord> {
    const record = await share(session, signal, requestId);
    // The shared call may have begun before the account changed.
    return changes.isOutdated(record.person) ? share(session, signal, requestId) : record;
  }

  return {
    async ensure(session, maxAgeMs, signal, requestId) {
      if (fresh(session.record, maxAgeMs)) return;
      const recent = landed.get(session.key);
      const { person, sealed } = recent && fresh(recent, maxAgeMs) ? recent : await renewed(session, signal, requestId);
      // Only the refreshed parts: this request may have recorded a use that the shared call's request had not.
      session.record = { ...session.record, person, sealed };
    },
    async look(session, maxAgeMs, signal, requestId) {
      if (fresh(session.record, maxAgeMs)) return;
      const { person } = await unlessAborted(describe(session, requestId), signal);
      session.record = { ...session.record, person };
    },
  };
}
