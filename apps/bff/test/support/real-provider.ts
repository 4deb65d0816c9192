import { createServer } from 'node:http';
import Provider, { type Context, type Grant } from 'oidc-provider';
import { listen } from '@despacho/server/listen';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const CLIENT = { client_id: 'despacho', client_secret: 'canary-provider-secret-0123456789abcdef' };

/** `oidc-provider` on a free port. Its page signs in the person of a visit without asking. */
export interface RealProvider {
  issuer: string;
  /** Entry of IDENTITY_PROVIDERS_FILE. */
  entry: Record<string, unknown>;
  /** A separate browser for the provider's pages. */
  newVisit(person: string): ProviderVisit;
  /** Where it sends logout tokens. */
  reportsTo(address: string): void;
  close(): Promise<void>;
}

/** Pages of the provider, with their cookies. */
export interface ProviderVisit {
  /** Follows an authorization request. @returns the parameters with which the browser is sent back. */
  open(url: string): Promise<{ state: string; code: string; iss: string }>;
  /** Signs out at the provider. */
  signOut(): Promise<void>;
}

/** @param redirectUri where it may send browsers back to. */
export async function startRealProvider(ruc: string, redirectUri: string): Promise<RealProvider> {
  // oidc-provider warns about its development defaults.
  const { info, warn } = console;
  Object.assign(console, { info: () => undefined, warn: () => undefined });
  let handle: ReturnType<Provider['callback']> = () => Promise.resolve();
  let logoutAddress = '';
  const people = new Map<string, string>();
  const server = createServer((req, res) => {
    const uid = /^\/interaction\/([\w-]+)$/.exec(req.url ?? '')?.[1];
    const accountId = people.get(/visit=(\d+)/.exec(req.headers.cookie ?? '')?.[1] ?? '');
    if (uid === undefined) void handle(req, res);
    else void provider.interactionFinished(req, res, { login: { accountId } });
  });
  const issuer = `http://localhost:${await listen(server, 0, '127.0.0.1')}`;
  const provider = new Provider(issuer, {
    clients: [
      {
        ...CLIENT,
        redirect_uris: [redirectUri],
        backchannel_logout_uri: 'https://despacho.example/api/auth/provider/logout',
        backchannel_logout_session_required: true,
      },
    ],
    cookies: { keys: ['canary-cookie-key'] },
    features: { devInteractions: { enabled: false }, backchannelLogout: { enabled: true } },
    interactions: { url: (_: Context, { uid }: { uid: string }) => `/interaction/${uid}` },
    findAccount: (_: Context, accountId: string) => ({ accountId, claims: () => ({ sub: accountId }) }),
    async loadExistingGrant({ oidc: { client, session } }: Context): Promise<Grant> {
      const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId });
      grant.addOIDCScope('openid');
      await grant.save();
      return grant;
    },
    // Its own fetch refuses addresses of this machine.
    fetch: (_: URL, { method, headers, body }: RequestInit) =>
      fetch(logoutAddress, { method: method ?? 'POST', headers: headers ?? {}, body: body ?? null }),
  });
  handle = provider.callback();

  function newVisit(person: string): ProviderVisit {
    const id = String(people.size);
    people.set(id, person);
    const cookies = new Map([['visit', id]]);
    async function step(url: string, form?: URLSearchParams): Promise<Response> {
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      const options = form ? { method: 'POST', body: form } : {};
      const answer = await fetch(new URL(url, issuer), { ...options, headers: { cookie }, redirect: 'manual' });
      for (const line of answer.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
        cookies.set(name, value);
      }
      return answer;
    }
    return {
      async open(url) {
        let at = url;
        for (let turn = 0; turn < 6; turn += 1) {
          at = (await step(at)).headers.get('location') ?? '';
          if (at.startsWith(redirectUri)) break;
        }
        const { state = '', code = '', iss = '' } = Object.fromEntries(new URL(at).searchParams);
        return { state, code, iss };
      },
      async signOut() {
        const page = await (await step('/session/end')).text();
        const xsrf = /name="xsrf" value="([^"]+)"/.exec(page)?.[1] ?? '';
        await step('/session/end/confirm', new URLSearchParams({ xsrf, logout: 'yes' }));
      },
    };
  }

  const secretFile = join(mkdtempSync(join(tmpdir(), 'despacho-provider-')), 'secret');
  writeFileSync(secretFile, CLIENT.client_secret);
  return {
    issuer,
    entry: { issuer, clientId: CLIENT.client_id, secretFile, ruc, label: 'Cuenta de Acme' },
    newVisit,
    reportsTo(address) {
      logoutAddress = address;
    },
    async close() {
      Object.assign(console, { info, warn });
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
