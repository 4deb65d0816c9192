import * as z from 'zod/mini';
import { PASSWORD_BOUNDS, resetSecret } from './subjects/passwords.ts';
import { plainText, secret } from './typed-text.ts';

/**
 * Calls about passwords from the gateway to the dispatch service, below its base address. Each requires an assertion. The
 * gateway limits attempts; the service checks what is typed. The answer to a valid request is always 200 with an outcome,
 * because a 401 means that the gateway's assertion was refused.
 */
export const PASSWORD_CALLS = {
  check: '/passwords/check',
  change: '/passwords/change',
  reset: '/passwords/reset',
} as const;

/**
 * `reason` in the body of the dispatch service's 403 to the sign-in call: name and password are right, and the password
 * must be changed first. There is no token.
 */
export const PASSWORD_TEMPORARY = 'password-temporary';

const password = secret(PASSWORD_BOUNDS.most, 'Falta la contraseña');

export const passwordCheck = z.strictObject({ sucursal: plainText(64), username: plainText(128), password });

export const passwordChange = z.strictObject({
  sucursal: plainText(64),
  username: plainText(128),
  current: secret(256, 'Falta la contraseña actual'),
  password,
  /** Only a temporary password is changed: before a sign-in. */
  temporary: z.boolean(),
  /** SHA-256 in hex of the token that stays valid; null for none. */
  keep: z.nullable(z.string().check(z.regex(/^[0-9a-f]{64}$/))),
});

export type PasswordChange = z.infer<typeof passwordChange>;

export const passwordReset = z.strictObject({ secret: resetSecret, password });

/**
 * `wrong`: the current password, or the account. `void`: the link is unknown, expired or used. `refused`: the new password,
 * with the Spanish reason.
 */
export const passwordOutcome = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('changed'), username: z.string(), officeId: z.string() }),
  z.object({ outcome: z.literal('wrong') }),
  z.object({ outcome: z.literal('void') }),
  z.object({ outcome: z.literal('refused'), message: plainText(300) }),
]);

export type PasswordOutcome = z.infer<typeof passwordOutcome>;
