import { type LinkedPrincipal } from '@despacho/contracts';
import {
  fieldArea,
  type FieldSession,
  fieldSession,
  type GuestSession,
  guestSession,
  type MapArea,
} from '@despacho/contracts/dispatch';
import type * as z from 'zod/mini';
import { type Runtime } from '#runtime.ts';
import { Failure } from '#problems/failure.ts';
import { type KeyedHash } from '#throttle/keyed-hash.ts';
import { type LinkedId } from '#session/linked-cookie.ts';
import { accepts } from '#upstream/accepts.ts';
import { discard } from '#upstream/discard.ts';
import { getFromUpstream } from '#upstream/get.ts';
import { readJson } from '#upstream/read-json.ts';
import { statusFailure } from '#upstream/status-failure.ts';
import { upstreamUrl } from '#upstream/upstream-url.ts';
import { type Upstreams } from '#upstream/upstreams.ts';
import { type SignLinkedAssertion } from './assertion.ts';

/** The dispatch service's answer for each kind of session. */
export interface LinkedSession {
  courier: FieldSession;
  guest: GuestSession;
}

const READS = {
  courier: { path: '/field/session', form: fieldSession },
  guest: { path: '/guest/session', form: guestSession },
} as const satisfies Record<LinkedPrincipal, object>;

const AREA = { path: '/field/area', form: fieldArea } as const;

type FieldArea = z.infer<typeof fieldArea>;

/** Sessions of couriers' phones and of guests. They are rows of the dispatch service; the gateway keeps nothing of them. */
export interface LinkedSessions {
  /**
   * Queries the dispatch service each time: a revocation works immediately, and a restart signs nobody out.
   * @returns the session; undefined if the id is not valid, or no longer.
   */
  sessionOf<Principal extends LinkedPrincipal>(
    linked: LinkedId & { principal: Principal },
    signal: AbortSignal,
  ): Promise<LinkedSession[Principal] | undefined>;
  /** @returns the area whose tiles a phone may read, as of now; null without stops; undefined if the phone is not connected. */
  areaOf(linked: LinkedId, signal: AbortSignal): Promise<MapArea | null | undefined>;
  /** @returns the csrf secret of an id. Derived with a key, so nobody can compute a pair of id and token. */
  csrfSecretOf(linked: LinkedId): string;
}

const MAX_SESSION = 16 * 1024;

interface Parts {
  config: Runtime['config'];
  agents: Upstreams['agents'];
  hash: KeyedHash;
  /** Undefined without a dispatch service. */
  assertionFor: SignLinkedAssertion | undefined;
}

export function createLinkedSessions({
  config: { OPERATIONS_URL: url },
  agents,
  hash,
  assertionFor,
}: Parts): LinkedSessions {
  /** @returns undefined if the service knows no such session. */
  async function read<Value>(
    { principal, key }: LinkedId,
    { path, form }: { path: string; form: z.ZodMiniType },
    signal: AbortSignal,
  ): Promise<Value | undefined> {
    if (!url || !assertionFor) throw new Failure('unavailable', { note: 'OPERATIONS_URL is not set' });
    const headers = { authorization: `Bearer ${await assertionFor(principal, key)}` };
    const answer = await getFromUpstream(upstreamUrl(url, path), '', headers, agents, signal);
    if (answer.statusCode === 200) {
      const value = await readJson(answer, MAX_SESSION, signal);
      if (accepts(form, value)) return value as Value;
      throw new Failure('upstream-broken', { note: `the ${path} of a ${principal} breaks its contract` });
    }
    discard(answer);
    if (answer.statusCode === 403) return undefined;
    // A 401 refuses the gateway, not the caller.
    const status = answer.statusCode === 401 ? 503 : (answer.statusCode ?? 0);
    throw statusFailure(status, undefined);
  }
  return {
    csrfSecretOf: ({ principal, id }) =>
      hash(principal === 'courier' ? 'phone-csrf' : 'guest-csrf', id).toString('base64url'),
    sessionOf: <Principal extends LinkedPrincipal>(
      linked: LinkedId & { principal: Principal },
      signal: AbortSignal,
    ): Promise<LinkedSession[Principal] | undefined> => read(linked, READS[linked.principal], signal),
    areaOf: async (linked, signal) => (await read<FieldArea>(linked, AREA, signal))?.area,
  };
}
