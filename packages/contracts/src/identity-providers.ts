import * as z from 'zod/mini';
import { isRuc } from './ruc.ts';
import { plainText } from './typed-text.ts';

/** Accepted signature algorithms; never `none` or one with a shared secret. */
export const PROVIDER_ALGORITHMS = ['RS256', 'ES256', 'PS256', 'EdDSA'] as const;

/** TLS is required, except on the same machine. */
const issuer = z.url().check(
  z.maxLength(400),
  z.refine((text) => /^https:\/\/[^#?]+$|^http:\/\/(localhost|127\.0\.0\.1)(:\d+)?(\/[^#?]*)?$/.test(text), 'https'),
);

const claims = z.array(plainText(200).check(z.minLength(1))).check(z.maxLength(20));

/** A company's OpenID provider, as the operator configures it. Gateway and dispatch service read the same file. */
const identityProvider = z.strictObject({
  /** Exactly the `iss` of the provider's tokens. */
  issuer,
  clientId: plainText(300).check(z.minLength(1)),
  /** File that holds the client's secret. Only the gateway reads it. */
  secretFile: z.string().check(z.minLength(1)),
  /** The company whose people may sign in with it. */
  ruc: z.string().check(z.refine(isRuc, 'a RUC')),
  /** Name on the button, such as «Cuenta de Acme». */
  label: plainText(60).check(z.minLength(1)),
  /** Values of `acr` or `amr` in an ID token that count as the second factor; none by default. */
  factor: z.prefault(z.strictObject({ acr: z._default(claims, []), amr: z._default(claims, []) }), {}),
  /** Maximum length of a session in hours, within the gateway's own limit. */
  sessionHours: z._default(z.int().check(z.minimum(1), z.maximum(12)), 8),
  /** Private networks (CIDR) in which the provider may be; none by default. */
  privateNetworks: z._default(z.array(z.string()).check(z.maxLength(20)), []),
});

export type IdentityProvider = z.infer<typeof identityProvider>;

/** Content of IDENTITY_PROVIDERS_FILE. Each company has at most one provider, and each issuer one company. */
const identityProvidersFile = z.strictObject({
  providers: z.array(identityProvider).check(
    z.maxLength(200),
    z.refine((list) => new Set(list.map((one) => one.issuer)).size === list.length, 'an issuer is repeated'),
    z.refine((list) => new Set(list.map((one) => one.ruc)).size === list.length, 'a company is repeated'),
  ),
});

/** @param text the file. @returns its providers. @throws Error with every fault by its path, without values. */
export function parseProviders(text: string): IdentityProvider[] {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Error('is not JSON');
  }
  const { data, error } = identityProvidersFile.safeParse(value);
  if (!data) throw new Error(error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; '));
  return data.providers;
}
