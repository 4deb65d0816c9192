import { createHash, randomUUID } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import { type FakeUpstream, type Respond, sendJson, startFakeUpstream } from './fake-upstream.ts';

const CLIENT = 'despacho';
const SECRET = 'canary-provider-secret-0123456789abcdef';
const LOGOUT = { 'http://schemas.openid.net/event/backchannel-logout': {} };

/** @param typ header of the token. */
type Signer = (claims: JWTPayload, typ?: string) => Promise<string>;

/** The authorization response. */
export interface AuthorizationResponse {
  state: string;
  code: string;
  iss: string;
}

/** A minimal OpenID provider, whose answers a test can falsify. */
export interface LyingProvider extends FakeUpstream {
  issuer: string;
  /** Entry of IDENTITY_PROVIDERS_FILE. */
  entry: Record<string, unknown>;
  /** Signs with the provider's key, or replaces it. */
  sign: Signer;
  /** Claims that differ in the next ID tokens; undefined removes one. */
  lies: Record<string, unknown>;
  /** A person signs in at the page of an authorization request. @returns the authorization response. */
  authorize(url: string, sub: string): AuthorizationResponse;
  logoutToken(claims: Record<string, unknown>, typ?: string): Promise<string>;
  /** A new key, with which the provider signs from now on. @returns the signer with the old one. */
  rotate(): Promise<Signer>;
  /** Its public keys, which a test may change. */
  keys(): object[];
}

export const nowSeconds = (): number => Math.floor(Date.now() / 1000);

export async function startLyingProvider(ruc: string, settings: Record<string, unknown> = {}): Promise<LyingProvider> {
  const codes = new Map<string, { sub: string; query: URLSearchParams }>();
  const published: object[] = [];
  const newSigner = async (): Promise<Signer> => {
    const { privateKey, publicKey } = await generateKeyPair('ES256');
    const kid = randomUUID();
    published.splice(0, published.length, { ...(await exportJWK(publicKey)), kid, alg: 'ES256', use: 'sig' });
    return (claims, typ = 'JWT') => new SignJWT(claims).setProtectedHeader({ alg: 'ES256', kid, typ }).sign(privateKey);
  };
  const about = (): Record<string, string> => ({ iss: provider.issuer, aud: CLIENT });
  const answers: Record<string, Respond> = {
    'GET /.well-known/openid-configuration': (_, res) => {
      const at = (path: string): string => `${provider.issuer}${path}`;
      sendJson(res, 200, {
        issuer: provider.issuer,
        authorization_endpoint: at('/authorize'),
        token_endpoint: at('/token'),
        userinfo_endpoint: at('/userinfo'),
        jwks_uri: at('/jwks'),
        response_types_supported: ['code'],
        id_token_signing_alg_values_supported: ['ES256', 'HS256', 'none'],
        authorization_response_iss_parameter_supported: true,
      });
    },
    'GET /jwks': (_, res) => sendJson(res, 200, { keys: published }),
    'POST /token': async ({ body, headers }, res) => {
      const form = new URLSearchParams(body);
      const code = codes.get(form.get('code') ?? '');
      codes.delete(form.get('code') ?? '');
      const challenge = createHash('sha256')
        .update(form.get('code_verifier') ?? '')
        .digest('base64url');
      const basic = Buffer.from(headers.authorization?.split(' ')[1] ?? '', 'base64').toString();
      if (
        decodeURIComponent(basic) !== `${CLIENT}:${SECRET}` ||
        !code ||
        (code.query.get('code_challenge') ?? challenge) !== challenge ||
        code.query.get('redirect_uri') !== form.get('redirect_uri')
      ) {
        sendJson(res, 400, { error: 'invalid_grant' });
        return;
      }
      const at = nowSeconds();
      const claims = {
        ...about(),
        sub: code.sub,
        nonce: code.query.get('nonce') ?? undefined,
        iat: at,
        exp: at + 300,
        auth_time: at,
        ...provider.lies,
      };
      const token = await provider.sign(JSON.parse(JSON.stringify(claims)) as JWTPayload);
      sendJson(res, 200, { access_token: randomUUID(), token_type: 'Bearer', id_token: token });
    },
  };
  const upstream = await startFakeUpstream((hit, res, req) =>
    (answers[`${hit.method} ${hit.path}`] ?? (() => sendJson(res, 404, {})))(hit, res, req),
  );
  const secretFile = join(mkdtempSync(join(tmpdir(), 'despacho-provider-')), 'secret');
  writeFileSync(secretFile, `${SECRET}\n`);
  const provider: LyingProvider = {
    ...upstream,
    issuer: upstream.url,
    entry: { issuer: upstream.url, clientId: CLIENT, secretFile, ruc, label: 'Cuenta de Acme', ...settings },
    sign: await newSigner(),
    lies: {},
    keys: () => published,
    authorize(url, sub) {
      const { searchParams: query } = new URL(url);
      const code = randomUUID();
      codes.set(code, { sub, query });
      return { state: query.get('state') ?? '', code, iss: upstream.url };
    },
    logoutToken(claims, typ = 'logout+jwt') {
      const at = nowSeconds();
      const all = { ...about(), iat: at, exp: at + 120, jti: randomUUID(), events: LOGOUT, ...claims };
      return provider.sign(JSON.parse(JSON.stringify(all)) as JWTPayload, typ);
    },
    async rotate() {
      const before = provider.sign;
      provider.sign = await newSigner();
      return before;
    },
  };
  return provider;
}

/** Writes IDENTITY_PROVIDERS_FILE. @returns its path. */
export function providersFile(providers: readonly object[], path?: string): string {
  const file = path ?? join(mkdtempSync(join(tmpdir(), 'despacho-providers-')), 'providers.json');
  writeFileSync(file, JSON.stringify({ providers }));
  return file;
}
