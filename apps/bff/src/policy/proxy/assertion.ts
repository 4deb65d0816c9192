import { ASSERTION, type AssertionClaims } from '@despacho/contracts/assertion';
import { SignJWT } from 'jose';
import { type Person } from '../../session/record.ts';

export type SignAssertion = (person: Person, company: string | null) => Promise<string>;

/** One name for a person, however they typed it: hosts look both parts up without regard to case. */
const subjectOf = ({ sucursal, username }: Person): string =>
  `${sucursal.normalize().toUpperCase()}/${username.normalize().toLowerCase()}`;

/** A name as a host gave it, without what no database stores: the service refuses claims that hold such characters. */
const storable = (name: string): string => name.replace(/\p{Cc}+/gu, ' ').toWellFormed();

/** What access is decided by is passed on as it is or not at all: a cleaned value could be somebody else's. */
const exact = (value: string): string => (storable(value) === value ? value : '');

/**
 * Who is asking, for the dispatch service alone: it cannot check a foreign token, so the gateway vouches for each call.
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
    return new SignJWT({ ...claims })
      .setProtectedHeader({ alg: ASSERTION.algorithm, typ: 'JWT' })
      .setIssuer(ASSERTION.issuer)
      .setAudience(ASSERTION.audience)
      .setIssuedAt()
      .setExpirationTime(`${ASSERTION.lifetime}s`)
      .sign(bytes);
  };
}
