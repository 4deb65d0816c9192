import { PROVIDER_ALGORITHMS } from '@despacho/contracts/identity-providers';
import { createRemoteJWKSet, customFetch as josesFetch, jwtVerify, type JWTPayload } from 'jose';
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  type ClientAuth,
  ClientSecretBasic,
  ClientSecretPost,
  clockTolerance,
  customFetch,
  discovery,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
} from 'openid-client';
import { type AuthorizationRequest } from '#session/record.ts';
import { CALL_SECONDS, createProviderFetch } from '#upstream/provider-fetch.ts';
import { type ConfiguredProvider } from '#upstream/provider-file.ts';

/** Tolerated difference (s) of the provider's clock. */
const CLOCK_SECONDS = 60;
/** Maximum age (s) of a token, and of a proof of identity. */
const TOKEN_SECONDS = 600;
const PROOF_SECONDS = 60;
/** `max_age` (s) of a sign-in. Sending it makes the provider include `auth_time`. */
const SIGN_IN_SECONDS = 30 * 24 * 3600;
/** How long (ms) a discovery document is cached, and a failure. */
const KEPT_MS = 3_600_000;
const FAILED_MS = 5000;

const LOGOUT_EVENT = 'http://schemas.openid.net/event/backchannel-logout';

/** The OpenID Connect client for one provider. Its methods reject with ProviderUnreachable, or another error for a refusal. */
export type ProviderClient = ReturnType<typeof createProviderClient>;

/** Claims are stored, so their length is limited: to that of `sub` (OpenID Connect Core, 2). */
const isText = (value: unknown): value is string =>
  typeof value === 'string' && value.length > 0 && value.length <= 255;

/** @returns the claims that identify a person or a session. @throws Error for one that is no text of 1 to 255 characters. */
function namedIn({ sub, sid }: JWTPayload): { sub?: string; sid?: string } {
  if (![sub, sid].every((value) => value === undefined || isText(value))) throw new Error('sub or sid');
  return { ...(isText(sub) && { sub }), ...(isText(sid) && { sid }) };
}

/** @param now the clock of the cache, in epoch milliseconds. */
export function createProviderClient(provider: ConfiguredProvider, now: () => number) {
  const { issuer, clientId, secret, factor } = provider;
  const fetch = createProviderFetch(provider);
  // Google does not support `login`; it shows its accounts, of which one must be chosen.
  const prompt = new URL(issuer).hostname === 'accounts.google.com' ? 'select_account' : 'login';
  const authenticate: ClientAuth = (server, ...call) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    const using = methods.includes('client_secret_basic') ? ClientSecretBasic(secret) : ClientSecretPost(secret);
    using(server, ...call);
  };

  async function discover() {
    const configuration = await discovery(
      new URL(issuer),
      clientId,
      { [clockTolerance]: CLOCK_SECONDS },
      authenticate,
      {
        timeout: CALL_SECONDS,
        [customFetch]: fetch,
        // oxlint-disable-next-line typescript/no-deprecated -- only for an issuer on the same machine
        execute: issuer.startsWith('http:') ? [allowInsecureRequests] : [],
      },
    );
    const found = configuration.serverMetadata();
    // The library accepts another spelling, with which every token would be refused.
    if (found.issuer !== issuer) throw new Error('discovery of another issuer');
    const keys = createRemoteJWKSet(new URL(found.jwks_uri ?? ''), {
      [josesFetch]: fetch,
      timeoutDuration: CALL_SECONDS * 1000,
      // An unknown key causes at most one fetch a minute.
      cooldownDuration: 60_000,
      cacheMaxAge: 300_000,
    });
    return { configuration, keys };
  }

  let kept: { until: number; result: ReturnType<typeof discover> } | undefined;
  function discovered(): ReturnType<typeof discover> {
    if (kept && kept.until > now()) return kept.result;
    const current = { until: now() + KEPT_MS, result: discover() };
    current.result.catch(() => (current.until = now() + FAILED_MS));
    kept = current;
    return current.result;
  }

  async function verified(token: string, typ?: string): Promise<JWTPayload> {
    const { keys } = await discovered();
    const { payload } = await jwtVerify(token, keys, {
      issuer,
      audience: clientId,
      algorithms: [...PROVIDER_ALGORITHMS],
      clockTolerance: CLOCK_SECONDS,
      maxTokenAge: TOKEN_SECONDS,
      ...(typ !== undefined && { typ }),
    });
    return payload;
  }

  const countsAsFactor = ({ acr, amr }: JWTPayload): boolean =>
    factor.acr.some((value) => value === acr) || (Array.isArray(amr) && factor.amr.some((one) => amr.includes(one)));

  return {
    provider,
    /** @param reauthenticate whether the person must sign in there again. @returns the URL to open, and what the session must store. */
    async begin(redirectUri: string, reauthenticate: boolean): Promise<{ url: string; request: AuthorizationRequest }> {
      const { configuration } = await discovered();
      const [state, nonce, verifier] = [randomState(), randomNonce(), randomPKCECodeVerifier()];
      const url = buildAuthorizationUrl(configuration, {
        redirect_uri: redirectUri,
        scope: 'openid',
        state,
        nonce,
        code_challenge: await calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        ...(reauthenticate ? { max_age: '0', prompt } : { max_age: String(SIGN_IN_SECONDS) }),
        ...(factor.acr.length > 0 && { acr_values: factor.acr.join(' ') }),
      });
      return { url: url.href, request: { issuer, redirectUri, state, nonce, verifier } };
    },
    /**
     * Exchanges the code.
     * @param answer the parameters of the authorization response.
     * @returns the identity in the ID token, whether it counts as the second factor, and its `auth_time` (s), if it has one.
     */
    async finish(
      { state, nonce, verifier, redirectUri }: AuthorizationRequest,
      answer: Readonly<Record<string, string | undefined>>,
      isProof: boolean,
    ) {
      const { configuration } = await discovered();
      const address = new URL(redirectUri);
      for (const [name, value] of Object.entries(answer))
        if (value !== undefined) address.searchParams.set(name, value);
      const { id_token: token = '' } = await authorizationCodeGrant(configuration, address, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
        ...(isProof && { maxAge: PROOF_SECONDS }),
      });
      // openid-client validates the claims and their types, but not the signature, `iat`, or the `azp` of a single audience.
      const claims = await verified(token);
      const provedAt = claims['auth_time'] as number | undefined;
      if ((claims['azp'] ?? clientId) !== clientId) throw new Error('azp');
      if (isProof && !(Number(provedAt) <= Date.now() / 1000 + CLOCK_SECONDS)) throw new Error('auth_time');
      const { sub = '', ...session } = namedIn(claims);
      return { sub, ...session, factor: countsAsFactor(claims), provedAt };
    },
    /** @returns the claims of a logout token, which has `sub`, `sid` or both. */
    async readLogout(token: string) {
      const claims = await verified(token, 'logout+jwt');
      const { jti, events, nonce } = claims;
      const event = (events as Record<string, unknown> | undefined)?.[LOGOUT_EVENT];
      if (typeof event !== 'object' || event === null || nonce !== undefined) throw new Error('events or nonce');
      const named = namedIn(claims);
      if (!isText(jti) || Object.keys(named).length === 0) throw new Error('jti, sub or sid');
      return { jti, ...named };
    },
  };
}
