import * as z from 'zod/mini';
import { FACTOR_DUE, FACTOR_MISSING, factorAccount, factorChange } from './factor-calls.ts';
import { resetSecret } from './subjects/passwords.ts';
import { plainText } from './typed-text.ts';

/**
 * Calls about identity providers from the gateway to the dispatch service, below its base address. Each requires an
 * assertion. The gateway has verified the provider's token; the service maps an issuer to its company, and a subject to its
 * person. The answer to a valid request is always 200, as for passwords.
 */
export const PROVIDER_CALLS = {
  /** `providerCompany` → `{ ruc }` of a typed branch. */
  company: '/provider/company',
  /** `providerInvitation` → `{ ruc, user }` of a valid invitation, which is not used up. */
  invitation: '/provider/invitation',
  /** `providerSignIn` → `signed-in`, `factor-due`, `factor-missing`, `refused`. */
  signIn: '/provider/sign-in',
  /** `providerLink`, of an account or an invitation → `linked`, `taken`, `refused`; `state` for an account without factor. */
  link: '/provider/link',
  /** `factorAccount` → `providerLinkView`, by GET. */
  read: '/provider/read',
  /** `providerUnlink` → `done`; `state` without a link, or without a password to sign in with. */
  unlink: '/provider/unlink',
  /** `providerProof` → `proved` or `refused`: whether the subject is this account. `state` if it has a second factor. */
  prove: '/provider/prove',
  /** `providerEnd` → `{ account }` of a subject whose session at the provider ended; null if it is not linked. */
  account: '/provider/account',
} as const;

const subject = {
  issuer: plainText(400),
  /** `sub` of the ID token: at most 255 ASCII characters (OpenID Connect Core, 2). */
  sub: plainText(255).check(z.minLength(1)),
};

export const providerCompany = z.strictObject({ sucursal: plainText(64) });

export const providerInvitation = z.strictObject({ invitation: resetSecret });

export const companyAnswer = z.object({
  ruc: z.nullable(z.string()),
  /** Name of the invited person. */
  user: z.optional(z.string()),
});

/** `end`: all sessions of the person end, so their tokens are revoked. */
export const providerEnd = z.strictObject({ ...subject, end: z.boolean() });

export type ProviderEnd = z.infer<typeof providerEnd>;

export const providerSignIn = z.strictObject({
  ...subject,
  /** Whether the provider's token counts as the second factor. */
  factor: z.boolean(),
});

export type ProviderSignIn = z.infer<typeof providerSignIn>;

/** `keep`: SHA-256 in hex of the token that stays valid. */
export const providerUnlink = z.strictObject({ ...factorAccount.shape, keep: factorChange.shape.keep });

export type ProviderUnlink = z.infer<typeof providerUnlink>;

export const providerLink = z.strictObject({
  ...subject,
  by: z.union([providerUnlink, providerInvitation]),
});

export type ProviderLink = z.infer<typeof providerLink>;

export const providerProof = z.strictObject({ ...factorAccount.shape, ...subject });

export type ProviderProof = z.infer<typeof providerProof>;

export const accountAnswer = z.object({
  /** As the gateway needs it to find the sessions. */
  account: z.nullable(z.object({ id: z.string(), username: z.string(), officeId: z.string() })),
});

/**
 * `refused` alike for an unknown subject, an account that is not active, an issuer of another company, and an invitation
 * that is unknown, expired or used. `taken`: the subject belongs to another person, or the account has another subject.
 */
export const providerOutcome = z.discriminatedUnion('outcome', [
  z.object({
    outcome: z.literal('signed-in'),
    login: z.object({ token: z.string(), sucursal: z.string(), ruc: z.string() }),
    username: z.string(),
  }),
  z.object({
    /** Continues as after a password. */
    outcome: z.literal([FACTOR_DUE, FACTOR_MISSING]),
    step: resetSecret,
    sucursal: z.string(),
    username: z.string(),
  }),
  ...(['linked', 'taken', 'refused', 'done', 'state', 'proved'] as const).map((outcome) =>
    z.object({ outcome: z.literal(outcome) }),
  ),
]);

export type ProviderOutcome = z.infer<typeof providerOutcome>;
