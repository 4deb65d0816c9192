import { type FieldSession, fieldSession } from '@despacho/contracts/dispatch';
import { type Runtime } from '../../runtime.ts';
import { Failure } from '../../problems/failure.ts';
import { type KeyedHash } from '../../throttle/keyed-hash.ts';
import { type PhoneId } from '../../session/phone-cookie.ts';
import { accepts } from '../../upstream/accepts.ts';
import { discard } from '../../upstream/discard.ts';
import { getFromUpstream } from '../../upstream/get.ts';
import { readJson } from '../../upstream/read-json.ts';
import { statusFailure } from '../../upstream/status-failure.ts';
import { upstreamUrl } from '../../upstream/upstream-url.ts';
import { type Upstreams } from '../../upstream/upstreams.ts';
import { type SignPhoneAssertion } from './assertion.ts';

/** Sessions of couriers' phones. They are rows of the dispatch service; the gateway keeps nothing of them. */
export interface Phones {
  /**
   * Queries the dispatch service each time: a revocation works immediately, and a restart signs nobody out.
   * @returns the session; undefined if the phone is not connected.
   */
  sessionOf(phone: PhoneId, signal: AbortSignal): Promise<FieldSession | undefined>;
  /** @returns the csrf secret of a phone's id. Derived with a key, so nobody can compute a pair of id and token. */
  csrfSecretOf(phone: PhoneId): string;
}

const MAX_SESSION = 16 * 1024;

interface Parts {
  config: Runtime['config'];
  agents: Upstreams['agents'];
  hash: KeyedHash;
  /** Undefined without a dispatch service. */
  assertionFor: SignPhoneAssertion | undefined;
}

export function createPhones({ config: { OPERATIONS_URL: url }, agents, hash, assertionFor }: Parts): Phones {
  return {
    csrfSecretOf: ({ id }) => hash('phone-csrf', id).toString('base64url'),
    async sessionOf({ key }, signal) {
      if (!url || !assertionFor) throw new Failure('unavailable', { note: 'OPERATIONS_URL is not set' });
      const headers = { authorization: `Bearer ${await assertionFor(key, '')}` };
      const answer = await getFromUpstream(upstreamUrl(url, '/field/session'), '', headers, agents, signal);
      if (answer.statusCode === 200) {
        const session = await readJson(answer, MAX_SESSION, signal);
        if (accepts(fieldSession, session)) return session as FieldSession;
        throw new Failure('upstream-broken', { note: 'the session of a phone breaks its contract' });
      }
      discard(answer);
      if (answer.statusCode === 403) return undefined;
      // A 401 refuses the gateway, not the phone.
      const status = answer.statusCode === 401 ? 503 : (answer.statusCode ?? 0);
      throw statusFailure(status, undefined);
    },
  };
}
