import * as z from 'zod/mini';
import { plainText } from './text.ts';

/** What a host calls people, offices and companies: as long as a header can be. */
const name = plainText(16_384);

/** Who the gateway says is asking, in the signed assertion of each call to the dispatch service. */
export const assertionClaims = z.object({
  /** `sucursal` and user name, which together name a person. */
  sub: name.check(z.minLength(1)),
  username: name,
  user: name,
  company: z.nullable(name),
  officeId: name,
  charge: name,
  modules: z.array(z.string()),
});

export type AssertionClaims = z.infer<typeof assertionClaims>;

export const ASSERTION = {
  issuer: 'despacho-gateway',
  audience: 'despacho-operations',
  algorithm: 'HS256',
  /** Seconds the gateway gives an assertion. Long enough for a slow call to start, too short to be worth stealing. */
  lifetime: 30,
  /** Seconds between issue and expiry above which the service refuses one. */
  maxLifetime: 60,
  /** Seconds by which the clocks of gateway and service may differ. An assertion is accepted so long after its expiry. */
  clockTolerance: 30,
  /** Below the base of the dispatch service: answers 204 to an assertion it accepts. */
  checkPath: '/assertion',
} as const;

/**
 * Why the service refused an assertion, in the body of its 401: `key` for another OPERATIONS_KEY, `clock` for clocks that
 * differ too much, `form` for anything else. Only a `clock` refusal, which requires the right key, has `aheadSeconds`: how
 * far the gateway's clock is ahead of the service's, negative when it is behind.
 */
export const assertionRefusal = z.object({
  reason: z.enum(['key', 'clock', 'form']),
  aheadSeconds: z.optional(z.int()),
});

export type AssertionRefusalReason = z.infer<typeof assertionRefusal>;
