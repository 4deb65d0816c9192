import * as z from 'zod/mini';

/** Who the gateway says is asking, in the signed assertion of each call to the dispatch service. */
export const assertionClaims = z.object({
  /** `sucursal` and user name, which together name a person. */
  sub: z.string().check(z.minLength(1)),
  username: z.string(),
  user: z.string(),
  company: z.nullable(z.string()),
  officeId: z.string(),
  charge: z.string(),
  modules: z.array(z.string()),
});

export type AssertionClaims = z.infer<typeof assertionClaims>;

export const ASSERTION = {
  issuer: 'despacho-gateway',
  audience: 'despacho-operations',
  algorithm: 'HS256',
  /** Seconds. Long enough for a slow call to start, too short to be worth stealing. */
  lifetime: 60,
} as const;
