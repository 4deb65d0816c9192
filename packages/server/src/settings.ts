/* Rules for the settings of the gateway and of the dispatch service. */

/** Names and addresses in the form of `URL.hostname`. */
export const isLoopback = (host: string): boolean =>
  host === 'localhost' || host.endsWith('.localhost') || host === '[::1]' || /^127(\.\d{1,3}){3}$/.test(host);

const PRIVATE_V4 = /^(10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.)/;

/**
 * Loopback, private ranges, and names that only resolve in a private network (a container's, `.internal`, `.local`).
 */
export function isPrivateHost(host: string): boolean {
  if (isLoopback(host)) return true;
  if (/^\d{1,3}(\.\d{1,3}){3}$/.test(host)) return PRIVATE_V4.test(host);
  if (host.startsWith('[')) return /^\[f[cd]/i.test(host);
  return !host.includes('.') || /\.(internal|local)$/i.test(host);
}

/** @returns the entries of a comma-separated list, without empty ones. */
export const entriesOf = (text: string): string[] =>
  text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');

/** Values of `sslmode` with which the connection is encrypted and the server's certificate is verified. */
const ENCRYPTED = ['require', 'verify-ca', 'verify-full'];

/** @returns the URL of an address that is reached without TLS; undefined for any other. */
function plainUrl(address: string): URL | undefined {
  const url = URL.parse(address);
  if (url?.protocol === 'http:') return url;
  if (url?.protocol !== 'postgres:' && url?.protocol !== 'postgresql:') return undefined;
  if (ENCRYPTED.includes(url.searchParams.getAll('sslmode').at(-1) ?? '')) return undefined;
  const host = url.searchParams.getAll('host').at(-1) ?? url.hostname;
  // A Unix socket.
  if (host === '' || host.startsWith('/')) return undefined;
  return URL.parse(`http://${host}${url.port && `:${url.port}`}`) ?? url;
}

/**
 * Outgoing addresses must be https, or encrypted by `sslmode`, because tokens, passwords and personal data are sent to
 * them. Without TLS only loopback and private networks are allowed, unless the operator lists the host (with its port,
 * if any).
 * @param addresses by the names of their variables.
 * @param listed the value of ALLOW_PLAIN_UPSTREAMS.
 * @returns the names of those that are not allowed, and the listed hosts that none of them needs.
 */
export function plainAddresses(
  addresses: Readonly<Record<string, string | undefined>>,
  listed = '',
): { refused: string[]; useless: string[] } {
  const allowed = entriesOf(listed.toLowerCase());
  const outside = Object.entries(addresses).flatMap(([name, address]) => {
    const url = address === undefined ? undefined : plainUrl(address);
    return url && !isPrivateHost(url.hostname) ? [{ name, host: url.host.toLowerCase() }] : [];
  });
  return {
    refused: outside.filter(({ host }) => !allowed.includes(host)).map(({ name }) => name),
    useless: allowed.filter((entry) => !outside.some(({ host }) => host === entry)),
  };
}

/** Minimum number of different characters of a long secret: a random one of 32 hexadecimal digits has 10 or more. */
const MIN_VARIETY = 8;

/** @returns whether a text consists of repetitions of a shorter one; the last one may be incomplete. */
const isRepeated = (text: string): boolean =>
  Array.from({ length: Math.floor(text.length / 2) }, (_, at) => at + 1).some((period) =>
    text.startsWith(text.slice(period)),
  );

/**
 * @param secret a password, a key, or several of them separated by commas.
 * @returns whether one of them is easy to guess whatever its length: it has few different characters, or repeats a
 * text.
 */
export const isMonotonous = (secret: string): boolean =>
  entriesOf(secret).some(
    (each) => new Set(each).size < Math.min(MIN_VARIETY, each.length / 2) || (each.length > 3 && isRepeated(each)),
  );

/** The fault, to follow the name of the variable. */
export const MONOTONOUS = 'repeats few characters; use a random value, as of «openssl rand -hex 32»';
