import { readConfig } from '../../../apps/bff/tools/settings.ts';
import { type OperationManifest } from '../../../apps/bff/tools/manifest.ts';
import { GET_HEADERS, storageHeaders, TILE_HEADERS, upstreamHeaders } from '../../../apps/bff/tools/gateway.ts';

/** Settings with obviously fake secrets. */
export const EXAMPLE = readConfig({
  SESSION_SECRET: '«sealing secret of this gateway alone»',
  API_URL: 'https://api.example',
  BASE_URL: 'https://base.example',
  STORAGE_URL: 'https://storage.example',
  STORAGE_USER: 'STORAGE_USER',
  STORAGE_PASSWORD: 'STORAGE_PASSWORD',
  OPERATIONS_URL: 'https://operations.example',
  OPERATIONS_KEY: '«key the assertions are signed with»',
  TILES_URL: 'https://tiles.example',
  PUBLIC_ORIGIN: 'https://despacho.example',
});

/** Headers that a browser or an attacker might send. */
const SENT: Readonly<Record<string, string>> = {
  'accept-language': 'es-PE',
  'last-event-id': '42',
  'idempotency-key': '7d0e1f6a-of-the-client',
  accept: '*/*',
  'accept-encoding': 'br',
  authorization: 'Bearer of-the-client',
  cookie: '__Host-despacho=of-the-client',
  'x-xsrf-token': 'of-the-client',
  'user-agent': 'of-the-client',
  'x-forwarded-for': '203.0.113.7',
  'x-forwarded-host': 'of-the-client',
  'x-request-id': 'of-the-client',
  nrodocumento: 'of-the-client',
  usuario: 'of-the-client',
  clave: 'of-the-client',
  connection: 'x-request-id',
};

const CONNECTION = { remoteAddress: '«address the connection comes from»' };

const CREDENTIALS: Readonly<Record<string, string>> = {
  bearer: 'Bearer «token of the legacy host»',
  assertion: 'Bearer «assertion of person, office and modules, signed for 30 s»',
};

/** The parts of a request that `upstreamHeaders` reads. */
type Incoming = Parameters<typeof upstreamHeaders>[0];

/** Media types requested from the upstream: JSON, events, or those of a file. */
function acceptOf(response: OperationManifest['response']): string {
  const { file, stream } = { ...response } as { file?: string[]; stream?: string };
  return file?.join(', ') ?? stream ?? 'application/json';
}

function proxied({ response, request, repeatable, to }: OperationManifest): object {
  const incoming = { headers: SENT, requestId: '«id of this request»', socket: CONNECTION };
  return upstreamHeaders(incoming as unknown as Incoming, {
    accept: acceptOf(response),
    authorization: CREDENTIALS[to.credentials ?? ''] ?? '',
    hasBody: request.body !== null || request.upload !== undefined,
    mediaType: request.upload?.join(' or '),
    ...(repeatable && { idempotencyKey: SENT['idempotency-key'] }),
    publicProtocol: 'https',
  });
}

const secretsHidden = { STORAGE_USER: '«STORAGE_USER»', STORAGE_PASSWORD: '«STORAGE_PASSWORD»' };

const OWN_CALLS: Readonly<Record<string, () => object>> = {
  readStorage: () => ({ ...GET_HEADERS, ...storageHeaders('«tax id of the session»', secretsHidden) }),
  sendTile: () => ({ ...GET_HEADERS, ...TILE_HEADERS }),
  login: () => GET_HEADERS,
  readSession: () => GET_HEADERS,
};

/** @returns the headers that the operation's upstream receives; undefined if the operation has no upstream. */
export function headersSeen(operation: OperationManifest): Readonly<Record<string, string>> | undefined {
  const { upstream, handler } = operation.to;
  const own = OWN_CALLS[handler ?? '']?.();
  if (own) return own as Record<string, string>;
  return upstream === 'gateway' ? undefined : (proxied(operation) as Record<string, string>);
}

/** @returns names of client headers that are dropped or replaced. */
export function droppedHeaders(seen: Readonly<Record<string, string>>): string[] {
  return Object.entries(SENT)
    .filter(([name, value]) => seen[name] !== value)
    .map(([name]) => name);
}
