import { type Variable } from '@despacho/server/variables';

const plain = (name: string, fallback: string | null, description: string): Variable => ({
  name,
  secret: false,
  default: fallback,
  description,
});
const secret = (name: string, description: string): Variable => ({ name, secret: true, default: null, description });

export const VARIABLES: readonly Variable[] = [
  plain('PORT', '3000', 'Port that browsers (or the reverse proxy) reach.'),
  plain('HOST', '127.0.0.1', 'Address the public port is bound to; 0.0.0.0 in a container.'),
  plain('ADMIN_PORT', '9090', 'Port of /live, /ready and /metrics. Never publish it.'),
  plain('ADMIN_HOST', '127.0.0.1', 'Address the admin port is bound to.'),
  plain(
    'PUBLIC_ORIGIN',
    'http://localhost:PORT',
    'Origins people open, comma-separated. https makes cookies Secure; http is accepted for loopback names only.',
  ),
  plain('BASE_PATH', '', 'Path the product is served under, such as /despacho. Empty: the root.'),
  plain(
    'TRUST_PROXY',
    '',
    'Addresses or CIDR ranges of reverse proxies whose X-Forwarded-For is trusted, comma-separated.',
  ),
  secret(
    'SESSION_SECRET',
    'Required. Seals upstream credentials at rest: 32 characters or more each, comma-separated, newest first.',
  ),
  plain('SESSION_IDLE_MINUTES', '30', 'A session ends after this long without user activity.'),
  plain('SESSION_ABSOLUTE_HOURS', '12', 'A session ends after this long, even with activity.'),
  plain(
    'GEO_DATABASE',
    null,
    'Path of a MaxMind database (.mmdb) of countries or cities, from which «Mis sesiones» shows the location of an address.',
  ),
  secret('REDIS_URL', 'redis:// or rediss:// URL of the session store. Empty: the memory of this process.'),
  plain('API_URL', null, 'Required. Base of the users and permission calls.'),
  plain('BASE_URL', null, 'Required. Base of the auth and clients calls.'),
  plain(
    'LOGIN_BRANCH_FIELD',
    'sucursal',
    'Field of the login response with the branch token; a nested one with dots: sede.token.',
  ),
  plain(
    'LOGIN_TAX_ID_FIELD',
    'ruc',
    'Field of the login response, otherwise of the credentials, with the company’s tax id.',
  ),
  plain('STORAGE_URL', null, 'Base of the storage call. Empty: no storage indicator and no call.'),
  secret('STORAGE_USER', 'Service user of the storage call (header usuario). Required with STORAGE_URL.'),
  secret('STORAGE_PASSWORD', 'Service key of the storage call (header clave). Required with STORAGE_URL.'),
  secret('STORAGE_TAX_ID', 'Tax id of the storage call if the login response has none.'),
  plain('OPERATIONS_URL', null, 'Base of the dispatch service. Empty: its sections show that they are not configured.'),
  secret(
    'OPERATIONS_KEY',
    'Signs assertions for OPERATIONS_URL: 32 characters or more each, comma-separated, newest first, which signs. Required with OPERATIONS_URL.',
  ),
  plain(
    'IDENTITY_PROVIDERS_FILE',
    null,
    'Path of a JSON file with the companies’ OpenID Connect providers, read again on SIGHUP. Empty: people sign in with a password only.',
  ),
  secret(
    'TILES_URL',
    'Map tiles as images: a URL with {z}, {x} and {y}, or the base of z/x/y.png. Empty, like TILES_FILE: outlines only.',
  ),
  plain(
    'TILES_FILE',
    null,
    'Streets of the map: path of a PMTiles archive with the Protomaps basemap. Not with TILES_URL.',
  ),
  plain(
    'TILES_ATTRIBUTION',
    null,
    'Attribution shown on the map, as plain text. Empty with TILES_FILE: OpenStreetMap and Protomaps.',
  ),
  plain(
    'ALLOW_PLAIN_UPSTREAMS',
    '',
    'Hosts beyond loopback and private networks that may be reached by plain http, comma-separated. Best left empty.',
  ),
  plain(
    'UPSTREAM_TIMEOUT_MS',
    '9500',
    'Time limit of upstream responses in milliseconds; below the 10 seconds that a browser waits.',
  ),
  plain(
    'DRAIN_SECONDS',
    '2',
    'How long requests are served after SIGTERM, with /ready at 503, until load balancers have noticed. 0: no balancer.',
  ),
  plain(
    'FINISH_SECONDS',
    '25',
    'How long pending responses, such as downloads, may take to finish after that. Then they are cut.',
  ),
  plain('REQUESTS_PER_MINUTE', '1200', 'Requests of a session per minute, and as many map tiles. 0: no limit.'),
  plain(
    'ADDRESS_REQUESTS_PER_MINUTE',
    '300',
    'Requests without sign-in of an address per minute (IPv6: a /64; five times as many for a /48), twice as many in a burst. 0: no limit.',
  ),
  plain(
    'LOGIN_FAILURES_PER_ADDRESS',
    '100',
    'Failed logins of an address (IPv6: a /64) per hour. Sized for an office of 40 behind one address.',
  ),
  plain('LOG_LEVEL', 'info', 'trace, debug, info, warn, error, fatal or silent.'),
  plain('PROVIDER_NAME', 'Despacho', 'Credit in the footer.'),
  plain(
    'SECURITY_CONTACT',
    '',
    'For /.well-known/security.txt: mailto:, https: or tel:, comma-separated. Empty: none.',
  ),
  plain(
    'SECURITY_EXPIRES',
    null,
    'Expiry of that contact (2027-06-30T00:00:00Z); required with it, at most a year ahead.',
  ),
];
