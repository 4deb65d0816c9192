import {
  ASSERTION,
  type AssertionClaims,
  assertionClaims,
  type FieldClaims,
  fieldClaims,
} from '@despacho/contracts/assertion';
import { errors, type JWTPayload, jwtVerify } from 'jose';
import type * as z from 'zod/mini';
import { AssertionRefusal } from '../refusal.ts';
import { type Services } from '../services.ts';

const clockRefusal = (aheadSeconds: number): AssertionRefusal =>
  new AssertionRefusal({ reason: 'clock', aheadSeconds: Math.round(aheadSeconds) });

/** @returns why `jose` rejected a token. Claims are verified after the signature, so `clock` implies the right key. */
function refusalOf(error: errors.JOSEError, aheadSeconds: (payload: JWTPayload) => number): AssertionRefusal {
  if (error instanceof errors.JWSSignatureVerificationFailed) return new AssertionRefusal({ reason: 'key' });
  if (error instanceof errors.JWTExpired) return clockRefusal(aheadSeconds(error.payload));
  return new AssertionRefusal({ reason: 'form' });
}

type Needs = Pick<Services, 'config' | 'clock'>;

/**
 * @returns the sender's claims.
 * @throws AssertionRefusal unless the assertion is signed with our key by the agreed algorithm, meant for this service
 * and this kind of caller, not expired, not issued in the future and within the maximum lifetime. Clocks may differ by
 * `ASSERTION.clockTolerance` seconds.
 */
async function readClaims<Claims>(
  { config, clock }: Needs,
  token: string | undefined,
  { audience, form }: { audience: string; form: z.ZodMiniType<Claims> },
): Promise<Claims> {
  if (!token) throw new AssertionRefusal({ reason: 'form' });
  const now = clock();
  const aheadSeconds = ({ iat = 0 }: JWTPayload): number => iat - now.getTime() / 1000;
  try {
    const { payload } = await jwtVerify(token, new TextEncoder().encode(config.operationsKey), {
      algorithms: [ASSERTION.algorithm],
      issuer: ASSERTION.issuer,
      audience,
      requiredClaims: ['exp', 'iat'],
      clockTolerance: ASSERTION.clockTolerance,
      currentDate: now,
    });
    const ahead = aheadSeconds(payload);
    if (ahead > ASSERTION.clockTolerance) throw clockRefusal(ahead);
    const lifetime = (payload.exp ?? Infinity) - (payload.iat ?? 0);
    const claims = form.safeParse(payload);
    if (lifetime > ASSERTION.maxLifetime || !claims.success) throw new AssertionRefusal({ reason: 'form' });
    return claims.data;
  } catch (error) {
    if (error instanceof errors.JOSEError) throw refusalOf(error, aheadSeconds);
    throw error;
  }
}

/** @returns the claims of a member of staff. @throws AssertionRefusal as `readClaims`. */
export const readAssertion = (services: Needs, token: string | undefined): Promise<AssertionClaims> =>
  readClaims(services, token, { audience: ASSERTION.audience, form: assertionClaims });

/** @returns the claims of a courier's phone. @throws AssertionRefusal as `readClaims`. */
export const readFieldAssertion = (services: Needs, token: string | undefined): Promise<FieldClaims> =>
  readClaims(services, token, { audience: ASSERTION.fieldAudience, form: fieldClaims });
