import {
  ASSERTION,
  type AssertionClaims,
  assertionClaims,
  type FieldClaims,
  fieldClaims,
  type GuestClaims,
  guestClaims,
} from '@despacho/contracts/assertion';
import { errors, type JWTPayload, jwtVerify, type JWTVerifyOptions } from 'jose';
import * as z from 'zod/mini';
import { AssertionRefusal } from '#platform/refusal.ts';
import { type Services } from '../services.ts';

const clockRefusal = (aheadSeconds: number): AssertionRefusal =>
  new AssertionRefusal({ reason: 'clock', aheadSeconds: Math.round(aheadSeconds) });

/** @returns why `jose` rejected a token. Claims are verified after the signature, so `clock` implies the right key. */
function refusalOf(error: errors.JOSEError, aheadSeconds: (payload: JWTPayload) => number): AssertionRefusal {
  if (error instanceof errors.JWSSignatureVerificationFailed) return new AssertionRefusal({ reason: 'key' });
  if (error instanceof errors.JWTExpired) return clockRefusal(aheadSeconds(error.payload));
  return new AssertionRefusal({ reason: 'form' });
}

type Needs = Pick<Services, 'config' | 'clock' | 'keys'>;

/** @returns the payload, and the index of the key that signed it. @throws the error of `jose` for the last key. */
async function verify(keys: readonly string[], token: string, options: JWTVerifyOptions) {
  for (const [place, key] of keys.entries())
    try {
      const { payload } = await jwtVerify(token, new TextEncoder().encode(key), options);
      return { payload, place };
    } catch (error) {
      const isLast = place === keys.length - 1;
      if (isLast || !(error instanceof errors.JWSSignatureVerificationFailed)) throw error;
    }
  throw new errors.JWSSignatureVerificationFailed();
}

/**
 * @returns the sender's claims.
 * @throws AssertionRefusal unless the assertion is signed with one of our keys by the agreed algorithm, for this
 * service and this kind of caller, not expired, not issued in the future and within the maximum lifetime. Clocks may
 * differ by `ASSERTION.clockTolerance` seconds.
 */
async function readClaims<Claims>(
  { config, clock, keys }: Needs,
  token: string | undefined,
  { audience, form }: { audience: string; form: z.ZodMiniType<Claims> },
): Promise<Claims> {
  if (!token) throw new AssertionRefusal({ reason: 'form' });
  const now = clock();
  const aheadSeconds = ({ iat = 0 }: JWTPayload): number => iat - now.getTime() / 1000;
  try {
    const { payload, place } = await verify(config.operationsKeys, token, {
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
    keys.accepted(place);
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

/** @returns the claims of a guest. @throws AssertionRefusal as `readClaims`. */
export const readGuestAssertion = (services: Needs, token: string | undefined): Promise<GuestClaims> =>
  readClaims(services, token, { audience: ASSERTION.guestAudience, form: guestClaims });

/** @throws AssertionRefusal unless a gateway sends its own reports. */
export const readTrailAssertion = async (services: Needs, token: string | undefined): Promise<void> => {
  await readClaims(services, token, { audience: ASSERTION.trailAudience, form: z.object({}) });
};
