import { ASSERTION, type AssertionClaims } from '@despacho/contracts/assertion';
import { SignJWT } from 'jose';
import { NORTE_RUC, PEOPLE, type PersonName, SUR_RUC } from './people.ts';
import { NOW, OPERATIONS_KEY } from './test-services.ts';

/** The gateway's claims for a person of the tests. */
export function claimsOf(name: PersonName): AssertionClaims {
  const person = PEOPLE.find(({ id }) => id === name);
  if (!person) throw new Error(`Nobody is called ${name}`);
  return {
    sub: `${person.office}/${name}`,
    username: name,
    user: `Don ${name}`,
    company: person.office === 'S1' ? SUR_RUC : NORTE_RUC,
    officeId: person.office,
    charge: person.charge,
    modules: [...person.modules],
  };
}

/** An assertion as the gateway signs it; each part can be made invalid. */
export async function assertionOf(
  claims: Record<string, unknown>,
  {
    key = OPERATIONS_KEY,
    issuer = ASSERTION.issuer,
    audience = ASSERTION.audience,
    alg = ASSERTION.algorithm,
    from = NOW,
    lifetime = ASSERTION.lifetime,
  }: Partial<Record<'key' | 'issuer' | 'audience' | 'alg', string>> & { from?: Date; lifetime?: number } = {},
): Promise<string> {
  const issued = Math.floor(from.getTime() / 1000);
  return new SignJWT(claims)
    .setProtectedHeader({ alg, typ: 'JWT' })
    .setIssuer(issuer)
    .setAudience(audience)
    .setIssuedAt(issued)
    .setExpirationTime(issued + lifetime)
    .sign(new TextEncoder().encode(key));
}
