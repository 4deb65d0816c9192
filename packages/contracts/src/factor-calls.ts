import * as z from 'zod/mini';
import { factorCode } from './subjects/factor.ts';
import { resetSecret } from './subjects/passwords.ts';
import { plainText, secret } from './typed-text.ts';

/**
 * Calls about second factors from the gateway to the dispatch service, below its base address. Each requires an
 * assertion. The answer to a valid request is always 200, as for passwords.
 */
export const FACTOR_CALLS = {
  finish: '/factor/finish',
  cancel: '/factor/cancel',
  read: '/factor/read',
  start: '/factor/start',
  confirm: '/factor/confirm',
  codes: '/factor/codes',
  remove: '/factor/remove',
  prove: '/factor/prove',
  /** `factorSetUp` → `started`, `permit`, `key`, `code`. */
  setUp: '/factor/set-up',
  /** `factorFinish` → `signed-in` with `codes`, `key`, `code`. */
  finishSetUp: '/factor/set-up/finish',
  /** `factorAccount` → `signInNotices`, by GET. */
  notices: '/factor/notices',
  /** `noticesSeen` → `done`. */
  noticesSeen: '/factor/notices/seen',
} as const;

/**
 * `reason` in the body of the dispatch service's 403 to the sign-in call: name and password are right, and a code of the
 * person's second factor is missing. There is no token. `step` is a secret with which `FACTOR_CALLS.finish` continues.
 */
export const FACTOR_DUE = 'factor-due';

/** As `FACTOR_DUE`, but the person must first set up the second factor: `step` continues with `FACTOR_CALLS.setUp`. */
export const FACTOR_MISSING = 'factor-missing';

const account = { sucursal: plainText(64), username: plainText(128) };

export const factorAccount = z.strictObject(account);

export const factorStep = z.strictObject({ step: resetSecret });

export const factorFinish = z.strictObject({ ...account, step: resetSecret, code: factorCode });

/** Address of the browser: a second factor can be set up where the account has signed in before. */
const address = z.optional(plainText(64));

export const factorSetUp = z.strictObject({ ...account, step: resetSecret, address });

export type FactorSetUp = z.infer<typeof factorSetUp>;

export const noticesSeen = z.strictObject({ ...account, until: z.iso.datetime() });

export type FactorFinish = z.infer<typeof factorFinish>;

export const factorChange = z.strictObject({
  ...account,
  current: secret(256, 'Falta la contraseña actual'),
  /** Not for `start`. */
  code: z.optional(factorCode),
  /** SHA-256 in hex of the token that stays valid. */
  keep: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
  /** For `start`. */
  address,
});

export type FactorChange = z.infer<typeof factorChange>;

/** A code if the account has a second factor, and the password if it has none: the other gives `state`, unchecked. */
export const factorProof = z.strictObject({
  ...account,
  current: z.optional(secret(256, 'Falta la contraseña')),
  code: z.optional(factorCode),
  keep: factorChange.shape.keep,
});

export type FactorProof = z.infer<typeof factorProof>;

/**
 * `password`: the current one is wrong. `code`: the code is wrong, used or too old, or the step is unknown, over, or of
 * another account. `blocked`: only recovery codes are accepted. `key`: SECRETS_KEY is missing or is not the one that
 * encrypted the factor. `state`: there is a factor already, or none, or setting it up took too long. `permit`: a factor
 * cannot be set up from this address without a permit. `required`: the factor cannot be removed.
 */
export const factorOutcome = z.discriminatedUnion('outcome', [
  z.object({
    outcome: z.literal('signed-in'),
    /** As the sign-in call answers without a second factor. */
    login: z.object({ token: z.string(), sucursal: z.string(), ruc: z.string() }),
    /** The code was a recovery code, and the other tokens were revoked. */
    recovery: z.boolean(),
    /** Recovery codes of a factor that was just set up. */
    codes: z.optional(z.array(z.string())),
  }),
  z.object({ outcome: z.literal('started'), key: z.string(), uri: z.string() }),
  z.object({ outcome: z.literal('done'), codes: z.array(z.string()) }),
  z.object({ outcome: z.literal('proved'), by: z.enum(['password', 'factor', 'recovery']) }),
  ...(['password', 'code', 'blocked', 'key', 'state', 'permit', 'required'] as const).map((outcome) =>
    z.object({ outcome: z.literal(outcome) }),
  ),
]);

export type FactorOutcome = z.infer<typeof factorOutcome>;
