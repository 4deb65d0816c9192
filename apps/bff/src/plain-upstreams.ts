import { plainAddresses } from '@despacho/server/settings';

type Values = Readonly<Record<string, string | undefined>>;

/** REDIS_URL has its own rule, without exceptions: it must be `rediss:`. */
const UPSTREAMS = ['API_URL', 'BASE_URL', 'STORAGE_URL', 'OPERATIONS_URL', 'TILES_URL'];

/** @returns the faults of the upstreams' addresses. Each starts with the name of its variable. */
export function plainUpstreamFaults(values: Values): string[] {
  const { refused, useless } = plainAddresses(
    Object.fromEntries(UPSTREAMS.map((name) => [name, values[name]])),
    values['ALLOW_PLAIN_UPSTREAMS'],
  );
  return [
    ...refused.map(
      (name) =>
        `${name} must be https: plain http is accepted for loopback and private networks, and for hosts named in ALLOW_PLAIN_UPSTREAMS.`,
    ),
    ...(useless.length > 0 ? ['ALLOW_PLAIN_UPSTREAMS names a host that no upstream needs it for; take it out.'] : []),
  ];
}
