import { PROVIDER_ALGORITHMS } from '@despacho/contracts/identity-providers';
import {
  createRemoteJWKSet,
  customFetch as josesFetch,
  jwtVerify,
  type JWTPayload,
  type JWTVerifyOptions,
  type RemoteJWKSet,
} from 'jose';
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  ClientSecretBasic,
  ClientSecretPost,
  clockTolerance,
  Configuration,
  customFetch,
  discovery,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
  type ServerMetadata,
} from 'openid-client';
import { type PendingAuthorization } from '#session/record.ts';
import { createProviderFetch } from '#upstream/provider-fetch.ts';
import { type ConfiguredProvider } from '#upstream/provider-file.ts';

/** Tolerated difference (s) of the provider's clock. */
const CLOCK_SECONDS = 60;
/** Maximum age (s) of a token, and of a proof of identity. */
const TOKEN_SECONDS = 600;
const PROOF_SECONDS = 60;
/** `max_age` (s) of a sign-in. Sending it makes the provider include `auth_time`. */
const SIGN_IN_SECONDS = 30 * 24 * 3600;
/** Google does not support `prompt=login`; it shows its accounts, of which one must be chosen. */
const PROMPTS: Partial<Record<string, string>> = { 'https://accounts.google.com': 'select_account' };
/** How long (ms) a discovery document is cached, and a failure. */
const KEPT_MS = 3_600_000;
const FAILED_MS = 5000;
/** Timeout of openid-client and jose, longer than that of a call. */
const WAIT_SECONDS = 5;

const LOGOUT_EVENT = 'http://schemas.openid.net/event/backchannel-logout';

/** What the session stores of an authorization request, to validate the response. */
export type AuthorizationRequest = Pick<
  PendingAuthorization,
  'issuer' | 'state' | 'nonce' | 'verifier' | 'redirectUri'
>;

/** The identity in a verified ID token. */
export interface VerifiedIdentity {
  sub: string;
  sid?: string;
  /** Whether the token counts as the second factor. */
  factor: boolean;
  /** `auth_time` in epoch seconds, if the token has it. */
  provedAt?: number | undefined;
}

/** Claims of a verified logout token, which has `sub`, `sid` or both. */
export interface LogoutClaims {
  jti: string;
  sub?: string;
  sid?: string;
}

/** A claim of a token was rejected. */
class ClaimRefused extends Error {}

/** The OpenID Connect client for one provider. Its methods reject with ProviderUnreachable, or another error for a refusal. */
export interface ProviderClient {
  provider: ConfiguredProvider;
  /** @param asks whether the person must sign in there again. @returns the URL to open, and what the session must store. */
  begin(redirectUri: string, asks: boolean): Promise<{ url: string; request: AuthorizationRequest }>;
  /** Exchanges the code. @param answer the parameters of the authorization response. */
  finish(
    request: AuthorizationRequest,
    answer: Readonly<Record<string, string | undefined>>,
    isProof: boolean,
  ): Promise<VerifiedIdentity>;
  /** Verifies a logout token. */
  readLogout(token: string): Promise<LogoutClaims>;
  close: () => void;
}

