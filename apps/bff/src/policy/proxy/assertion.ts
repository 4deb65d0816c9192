import { ASSERTION, type AssertionClaims, type FieldClaims } from '@despacho/contracts/assertion';
import { SignJWT } from 'jose';
import { type Person } from '../../session/record.ts';

export type SignAssertion = (person: Person, company: string | null) => Promise<string>;

/** @param device hash of the phone's id; null if the request has none. */
export type SignPhoneAssertion = (device: string | null, deviceName: string) => Promise<string>;

const sign = (key: Uint8Array, audience: string, claims: AssertionClaims | FieldClaims): Promise<string> =>
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
 * Names a courier's phone to the dispatch service, which knows whether and for whom it is connected.
 * @param key OPERATIONS_KEY.
 */
export function createPhoneAssertions(key: string): SignPhoneAssertion {
  const bytes = new TextEncoder().encode(key);
  return (device, deviceName) => sign(bytes, ASSERTION.fieldAudience, { device, deviceName });
}
