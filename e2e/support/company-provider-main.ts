import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import process from 'node:process';
import { text } from 'node:stream/consumers';
import Provider from 'oidc-provider';

/* A real OpenID provider with its own page. It signs in any typed account. */

const port = Number(process.env['PORT']);

const PAGE = `<!doctype html><html lang="es"><meta charset="utf-8"><title>Courier Andino</title>
<link rel="icon" href="data:,"><meta name="viewport" content="width=device-width">
<form method="post"><h1>Courier Andino</h1><label>Correo <input name="account" autofocus></label>
<button name="go" value="enter">Entrar</button> <button name="go" value="cancel">Cancelar</button></form>`;

let redirectUri = '';
const provider = new Provider(`http://127.0.0.1:${port}`, {
  clients: [
    {
      client_id: 'despacho',
      client_secret: process.env['CLIENT_SECRET'],
      redirect_uris: ['http://localhost/entrar/proveedor'],
      response_types: ['code'],
      grant_types: ['authorization_code'],
      backchannel_logout_uri: 'https://despacho.example/api/auth/provider/logout',
      backchannel_logout_session_required: true,
    },
  ],
  cookies: { keys: ['key of the cookies'] },
  features: { devInteractions: { enabled: false }, backchannelLogout: { enabled: true } },
  interactions: { url: (_: unknown, { uid }: { uid: string }) => `/ingreso/${uid}` },
  findAccount: (_: unknown, accountId: string) => ({ accountId, claims: () => ({ sub: accountId }) }),
  // Nobody is asked for a consent.
  loadExistingGrant: async (ctx: { oidc: { provider: { Grant: GrantClass }; client: Named; session: Session } }) => {
    const { provider: own, client, session } = ctx.oidc;
    const grant = new own.Grant({ clientId: client.clientId, accountId: session.accountId });
    grant.addOIDCScope('openid');
    await grant.save();
    return grant;
  },
  // Its own fetch refuses addresses of this machine.
  fetch: (_: URL, { method = 'POST', headers = {}, body = null }: RequestInit) =>
    fetch(new URL('/api/auth/provider/logout', redirectUri), { method, headers, body }),
});
// The port of the gateway is not known yet. Logout tokens are sent to the origin of the last authorization request.
provider.Client.prototype.redirectUriAllowed = (address) => {
  redirectUri = address;
  return /^http:\/\/localhost:\d+\/entrar\/proveedor$/.test(address);
};

const ask = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
  if (request.method === 'GET') {
    response.setHeader('Content-Type', 'text/html; charset=utf-8').end(PAGE);
    return;
  }
  const typed = new URLSearchParams(await text(request));
  const isDenied = typed.get('go') === 'cancel';
  const result = isDenied ? { error: 'access_denied' } : { login: { accountId: typed.get('account') } };
  await provider.interactionFinished(request, response, result);
};
const callback = provider.callback();
createServer((request, response) => {
  if (request.url?.startsWith('/ingreso/')) void ask(request, response).catch(() => response.destroy());
  else callback(request, response);
}).listen(port, '127.0.0.1');

interface Named {
  clientId: string;
}
interface Session {
  accountId: string;
}
type GrantClass = new (of: object) => { addOIDCScope(scope: string): void; save(): Promise<string> };
