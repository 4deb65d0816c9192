import * as z from 'zod/mini';
import { operation } from '../operation.ts';
import { plainText, signInName } from '../typed-text.ts';
import { resetSecret } from './passwords.ts';
import { sessionView } from './session.ts';

/** Minutes after which a pending authorization expires. */
export const PROVIDER_MINUTES = 10;

/** Path of the redirect URI, below the address of the product. With a secret in the fragment: an invitation. */
export const PROVIDER_PAGE = '/entrar/proveedor';

/** URL of an authorization request, which the browser opens. */
const away = z.strictObject({ url: z.url() });

/** The signed-in person's account at the company's provider. */
export const providerLinkView = z.strictObject({
  /** Name of the company's provider; null if it has none. */
  label: z.nullable(z.string()),
  /** When the account was linked; null without a link. */
  since: z.nullable(z.iso.datetime()),
  /** Whether the person has a password to sign in with if the link is removed. */
  hasPassword: z.boolean(),
});

export type ProviderLinkView = z.infer<typeof providerLinkView>;

export const providerOperations = {
  'provider.start': operation('POST', '/api/auth/provider', {
    summary: 'Empieza a ingresar con la cuenta de la empresa, de una sucursal o con una invitación',
    policy: { access: 'public', directory: true, keepsAlive: false },
    body: z.union([
      z.strictObject({
        sucursal: signInName(64, 'Escriba su sucursal'),
        /** The person must sign in at the provider again, also if somebody is signed in there. */
        reauthenticate: z.optional(z.literal(true)),
      }),
      z.strictObject({ invitation: resetSecret }),
    ]),
    /**
     * Null alike for an unknown branch, one whose company has no provider, and an invitation that is not valid. `user`: name
     * of the invited person.
     */
    response: z.strictObject({
      provider: z.nullable(z.strictObject({ label: z.string(), url: z.url(), user: z.optional(z.string()) })),
    }),
  }),
  'provider.finish': operation('POST', '/api/auth/provider/finish', {
    summary: 'Termina lo que empezó en la página del proveedor: ingresar, vincular la cuenta o confirmar quién es',
    policy: { access: 'public', directory: true, keepsAlive: false },
    /** The authorization response. Without a code the person cancelled, or the provider refused. */
    body: z.strictObject({
      state: plainText(200),
      code: z.optional(plainText(4000)),
      error: z.optional(plainText(200)),
      iss: z.optional(plainText(400)),
    }),
    response: z.strictObject({ done: z.enum(['signed-in', 'linked', 'proved']), session: sessionView }),
  }),
  'provider.read': operation('GET', '/api/auth/provider', {
    summary: 'Si la cuenta propia está vinculada con la de la empresa',
    policy: { access: 'session', directory: true },
    response: providerLinkView,
  }),
  'provider.link': operation('POST', '/api/auth/provider/link', {
    summary: 'Empieza a vincular la cuenta propia con la de la empresa; requiere haber ingresado con segundo paso',
    policy: { access: 'session', directory: true },
    response: away,
  }),
  'provider.unlink': operation('POST', '/api/auth/provider/unlink', {
    summary: 'Deja de vincular la cuenta propia con la de la empresa; las demás sesiones terminan',
    policy: { access: 'session', directory: true },
    response: z.strictObject({ ended: z.int() }),
  }),
  'provider.prove': operation('POST', '/api/auth/provider/prove', {
    summary: 'Empieza a confirmar quién es con la cuenta de la empresa; rige para esta sesión',
    policy: { access: 'session', directory: true },
    response: away,
  }),
};

const FORM = 'application/x-www-form-urlencoded';

/**
 * Called by the provider's server, not by a page: its body is a signed token (OpenID Connect Back-Channel Logout 1.0).
 * Separate, so that the web app does not include it.
 */
export const providerServerOperations = {
  'provider.logout': operation('POST', '/api/auth/provider/logout', {
    summary: 'El proveedor avisa que alguien cerró su sesión: terminan las sesiones que empezaron con ella',
    policy: { access: 'everyone', directory: true, keepsAlive: false },
    // The spellings that providers use.
    upload: [FORM, `${FORM}; charset=utf-8`, `${FORM};charset=utf-8`],
    response: z.strictObject({}),
  }),
};