/** The discovered configuration and the provider's keys. */
interface Discovered {
  configuration: Configuration;
  keys: RemoteJWKSet;
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

/** @param now the clock of the cache, in epoch milliseconds. */
export function createProviderClient(provider: ConfiguredProvider, now: () => number): ProviderClient {
  const { issuer, clientId, secret } = provider;
  const calls = createProviderFetch(provider);
  const isPlain = issuer.startsWith('http:');

  async function discover(): Promise<Discovered> {
    const options = { timeout: WAIT_SECONDS, [customFetch]: calls.fetch };
    // oxlint-disable-next-line typescript/no-deprecated -- only for an issuer on the same machine
    const execute = isPlain ? [allowInsecureRequests] : [];
    const found: ServerMetadata = (
      await discovery(new URL(issuer), clientId, undefined, undefined, { ...options, execute })
    ).serverMetadata();
    if (found.issuer !== issuer || found.jwks_uri === undefined) throw new ClaimRefused('discovery of another issuer');
    const methods = found.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    const configuration = new Configuration(
      { ...found, id_token_signing_alg_values_supported: [...PROVIDER_ALGORITHMS] },
      clientId,
      { [clockTolerance]: CLOCK_SECONDS },
      methods.includes('client_secret_basic') ? ClientSecretBasic(secret) : ClientSecretPost(secret),
    );
    configuration[customFetch] = calls.fetch;
    configuration.timeout = WAIT_SECONDS;
    // oxlint-disable-next-line typescript/no-deprecated -- the same
    for (const extend of execute) extend(configuration);
    const keys = createRemoteJWKSet(new URL(found.jwks_uri), {
      [josesFetch]: calls.fetch,
      timeoutDuration: WAIT_SECONDS * 1000,
      // An unknown key causes at most one fetch a minute.
      cooldownDuration: 60_000,
      cacheMaxAge: 300_000,
    });
    return { configuration, keys };
  }

  let kept: { until: number; result: Promise<Discovered> } | undefined;
  function discovered(): Promise<Discovered> {
    if (kept && kept.until > now()) return kept.result;
    const current = { until: now() + KEPT_MS, result: discover() };
    current.result.catch(() => (current.until = now() + FAILED_MS));
    kept = current;
    return current.result;
  }

  async function verified(
    token: string,
    keys: RemoteJWKSet,
    more: Pick<JWTVerifyOptions, 'requiredClaims' | 'typ'>,
  ): Promise<JWTPayload> {
    const { payload } = await jwtVerify(token, keys, {
      issuer,
      audience: clientId,
      algorithms: [...PROVIDER_ALGORITHMS],
      clockTolerance: CLOCK_SECONDS,
      maxTokenAge: TOKEN_SECONDS,
      ...more,
    });
    return payload;
  }

  function standsForFactor({ acr, amr }: JWTPayload): boolean {
    const methods = Array.isArray(amr) ? (amr as unknown[]) : [];
    return (
      provider.factor.acr.some((value) => value === acr) || provider.factor.amr.some((one) => methods.includes(one))
    );
  }

  return {
    provider,
    async begin(redirectUri, asks) {
      const { configuration } = await discovered();
      const request = {
        issuer,
        redirectUri,
        state: randomState(),
        nonce: randomNonce(),
        verifier: randomPKCECodeVerifier(),
      };
      const url = buildAuthorizationUrl(configuration, {
        redirect_uri: redirectUri,
        scope: 'openid',
        state: request.state,
        nonce: request.nonce,
        code_challenge: await calculatePKCECodeChallenge(request.verifier),
        code_challenge_method: 'S256',
        ...(asks ? { max_age: '0', prompt: PROMPTS[issuer] ?? 'login' } : { max_age: String(SIGN_IN_SECONDS) }),
        ...(provider.factor.acr.length > 0 && { acr_values: provider.factor.acr.join(' ') }),
      });
      return { url: url.href, request };
    },
    async finish({ state, nonce, verifier, redirectUri }, answer, isProof) {
      const { configuration, keys } = await discovered();
      const address = new URL(redirectUri);
      for (const [name, value] of Object.entries(answer))
        if (value !== undefined) address.searchParams.set(name, value);
      const tokens = await authorizationCodeGrant(configuration, address, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
        ...(isProof && { maxAge: PROOF_SECONDS }),
      });
      // openid-client validates the claims, but not the signature, `iat`, or the `azp` of a single audience.
      const claims = await verified(tokens.id_token ?? '', keys, { requiredClaims: ['iat', 'exp', 'sub'] });
      const { sub, sid, azp, auth_time: provedAt } = claims;
      if (azp !== undefined && azp !== clientId) throw new ClaimRefused('azp');
      if (isProof && !(Number(provedAt) <= Date.now() / 1000 + CLOCK_SECONDS)) throw new ClaimRefused('auth_time');
      if (!isText(sub) || sub.length > 255) throw new ClaimRefused('sub');
      const asked = typeof provedAt === 'number' ? provedAt : undefined;
      return { sub, factor: standsForFactor(claims), provedAt: asked, ...(isText(sid) && { sid }) };
    },
    async readLogout(token) {
      const { keys } = await discovered();
      const claims = await verified(token, keys, { requiredClaims: ['iat', 'jti'], typ: 'logout+jwt' });
      const { jti, sub, sid, events, nonce } = claims;
      const event = (events as Record<string, unknown> | undefined)?.[LOGOUT_EVENT];
      if (typeof event !== 'object' || event === null) throw new ClaimRefused('events');
      if (nonce !== undefined) throw new ClaimRefused('nonce');
      if (!isText(jti) || !(isText(sub) || isText(sid))) throw new ClaimRefused('jti, sub or sid');
      return { jti, ...(isText(sub) && { sub }), ...(isText(sid) && { sid }) };
    },
    close: calls.close,
  };
}
