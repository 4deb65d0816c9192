import * as z from 'zod/mini';
import { factorAccount, factorChange } from './factor-calls.ts';
import { resetSecret } from './subjects/passwords.ts';
import { plainText } from './typed-text.ts';

/**
 * Calls about identity providers from the gateway to the dispatch service, below its base address. Each requires an
 * assertion. The gateway has checked the provider's token; the service knows which company an issuer belongs to, and
 * which person a subject is. The answer to a valid request is always 200, as for passwords.
 */
export const PROVIDER_CALLS = {
  /** `providerCompany` → `{ ruc }` of a typed branch. */
  company: '/provider/company',
  /** `providerInvitation` → `{ ruc }` of an invitation that is valid, which stays so. */
  invitation: '/provider/invitation',
  /** `providerSubject` with `factor` → `signed-in`, `factor-due`, `refused`. */
  signIn: '/provider/sign-in',
  /** `providerLink`, of an account or an invitation → `linked`, `taken`, `refused`. */
  link: '/provider/link',
  /** `factorAccount` → `providerLinkView`, by GET. */
  read: '/provider/read',
  /** `factorChange` without password and code → `done`, `state`. */
  unlink: '/provider/unlink',
  /** `providerProof` → `proved` or `refused`: whether the subject is this account. */
  prove: '/provider/prove',
  /** `providerSubject` → `{ account }` of a subject whose sessions end; null if it is nobody's. */
  account: '/provider/account',
} as const;

const subject = {
  issuer: plainText(400),
  /** `sub` of the ID token: at most 255 ASCII characters (OpenID Connect Core, 2). */
  sub: plainText(255).check(z.minLength(1)),
};

export const providerCompany = z.strictObject({ sucursal: plainText(64) });

export const providerInvitation = z.strictObject({ invitation: resetSecret });

export const companyAnswer = z.object({ ruc: z.nullable(z.string()) });

export const providerSubject = z.strictObject(subject);

export const providerSignIn = z.strictObject({
  ...subject,
  /** Whether the provider's token stands for the second factor. */
  factor: z.boolean(),
});

export const providerLink = z.strictObject({
  ...subject,
  /** Of an account, the other tokens end. */
  by: z.union([z.strictObject({ ...factorAccount.shape, keep: factorChange.shape.keep }), providerInvitation]),
});

export const providerUnlink = z.strictObject({ ...factorAccount.shape, keep: factorChange.shape.keep });

export const providerProof = z.strictObject({ ...factorAccount.shape, ...subject });

export const accountAnswer = z.object({
  /** As `ownersOf` of the gateway needs it. */
  account: z.nullable(z.object({ id: z.string(), username: z.string(), officeId: z.string() })),
});

/**
 * `refused` alike for an unknown subject, an account that is not active, an issuer of another company, and an invitation
 * that is unknown, over or used. `taken`: the subject is somebody else's, or the account has another one.
 */
export const providerOutcome = z.discriminatedUnion('outcome', [
  z.object({
    outcome: z.literal('signed-in'),
    login: z.object({ token: z.string(), sucursal: z.string(), ruc: z.string() }),
    username: z.string(),
  }),
  z.object({
    outcome: z.literal('factor-due'),
    step: resetSecret,
    sucursal: z.string(),
    username: z.string(),
  }),
  ...(['linked', 'taken', 'refused', 'done', 'state', 'proved'] as const).map((outcome) =>
    z.object({ outcome: z.literal(outcome) }),
  ),
]);

export type ProviderOutcome = z.infer<typeof providerOutcome>;
