import { ASSERTION, type AssertionClaims, type FieldClaims, type GuestClaims } from '@despacho/contracts/assertion';
import { type LinkedPrincipal } from '@despacho/contracts';
import { SignJWT } from 'jose';
import { type Person } from '#session/record.ts';

export type SignAssertion = (person: Person, company: string | null) => Promise<string>;

/** Data about the client of a phone or guest, in addition to its session. */
export interface LinkedClient {
  /** A name for the device, in Spanish. */
  deviceName: string;
  /** See `GuestClaims`. */
  network: string;
}

/** @param session hash of the id in the cookie; null if the request has none. @param client unknown for a mere check. */
export type SignLinkedAssertion = (
  principal: LinkedPrincipal,
  session: string | null,
  client?: LinkedClient,
) => Promise<string>;

const sign = (
  key: Uint8Array,
  audience: string,
  claims: AssertionClaims | FieldClaims | GuestClaims | Record<string, never>,
): Promise<string> =>
  new SignJWT({ ...claims })
    .setProtectedHeader({ alg: ASSERTION.algorithm, typ: 'JWT' })
    .setIssuer(ASSERTION.issuer)
    .setAudience(audience)
    .setIssuedAt()
    .setExpirationTime(`${ASSERTION.lifetime}s`)
    .sign(key);

/**
 * One name per user, by which the service counts their quotas: the office that the host states, because a host may accept
 * several spellings of a sucursal, and the user name without case or surrounding spaces.
 */
const subjectOf = ({ officeId, username }: Person): string =>
  `${officeId.normalize().toUpperCase()}/${username.normalize('NFKC').trim().toLowerCase()}`;

/** A host's name without characters that databases reject: the service refuses claims that contain them. */
const storable = (name: string): string => name.replace(/\p{Cc}+/gu, ' ').toWellFormed();

/** Values that decide access are passed unchanged or not at all: a cleaned value could match another user's. */
const exact = (value: string): string => (storable(value) === value ? value : '');

/**
 * Identifies the user to the dispatch service, which cannot verify foreign tokens: the gateway signs each call.
 * @param key OPERATIONS_KEY.
 */
export function createAssertions(key: string): SignAssertion {
  const bytes = new TextEncoder().encode(key);
  return (person, company) => {
    const claims: AssertionClaims = {
      sub: storable(subjectOf(person)),
      username: storable(person.username),
      user: storable(person.user),
      company: company === null ? null : exact(company),
      officeId: exact(person.officeId),
      charge: exact(person.charge),
      modules: [...person.modules],
    };
    return sign(bytes, ASSERTION.audience, claims);
  };
}

/**
 * Names a courier's phone, or a guest, to the dispatch service, which knows the owner of its session.
 * @param key OPERATIONS_KEY.
 */
export function createLinkedAssertions(key: string): SignLinkedAssertion {
  const bytes = new TextEncoder().encode(key);
  return (principal, session, { deviceName, network } = { deviceName: '', network: '' }) =>
    principal === 'courier'
      ? sign(bytes, ASSERTION.fieldAudience, { device: session, deviceName })
      : sign(bytes, ASSERTION.guestAudience, { session, network });
}

/**
 * Identifies the gateway itself, for its reports to the trails.
 * @param key OPERATIONS_KEY.
 */
export function createTrailAssertions(key: string): () => Promise<string> {
  const bytes = new TextEncoder().encode(key);
  return () => sign(bytes, ASSERTION.trailAudience, {});
}
