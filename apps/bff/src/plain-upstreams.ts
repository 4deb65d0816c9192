import { entriesOf } from './config-fields.ts';
import { isPrivateHost } from './network-names.ts';

type Values = Readonly<Record<string, string | undefined>>;

const UPSTREAMS = ['API_URL', 'BASE_URL', 'STORAGE_URL', 'OPERATIONS_URL', 'TILES_URL'];

/** @returns the URL if it is plain http; undefined otherwise. */
function plainHost(address: string | undefined): URL | undefined {
  const url = address !== undefined && URL.canParse(address) ? new URL(address) : undefined;
  return url?.protocol === 'http:' ? url : undefined;
}

/**
 * Upstreams receive tokens, passwords and service keys. Without TLS only loopback and private networks are allowed,
 * unless the operator lists the host (with its port, if any) in ALLOW_PLAIN_UPSTREAMS.
 * @returns the faults, as sentences that begin with the variable's name.
 */
export function plainUpstreamFaults(values: Values): string[] {
  const allowed = entriesOf(values['ALLOW_PLAIN_UPSTREAMS']?.toLowerCase() ?? '');
  const outside = UPSTREAMS.flatMap((name) => {
    const url = plainHost(values[name]);
    return url && !isPrivateHost(url.hostname) ? [{ name, host: url.host }] : [];
  });
  const refused = outside.filter(({ host }) => !allowed.includes(host));
  const useless = allowed.filter((entry) => !outside.some(({ host }) => host === entry));
  return [
    ...refused.map(
      ({ name }) =>
        `${name} must be https: plain http is accepted for loopback and private networks, and for hosts named in ALLOW_PLAIN_UPSTREAMS.`,
    ),
    ...(useless.length > 0 ? ['ALLOW_PLAIN_UPSTREAMS names a host that no upstream needs it for; take it out.'] : []),
  ];
}
