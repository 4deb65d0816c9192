import { ASSERTION, type AssertionClaims, assertionClaims } from '@despacho/contracts/assertion';
import { errors, jwtVerify } from 'jose';
import { Refusal } from '../refusal.ts';
import { type Services } from '../services.ts';

/** Seconds by which the two clocks may differ. */
const CLOCK_TOLERANCE = 5;

const refuse = (): Refusal => new Refusal('unauthenticated', 'La solicitud no viene de la pasarela');

/**
 * @returns who the gateway says is asking.
 * @throws Refusal unauthenticated unless the assertion is signed with our key by the one algorithm agreed on, meant for
 * this service, not yet expired and not made to live longer than agreed.
 */
export async function readAssertion(
  { config, clock }: Pick<Services, 'config' | 'clock'>,
  token: string | undefined,
): Promise<AssertionClaims> {
  if (!token) throw refuse();
  const now = clock();
  try {
    const { payload } = await jwtVerify(token, new TextEncoder().encode(config.operationsKey), {
      algorithms: [ASSERTION.algorithm],
      issuer: ASSERTION.issuer,
      audience: ASSERTION.audience,
      requiredClaims: ['exp'],
      clockTolerance: CLOCK_TOLERANCE,
      currentDate: now,
    });
    const secondsLeft = (payload.exp ?? Infinity) - now.getTime() / 1000;
    const claims = assertionClaims.safeParse(payload);
    if (secondsLeft > ASSERTION.lifetime + CLOCK_TOLERANCE || !claims.success) throw refuse();
    return claims.data;
  } catch (error) {
    if (error instanceof errors.JOSEError) throw refuse();
    throw error;
  }
}
